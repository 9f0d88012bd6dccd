// Deletes the notes, tags and receipts that a sandbox reset has left behind.

import type { Tx } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'

/** Few at a time, because the files are large. */
const MAX_RECEIPTS = 20

/** Deletes a bounded number of rows at a time and returns how many were deleted. */
export async function purgeNotes(tx: Tx, { bucket, id }: WorkspaceKey, limit: number): Promise<number> {
  const gone = [
    await tx`
      delete from receipts where bucket = ${bucket} and id = any(array(
        select id from receipts where bucket = ${bucket} and workspace_id = ${id} limit ${MAX_RECEIPTS})) returning 1`,
    await tx`
      delete from transaction_tags where bucket = ${bucket} and transaction_id = any(array(
        select transaction_id from transaction_tags where bucket = ${bucket} and workspace_id = ${id}
        order by tag, happened_at desc limit ${limit})) returning 1`,
    await tx`
      delete from transaction_notes where bucket = ${bucket} and transaction_id = any(array(
        select transaction_id from transaction_notes where bucket = ${bucket} and workspace_id = ${id} limit ${limit})) returning 1`,
    await tx`delete from workspace_tags where bucket = ${bucket} and workspace_id = ${id} returning 1`,
    await tx`delete from receipt_usage where bucket = ${bucket} and workspace_id = ${id} returning 1`,
  ]
  return gone.reduce((sum, rows) => sum + rows.length, 0)
}
