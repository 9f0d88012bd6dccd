// Which buckets lie in the same shard of a distributed database.

/** The shard of each bucket. Moving a shard to another server does not change it. */
export type ShardMap = readonly number[]
