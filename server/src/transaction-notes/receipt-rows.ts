// Receipts are stored in the database, so that a backup contains them. They are read piece by piece.

import type { Sql, Tx } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Receipt } from './note-shapes.ts'
import { mediaOfCode } from './receipt-file.ts'

const PIECE_BYTES = 256 * 1024

export type ReceiptRow = {
  bucket: number
  id: Uuid
  transaction_id: Uuid
  name: string
  media: number
  size_bytes: number
  created_at: Date
}
export type NewReceiptRow = ReceiptRow & { content: Buffer; added_by: string }

export function presentReceipt(row: ReceiptRow): Receipt {
  return {
    id: publicId('receipt', row.bucket, row.id),
    name: row.name,
    media_type: mediaOfCode(row.media),
    size_bytes: row.size_bytes,
    created_at: row.created_at.toISOString(),
  }
}

export function selectReceipts(sql: Sql, { bucket, id }: WorkspaceKey, transactionId: Uuid) {
  return sql<ReceiptRow[]>`
    select bucket, id, transaction_id, name, media, size_bytes, created_at from receipts
    where bucket = ${bucket} and transaction_id = ${transactionId} and workspace_id = ${id} order by created_at, id limit 100`
}

export async function findReceiptRow(
  sql: Sql,
  { bucket, id }: WorkspaceKey,
  transactionId: Uuid,
  receiptId: Uuid,
): Promise<ReceiptRow | undefined> {
  const [row] = await sql<ReceiptRow[]>`
    select bucket, id, transaction_id, name, media, size_bytes, created_at from receipts
    where bucket = ${bucket} and id = ${receiptId} and workspace_id = ${id} and transaction_id = ${transactionId}`
  return row
}

/** When the receipt is deleted meanwhile, the answer ends early, and the client notices that it is too short. */
export async function* piecesOf(sql: Sql, { bucket, id, size_bytes }: ReceiptRow): AsyncGenerator<Buffer> {
  for (let at = 0; at < size_bytes; at += PIECE_BYTES) {
    const [row] = await sql<{ piece: Buffer }[]>`
      select substring(content from ${at + 1}::integer for ${PIECE_BYTES}::integer) as piece from receipts
      where bucket = ${bucket} and id = ${id}`
    if (!row) throw new Error('the receipt was removed while it was sent')
    yield row.piece
  }
}

/** Locks the workspace's usage, so that concurrent uploads are counted one after the other. */
export async function lockUsage(tx: Tx, { bucket, id }: WorkspaceKey): Promise<bigint> {
  await tx`
    insert into receipt_usage (bucket, workspace_id, bytes) values (${bucket}, ${id}, 0)
    on conflict on constraint receipt_usage_pk do nothing`
  const [row] = await tx<{ bytes: bigint }[]>`
    select bytes from receipt_usage where bucket = ${bucket} and workspace_id = ${id} for update`
  return row!.bytes
}

export async function insertReceipt(tx: Tx, workspace: WorkspaceKey, row: NewReceiptRow): Promise<void> {
  await tx`
    insert into receipts (bucket, id, workspace_id, transaction_id, name, media, size_bytes, content, added_by, created_at)
    values (${row.bucket}, ${row.id}, ${workspace.id}, ${row.transaction_id}, ${row.name}, ${row.media}, ${row.size_bytes},
      ${row.content}, ${row.added_by}, ${row.created_at})`
  await addUsage(tx, workspace, row.size_bytes)
}

export async function deleteReceipt(tx: Tx, workspace: WorkspaceKey, row: ReceiptRow): Promise<void> {
  await tx`delete from receipts where bucket = ${workspace.bucket} and id = ${row.id} and workspace_id = ${workspace.id}`
  await addUsage(tx, workspace, -row.size_bytes)
}

function addUsage(tx: Tx, { bucket, id }: WorkspaceKey, bytes: number) {
  return tx`update receipt_usage set bytes = bytes + ${bytes}::integer where bucket = ${bucket} and workspace_id = ${id}`
}
