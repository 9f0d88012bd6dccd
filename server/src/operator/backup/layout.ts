// Reads tables, partitions and sequences from the database's own catalogue, so that a table of a later migration is backed up
// without any change here.

import type postgres from 'postgres'
import { CommandError } from '../../../../cli/src/framework/failures.ts'
import type { Partition, SequenceValue, TableLayout } from './backup-format.ts'

export type Tx = postgres.TransactionSql<{ bigint: bigint }>

/** Every table except those that only migrations write, each after the tables that it refers to. */
export async function readTables(tx: Tx): Promise<TableLayout[]> {
  const tables = await tx<TableLayout[]>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('schema_migrations', 'buckets')
    group by c.relname order by c.relname`
  const references = await tx<{ child: string; parent: string }[]>`
    select distinct c.relname as child, p.relname as parent from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.conrelid <> f.confrelid and c.relnamespace = 'public'::regnamespace`
  return parentsFirst(tables, references)
}

export function parentsFirst(tables: TableLayout[], references: { child: string; parent: string }[]): TableLayout[] {
  const sorted: TableLayout[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && left.has(parent)),
    )
    if (free.length === 0)
      throw new CommandError(`the tables ${[...left.keys()].join(', ')} refer to each other in a circle`)
    for (const table of free) left.delete(table.name)
    sorted.push(...free)
  }
  return sorted
}

const RANGE = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/

export async function readPartitions(tx: Tx): Promise<Partition[]> {
  const rows = await tx<{ table: string; name: string; bound: string }[]>`
    select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace order by c.relname`
  return rows.map(({ table, name, bound }) => {
    const range = RANGE.exec(bound)
    if (!range) throw new CommandError(`partition ${name} is not a range of one column, which a backup cannot describe`)
    return { table, name, from: range[1]!, to: range[2]! }
  })
}

/** Read after the snapshot was taken, so that a sequence is never behind the rows of the snapshot. */
export async function readSequences(tx: Tx): Promise<SequenceValue[]> {
  const names = await tx<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`
  const values: SequenceValue[] = []
  for (const { name } of names) {
    const [row] = await tx<
      { value: string; used: boolean }[]
    >`select last_value::text as value, is_called as used from ${tx(name)}`
    values.push({ name, value: row!.value, used: row!.used })
  }
  return values
}
