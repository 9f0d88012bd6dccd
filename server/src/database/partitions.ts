// The partitions of tables whose old rows are dropped. Several processes maintain them, at their start and every hour. They
// take a lock, because the second process to create or drop a partition would fail.

import type { Database } from './database.ts'

const WEEKS_AHEAD = 4
const PARTITION_LOCK = 727_005

export async function ensurePartitions(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(${PARTITION_LOCK})`
    await tx`select ensure_partitions(${now}, ${WEEKS_AHEAD})`
  })
}

export async function dropPartitions(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(${PARTITION_LOCK})`
    await tx`select drop_partitions(${now})`
  })
}
