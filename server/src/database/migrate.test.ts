// These rules make an upgrade without downtime possible: older processes start on a newer schema, and a migration that
// waits for a lock delays no other statement for long.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import type postgres from 'postgres'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { connect } from './database.ts'
import { type Migration, migrate, readMigrations, requireSchema } from './migrate.ts'

const connection = await testDatabase()
const sql = connect(connection, { max: 4 }) as never as postgres.Sql
after(() => sql.end({ timeout: 1 }))

beforeEach(() => sql`delete from schema_migrations where version > 9000`)

function migration(version: number, name: string, text: string): Migration {
  return { version, name, sql: text, checksum: createHash('sha256').update(text).digest('hex') }
}

const applied = (name: string) =>
  sql`insert into schema_migrations (version, name, checksum) values (9999, ${name}, 'of a newer version')`

test('a process of an older version starts on a schema that a newer version has expanded', async () => {
  await applied('9999_more_columns.sql')
  assert.deepEqual(await migrate(sql), [])
  await requireSchema(sql as never)
})

test('a process starts after a contract step for its version or an older one, and rejects a contract step for a later one', async () => {
  await applied('9999_fewer_columns.after-0.0.9.sql')
  assert.deepEqual(await migrate(sql), [])
  await sql`update schema_migrations set name = '9999_fewer_columns.after-99.0.0.sql' where version = 9999`
  await assert.rejects(migrate(sql), /9999_fewer_columns\.after-99\.0\.0\.sql, after which this version .* cannot work/)
  await assert.rejects(requireSchema(sql as never), /cannot work: it was migrated by a newer one/)
})

test('a process applies no migration to a database of a newer version', async () => {
  await applied('9999_more_columns.sql')
  const missing = migration(9001, '9001_missing.sql', 'create table missing (x integer)')
  await assert.rejects(
    migrate(sql, [...readMigrations(), missing]),
    /lacks 9001_missing\.sql and has 9999_more_columns/,
  )
})

test('a migration that waits for a lock lets other statements pass and gets the lock in the end', async () => {
  await sql`create table busy (x integer)`
  const holder = await sql.reserve()
  await holder`begin`
  await holder`select from busy`
  const own = migration(9002, '9002_busy.sql', 'alter table busy add column note text')
  const migrating = migrate(sql, [...readMigrations(), own])
  const waits = () => sql`select from pg_locks where relation = 'busy'::regclass and not granted`
  await until('the migration waits for the lock', async () => (await waits()).length > 0)
  // This statement queues behind the migration until the migration gives up its attempt.
  assert.equal((await sql`select from busy`).length, 0)
  await holder`commit`
  holder.release()
  assert.deepEqual(await migrating, ['9002_busy.sql'])
})

test('a migration outside a transaction builds an index concurrently, also after a failed attempt', async () => {
  await sql`create table indexed (x integer)`
  await sql`insert into indexed values (1), (1)`
  // A failed attempt leaves an invalid index.
  await assert.rejects(sql`create unique index concurrently indexed_x_ix on indexed (x)`)
  const text = `-- outside a transaction
drop index concurrently if exists indexed_x_ix;
create index concurrently indexed_x_ix on indexed (x);`
  assert.deepEqual(await migrate(sql, [...readMigrations(), migration(9003, '9003_index.sql', text)]), [
    '9003_index.sql',
  ])
  const [index] = await sql`select indisvalid as valid from pg_index where indexrelid = 'indexed_x_ix'::regclass`
  assert.equal(index!.valid, true)
})
