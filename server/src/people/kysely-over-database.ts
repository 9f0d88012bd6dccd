// better-auth builds its queries with Kysely. This driver runs them on our own sessions, each statement by itself, as
// better-auth sends them. What must be atomic is written by our own statements (accept-link.ts).

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Sql } from '../database/database.ts'

export function kyselyOver(sql: Sql): Kysely<Record<string, Record<string, unknown>>> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOver(sql),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely({ dialect })
}

function driverOver(sql: Sql): Driver {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => execute<R>(sql, query),
    streamQuery: refuse,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

async function execute<R>(sql: Sql, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
  const rows = await sql.unsafe<Record<string, unknown>[]>(text, [...parameters] as never)
  return { rows: rows.map(withNumbers) as R[], numAffectedRows: BigInt(rows.count) }
}

/** Counters are `bigint` in the database and numbers for the library. None of them comes near 2^53. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name])
  return row
}

function refuse(): never {
  throw new Error('neither transactions nor cursors go through here')
}
