// Which buckets lie in the same shard. A statement about several of them can go out as one.

import type postgres from 'postgres'
import { readExtent } from './plan-distribution.ts'
import type { ShardMap } from './shards.ts'

/** Undefined for a database that is not, or not wholly, distributed. */
export async function readShardMap(sql: postgres.Sql<{ bigint: bigint }>): Promise<ShardMap | undefined> {
  if ((await readExtent(sql)) !== 'whole') return undefined
  const rows = await sql<{ shard: number }[]>`
    select (dense_rank() over (order by get_shard_id_for_distribution_column('workspaces', bucket::smallint)))::integer as shard
    from generate_series(0, 255) as bucket order by bucket`
  return rows.map(({ shard }) => shard)
}
