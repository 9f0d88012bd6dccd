// Notifications, and the records of who has read them, are kept for 30 days. They are deleted by key, a bounded number
// at a time. A physical row position (ctid) would match a row on each shard of a distributed database.

import { bigint, bulk, smallint, timestamptz, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'

export const KEPT_MS = 30 * 24 * 3_600_000

type Outdated = { bucket: number; workspace_id: Uuid; user_id?: Uuid; sequence?: bigint; before: Date }

/**
 * Deletes at most `limit` rows of each table and returns the largest of the three counts. A mark is at least as new as
 * the notifications it covers, so once the mark has expired, all of them are deleted.
 */
export async function pruneNotifications(tx: Tx, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS)
  const dated = (rows: readonly Omit<Outdated, 'before'>[]) => rows.map((row) => ({ ...row, before }))
  const old = await tx<Omit<Outdated, 'before'>[]>`
    select bucket, workspace_id, sequence from notifications where created_at < ${before} order by created_at limit ${limit}`
  if (old.length > 0) await deleteNotifications(tx, dated(old))
  const reads = await tx<Omit<Outdated, 'before'>[]>`
    select bucket, workspace_id, user_id, sequence from notification_reads where read_at < ${before} order by read_at limit ${limit}`
  if (reads.length > 0) await deleteReads(tx, dated(reads))
  const marks = await tx<Omit<Outdated, 'before'>[]>`
    select bucket, workspace_id, user_id from notification_marks where read_at < ${before} order by read_at limit ${limit}`
  if (marks.length > 0) await deleteMarks(tx, dated(marks))
  return Math.max(old.length, reads.length, marks.length)
}

const deleteNotifications = bulk<Outdated>(
  {
    sequence: bigint((row) => row.sequence!),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
  },
  ({ rows, value, inBucket }) => `
    delete from notifications n using ${rows}
    where ${inBucket('n')} and n.workspace_id = ${value('workspace_id')} and n.sequence = r.sequence`,
)

const deleteReads = bulk<Outdated>(
  {
    sequence: bigint((row) => row.sequence!),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    user_id: uuid((row) => row.user_id!),
  },
  ({ rows, value, inBucket }) => `
    delete from notification_reads n using ${rows}
    where ${inBucket('n')} and n.workspace_id = ${value('workspace_id')} and n.user_id = ${value('user_id')}
      and n.sequence = r.sequence`,
)

/** A mark that was set again in the meantime stays. */
const deleteMarks = bulk<Outdated>(
  {
    user_id: uuid((row) => row.user_id!),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    before: timestamptz((row) => row.before),
  },
  ({ rows, value, inBucket }) => `
    delete from notification_marks n using ${rows}
    where ${inBucket('n')} and n.workspace_id = ${value('workspace_id')} and n.user_id = r.user_id
      and n.read_at < ${value('before')}`,
)

/**
 * Deletes what a sandbox reset has left behind, a bounded number of rows at a time, and returns how many were deleted.
 */
export async function purgeNotifications(tx: Tx, { bucket, id }: WorkspaceKey, limit: number): Promise<number> {
  // The cursor is deleted first, because without it no process adds notifications.
  await tx`delete from notification_cursors where bucket = ${bucket} and workspace_id = ${id}`
  const gone = [
    await tx`
      delete from notifications where bucket = ${bucket} and workspace_id = ${id} and sequence = any(array(
        select sequence from notifications where bucket = ${bucket} and workspace_id = ${id} order by sequence limit ${limit}))
      returning 1`,
    // Ordered by person, as in the key. A sequence may match rows of several people, but few people use a sandbox.
    await tx`
      delete from notification_reads where bucket = ${bucket} and workspace_id = ${id} and sequence = any(array(
        select sequence from notification_reads where bucket = ${bucket} and workspace_id = ${id}
        order by user_id, sequence limit ${limit}))
      returning 1`,
    await tx`delete from notification_marks where bucket = ${bucket} and workspace_id = ${id} returning 1`,
  ]
  return gone.reduce((sum, rows) => sum + rows.length, 0)
}
