// Migrations are plain SQL files, forward only, applied in order under a lock, each in its own transaction.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { isAtLeast, VERSION } from '../version.ts'
import { kindOf, OUTSIDE } from './migration-steps.ts'
import { isLost, onOneConnection } from './owner-transaction.ts'
import { splitStatements } from './sql-statements.ts'
import { sqlState } from './unavailable.ts'
import type { Sql } from './wire/sql.ts'

export type Migration = { version: number; name: string; sql: string; checksum: string }

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
// Any number works, as long as every process that migrates uses the same one.
const MIGRATION_LOCK = 727_001
/**
 * A statement that waits for a lock blocks everybody who comes after it. So it gives up soon, lets them pass, and tries
 * again: a request that holds the lock takes less than five seconds.
 */
const LOCK_TIMEOUT = '2s'
const LOCK_ATTEMPTS = 60
const LOCK_PAUSE_MS = 500
const NO_LOCK = '55P03'

export class MigrationError extends Error {}

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_.+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(folder + file, 'utf8')
      return {
        version: Number(file.slice(0, 4)),
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}

/** Brings the database to the newest schema and returns what it applied. `owner` is a connection as the schema's owner. */
export async function migrate(owner: postgres.Sql, migrations: Migration[] = readMigrations()): Promise<string[]> {
  return onOneConnection(owner, async (connection) => {
    try {
      const names = await migrateUnderLock(connection, migrations)
      await leaveLock(connection)
      return names
    } catch (error) {
      if (!isLost(error)) await leaveLock(connection)
      throw error
    }
  })
}

async function migrateUnderLock(connection: postgres.ReservedSql, migrations: Migration[]): Promise<string[]> {
  // There is no timeout for this lock, because another process may be migrating for a long time.
  await connection`set lock_timeout = 0`
  await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
  await connection`
    create table if not exists schema_migrations (
      version integer not null, name text not null, checksum text not null, applied_at timestamptz not null default now(),
      constraint schema_migrations_pk primary key (version)
    )`
  const applied = await connection<Applied[]>`select version, name, checksum from schema_migrations`
  const done = new Set(applied.map((row) => row.version))
  refuseForeignHistory(applied, migrations)
  const pending = migrations.filter((each) => !done.has(each.version))
  refuseBehindNewer(applied, migrations, pending)
  const names: string[] = []
  for (const migration of pending) {
    await apply(connection, migration)
    names.push(migration.name)
  }
  return names
}

/** Throws when the connection is lost, because nothing more may be sent to it then. */
async function leaveLock(connection: postgres.ReservedSql): Promise<void> {
  await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
  await connection`reset lock_timeout`
}

/** For a login that may not migrate. Throws unless the schema has been migrated to this version. */
export async function requireSchema(sql: Sql, migrations: Migration[] = readMigrations()): Promise<void> {
  const cure = 'run migrate with DATABASE_OWNER_URL set: the login of DATABASE_URL may not change the schema'
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (!table!.there) throw new MigrationError(`the database has no schema; ${cure}`)
  const applied = await sql<Applied[]>`select version, name, checksum from schema_migrations`
  const done = new Set(applied.map((row) => row.version))
  refuseForeignHistory(applied, migrations)
  const pending = migrations.filter(({ version }) => !done.has(version)).map(({ name }) => name)
  if (pending.length > 0) throw new MigrationError(`the database lacks ${pending.join(', ')}; ${cure}`)
}

type Applied = { version: number; name: string; checksum: string }

/**
 * During an upgrade, processes of the previous version run, and may have to restart, on the new schema. They can, because
 * migrations only add, or remove what no version since a named release uses.
 */
function refuseForeignHistory(applied: Applied[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of applied) {
    const migration = known.get(version)
    if (!migration && isFit(name)) continue
    if (!migration)
      throw new MigrationError(
        `the database has migration ${name}, after which this version of Cardwright (${VERSION}) cannot work: it was migrated by a newer one`,
      )
    if (migration.checksum !== checksum)
      throw new MigrationError(`migration ${migration.name} was changed after it had been applied`)
  }
}

/** What a newer version has created may depend on a migration that is missing here. */
function refuseBehindNewer(applied: Applied[], known: Migration[], pending: Migration[]): void {
  const newer = applied.find(({ version }) => !known.some((each) => each.version === version))
  if (!newer || pending.length === 0) return
  throw new MigrationError(
    `the database lacks ${pending.map(({ name }) => name).join(', ')} and has ${newer.name}: it was migrated by a newer one`,
  )
}

/** Whether this version still works after a migration that it does not know. */
function isFit(name: string): boolean {
  const kind = kindOf(name)
  return kind.kind === 'expand' || isAtLeast(VERSION, kind.after)
}

async function apply(connection: postgres.ReservedSql, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (OUTSIDE.test(migration.sql)) await applyOneByOne(connection, migration)
      else await applyAtOnce(connection, migration)
      return
    } catch (error) {
      if (!isLost(error)) await connection`rollback`
      if (sqlState(error) !== NO_LOCK || attempt === LOCK_ATTEMPTS)
        throw new MigrationError(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
    }
    await sleep(LOCK_PAUSE_MS)
  }
}

async function applyAtOnce(connection: postgres.ReservedSql, migration: Migration): Promise<void> {
  await connection.unsafe(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'; ${migration.sql}`).simple()
  await record(connection, migration)
  await connection`commit`
}

/** For indexes that are built while the service runs. Each statement can be repeated, so an interrupted migration starts over. */
async function applyOneByOne(connection: postgres.ReservedSql, migration: Migration): Promise<void> {
  for (const statement of splitStatements(migration.sql)) await connection.unsafe(statement).simple()
  await record(connection, migration)
}

function record(connection: postgres.ReservedSql, { version, name, checksum }: Migration) {
  return connection`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`
}
