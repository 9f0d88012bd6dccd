// Compares the schema of a database with the migrations of this version, without changing anything.

import type postgres from 'postgres'
import { readMigrations } from '../database/migrate.ts'

export type SchemaState = {
  applied: number
  /** The last migration applied. */
  last: { version: number; name: string } | undefined
  pending: string[]
  /** Set when this version cannot work with the database at all. */
  problem: string | undefined
}

type Applied = { version: number; name: string; checksum: string }

export async function compareSchema(owner: postgres.Sql<{ bigint: bigint }>): Promise<SchemaState> {
  const [table] = await owner<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  const applied = table!.there
    ? await owner<Applied[]>`select version, name, checksum from schema_migrations order by version`
    : []
  const migrations = readMigrations()
  const done = new Set(applied.map((row) => row.version))
  const last = applied.at(-1)
  return {
    applied: applied.length,
    last: last && { version: last.version, name: last.name },
    pending: migrations.filter((migration) => !done.has(migration.version)).map((migration) => migration.name),
    problem: foreignHistory(applied, new Map(migrations.map((each) => [each.version, each.checksum]))),
  }
}

function foreignHistory(applied: Applied[], known: Map<number, string>): string | undefined {
  const newer = applied.find((row) => !known.has(row.version))
  if (newer) return `the database has migration ${newer.name}, made by a newer version of Cardwright; use that version`
  const changed = applied.find((row) => known.get(row.version) !== row.checksum)
  return changed && `migration ${changed.name} was changed after it had been applied; bring its file back as it was`
}
