// Reads from the catalogue which tables exist and how Citus has placed them.

import type postgres from 'postgres'
import type { Sql } from '../wire/sql.ts'
import type { TableOfSchema } from './placement.ts'

/** A handle of ours, or the owner's driver: both take templates. */
type Reader = Pick<postgres.Sql, never> | Sql

export type PlacedTable = TableOfSchema & {
  /** Tables that its foreign keys name. */
  parents: string[]
  /** The table's type in Citus; undefined when Citus does not know it. */
  citus: { type: 'distributed' | 'reference' | 'local'; column: string | null } | undefined
}

export async function hasCitus(sql: Reader): Promise<boolean> {
  const [row] = await (sql as Sql)<{ there: boolean }[]>`select to_regclass('pg_dist_partition') is not null as there`
  return row!.there
}

export async function readTables(sql: Reader): Promise<PlacedTable[]> {
  const tables = await (sql as Sql)<{ name: string; hasBucketFirst: boolean; parents: string }[]>`
    select c.relname as name, a.attname = 'bucket' and a.atttypid = 'smallint'::regtype as "hasBucketFirst",
      coalesce((select string_agg(distinct p.relname, ',') from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> f.conrelid), '') as parents
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
  const known = (await hasCitus(sql)) ? await readCitusTables(sql as Sql) : new Map()
  return tables.map(({ name, hasBucketFirst, parents }) => ({
    name,
    hasBucketFirst,
    parents: parents === '' ? [] : parents.split(','),
    citus: known.get(name),
  }))
}

type CitusTable = { name: string; method: string; model: string; column: string | null }

async function readCitusTables(sql: Sql): Promise<Map<string, PlacedTable['citus']>> {
  const rows = await sql<CitusTable[]>`
    select c.relname as name, p.partmethod::text as method, p.repmodel::text as model,
      case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as column
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition`
  return new Map(
    rows.map(({ name, method, model, column }) => {
      const type = method === 'h' ? 'distributed' : model === 't' ? 'reference' : 'local'
      return [name, { type, column }]
    }),
  )
}

/** Functions that force a generic plan, which a distributed database cannot use. */
export async function readGenericFunctions(sql: Reader): Promise<string[]> {
  const rows = await (sql as Sql)<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any(p.proconfig) order by 1`
  return rows.map(({ name }) => name)
}
