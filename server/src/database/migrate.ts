// Plain SQL files, forward only, applied in order under a lock, each in a transaction of its own.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import type { Sql } from './wire/sql.ts'

export type Migration = { version: number; name: string; sql: string; checksum: string }

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
// Any number will do, as long as every process that migrates takes the same one.
const MIGRATION_LOCK = 727_001

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
  const connection = await owner.reserve()
  try {
    // The lock's wait is bounded by no timeout: another process that migrates may take its time.
    await connection`set lock_timeout = 0`
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection`
      create table if not exists schema_migrations (
        version integer not null, name text not null, checksum text not null, applied_at timestamptz not null default now(),
        constraint schema_migrations_pk primary key (version)
      )`
    const applied = await connection<
      { version: number; checksum: string }[]
    >`select version, checksum from schema_migrations`
    const done = new Map(applied.map((row) => [row.version, row.checksum]))
    refuseForeignHistory(done, migrations)
    const names: string[] = []
    for (const migration of migrations.filter((each) => !done.has(each.version))) {
      await apply(connection, migration)
      names.push(migration.name)
    }
    return names
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    await connection`reset lock_timeout`.catch(() => {})
    connection.release()
  }
}

/** For a login that may not migrate: fails unless somebody has brought the schema to this version. */
export async function requireSchema(sql: Sql, migrations: Migration[] = readMigrations()): Promise<void> {
  const cure = 'run migrate with DATABASE_OWNER_URL set: the login of DATABASE_URL may not change the schema'
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (!table!.there) throw new MigrationError(`the database has no schema; ${cure}`)
  const applied = await sql<{ version: number; checksum: string }[]>`select version, checksum from schema_migrations`
  const done = new Map(applied.map((row) => [row.version, row.checksum]))
  refuseForeignHistory(done, migrations)
  const pending = migrations.filter(({ version }) => !done.has(version)).map(({ name }) => name)
  if (pending.length > 0) throw new MigrationError(`the database lacks ${pending.join(', ')}; ${cure}`)
}

function refuseForeignHistory(done: Map<number, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const [version, checksum] of done) {
    const migration = known.get(version)
    if (!migration)
      throw new MigrationError(
        `the database has migration ${version}, which this version of Cardwright does not know: it was migrated by a newer one`,
      )
    if (migration.checksum !== checksum)
      throw new MigrationError(`migration ${migration.name} was changed after it had been applied`)
  }
}

async function apply(connection: postgres.ReservedSql, migration: Migration): Promise<void> {
  try {
    await connection.unsafe(`begin; ${migration.sql}`).simple()
    await connection`insert into schema_migrations (version, name, checksum) values (${migration.version}, ${migration.name}, ${migration.checksum})`
    await connection`commit`
  } catch (error) {
    await connection`rollback`.catch(() => {})
    throw new MigrationError(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
