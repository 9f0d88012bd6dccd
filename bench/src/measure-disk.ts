// Measures how much disk space operations take: rows and indexes of each table, and the write-ahead log.

import type postgres from 'postgres'
import { connect } from '../../server/src/database/database.ts'
import type { DiskUse, TableGrowth } from './capacity-input.ts'
import { runLoad } from './load.ts'
import type { Load } from './operations.ts'
import type { Bench } from './service.ts'

type Sql = postgres.Sql<{ bigint: bigint }>
type Sizes = Map<string, TableGrowth>

/** The request log is written a quarter of a second after the request, and the totals of the day within a second. */
const WRITTEN_BEHIND_MS = 3_000

export async function measureDisk(bench: Bench, operation: string, load: Load): Promise<DiskUse> {
  const sql = connect(bench.connection, { max: 1 })
  try {
    // After a checkpoint, every changed page is written to the log once as a whole.
    await sql`checkpoint`
    const [before, walBefore] = [await readSizes(sql), await walPosition(sql)]
    const { answered } = await runLoad(load.plan, load.expected)
    await new Promise((resolve) => setTimeout(resolve, WRITTEN_BEHIND_MS))
    const [after, walAfter] = [await readSizes(sql), await walPosition(sql)]
    return { operation, count: answered, tables: growth(before, after, answered), walBytes: walAfter - walBefore }
  } finally {
    await sql.end()
  }
}

/** A table with fewer rows per operation has rows for each day or merchant, not for each operation. */
const MIN_ROWS_EACH = 0.01

/** Only tables that got more rows have grown; tables whose rows are only changed keep their size. */
function growth(before: Sizes, after: Sizes, operations: number): TableGrowth[] {
  return [...after.values()]
    .map(({ table, rows, tableBytes, indexBytes }) => {
      const old = before.get(table) ?? { rows: 0, tableBytes: 0, indexBytes: 0 }
      return {
        table,
        rows: rows - old.rows,
        tableBytes: tableBytes - old.tableBytes,
        indexBytes: indexBytes - old.indexBytes,
      }
    })
    .filter(({ rows }) => rows > operations * MIN_ROWS_EACH)
    .sort((a, b) => b.tableBytes + b.indexBytes - a.tableBytes - a.indexBytes)
}

/** The size of a partition is added to its table. */
async function readSizes(sql: Sql): Promise<Sizes> {
  const tables = await sql<{ table: string; tableBytes: bigint; indexBytes: bigint }[]>`
    select coalesce(p.relname, c.relname) as "table", sum(pg_table_size(c.oid))::bigint as "tableBytes",
      sum(pg_indexes_size(c.oid))::bigint as "indexBytes"
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`
  const sizes: Sizes = new Map()
  for (const { table, tableBytes, indexBytes } of tables) {
    const [counted] = await sql<{ rows: bigint }[]>`select count(*) as rows from ${sql(table)}`
    const rows = Number(counted!.rows)
    sizes.set(table, { table, rows, tableBytes: Number(tableBytes), indexBytes: Number(indexBytes) })
  }
  return sizes
}

async function walPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: bigint }[]>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`
  return Number(row!.bytes)
}
