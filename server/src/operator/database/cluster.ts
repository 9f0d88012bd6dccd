// The servers of a distributed database, and the shards on them.

import { CommandError } from '../../../../cli/src/framework/failures.ts'
import { hasCitus } from '../../database/distributed/read-catalogue.ts'
import type { OwnerConnection } from '../../database/owner-connection.ts'

/** Grants on single columns reach the shards since 13.1, and our schema depends on them. */
const OLDEST_CITUS = [13, 1] as const
const GUIDE = 'docs/operating/distributed.md'

export type Server = { host: string; port: number; takesShards: boolean }

export async function requireCitus(owner: OwnerConnection): Promise<void> {
  if (!(await hasCitus(owner)))
    throw new CommandError(
      `this PostgreSQL has no Citus: run "create extension citus" on every server first (${GUIDE})`,
    )
  const [row] = await owner<{ version: string; isCoordinator: boolean }[]>`
    select extversion as version, citus_is_coordinator() as "isCoordinator" from pg_extension where extname = 'citus'`
  if (isOlder(row!.version))
    throw new CommandError(`Citus ${row!.version} is too old: ${OLDEST_CITUS.join('.')} or newer is needed`)
  if (!row!.isCoordinator)
    throw new CommandError('this server is a worker of Citus: give the address of the coordinator')
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number)
  return major < OLDEST_CITUS[0] || (major === OLDEST_CITUS[0] && minor < OLDEST_CITUS[1])
}

/** What is missing before rows can be distributed, as sentences with their remedies. */
export async function lackingServers(owner: OwnerConnection): Promise<string[]> {
  const rows = await owner<{ groupid: number; active: boolean; takes: boolean }[]>`
    select groupid, isactive as active, shouldhaveshards as takes from pg_dist_node where noderole = 'primary'`
  const lacking: string[] = []
  if (!rows.some(({ groupid }) => groupid === 0))
    lacking.push("the coordinator is not among its own servers: select citus_set_coordinator_host('HOST', PORT)")
  if (!rows.some(({ active, takes }) => active && takes))
    lacking.push("there is no server for the rows: select citus_add_node('HOST', PORT) for each")
  return lacking
}

export async function readServers(owner: OwnerConnection): Promise<Server[]> {
  const rows = await owner<Server[]>`
    select nodename as host, nodeport as port, shouldhaveshards as "takesShards" from pg_dist_node
    where noderole = 'primary' and isactive order by nodename, nodeport`
  return [...rows]
}

export type Shard = { id: string; host: string; port: number; buckets: number[]; bytes: number }

/** The shards of tenants' rows, each with all its colocated tables and its buckets. */
export async function readShards(owner: OwnerConnection): Promise<Shard[]> {
  const rows = await owner<{ id: string; host: string; port: number; buckets: string; bytes: number }[]>`
    with owned as (
      select get_shard_id_for_distribution_column('workspaces', bucket::smallint) as shard, string_agg(bucket::text, ',' order by bucket) as list
      from generate_series(0, 255) as bucket group by 1),
    sizes as (
      select w.shardid as id, sum(o.shard_size)::float8 as bytes
      from pg_dist_shard w join pg_dist_shard s on s.shardminvalue = w.shardminvalue
      join pg_dist_partition p on p.logicalrelid = s.logicalrelid and p.colocationid = (
        select colocationid from pg_dist_partition where logicalrelid = 'workspaces'::regclass)
      join citus_shards o on o.shardid = s.shardid
      where w.logicalrelid = 'workspaces'::regclass group by w.shardid)
    select c.shardid::text as id, c.nodename as host, c.nodeport as port, coalesce(b.list, '') as buckets, coalesce(s.bytes, 0) as bytes
    from citus_shards c left join owned b on b.shard = c.shardid left join sizes s on s.id = c.shardid
    where c.table_name = 'workspaces'::regclass order by c.shardid`
  return rows.map(({ buckets, ...shard }) => ({
    ...shard,
    buckets: buckets === '' ? [] : buckets.split(',').map(Number),
  }))
}
