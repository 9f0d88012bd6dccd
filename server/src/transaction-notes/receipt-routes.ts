// Receipts of transactions, which people add, read and delete. A file is never shown as a page: it is sent as a
// download, with a content security policy under which nothing in it can run.

import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import { Removed } from '../http/shapes.ts'
import { Streamed } from '../http/streamed.ts'
import { newUuid } from '../ids.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { TransactionParams } from './note-routes.ts'
import { MAX_RECEIPT_BYTES, MAX_RECEIPTS, NewReceipt, Receipt } from './note-shapes.ts'
import { cleanName, contentDisposition, mediaCode, mediaOfBytes, mediaOfCode } from './receipt-file.ts'
import {
  deleteReceipt,
  findReceiptRow,
  insertReceipt,
  lockUsage,
  piecesOf,
  presentReceipt,
  type ReceiptRow,
  selectReceipts,
} from './receipt-rows.ts'

const ReceiptParams = Type.Object({ txn_id: Type.String(), receipt_id: Type.String() })
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

export const addReceipt = write({
  method: 'POST',
  url: '/transactions/:txn_id/receipts',
  operationId: 'addReceipt',
  tag: 'Dashboard',
  access: 'operate',
  summary: 'Add a receipt: PNG, JPEG, WebP or PDF, at most 5 MB',
  params: TransactionParams,
  body: NewReceipt,
  maxBodyBytes: Math.ceil((MAX_RECEIPT_BYTES * 4) / 3) + 4_096,
  reply: { 201: Receipt },
  async write({ tx, workspace, params, body, services, caller }) {
    const transaction = await findTransaction(tx, workspace, params.txn_id)
    const content = decode(body.content)
    const media = mediaOfBytes(content)
    if (!media)
      throw new ApiError('invalid_request', 'A receipt is a PNG, JPEG, WebP or PDF file.', { param: 'content' })
    const used = await lockUsage(tx, workspace)
    if ((await selectReceipts(tx, workspace, transaction.id)).length >= MAX_RECEIPTS)
      throw new ApiError('invalid_state', `A transaction has at most ${MAX_RECEIPTS} receipts.`)
    if (used + BigInt(content.length) > services.config.maxReceiptBytes)
      throw new ApiError('invalid_state', 'The receipts of this workspace have reached their limit (RECEIPTS_MAX_MB).')
    const at = services.clock()
    const row = {
      bucket: workspace.bucket,
      id: newUuid(),
      transaction_id: transaction.id,
      name: cleanName(body.name, media),
      media: mediaCode(media),
      size_bytes: content.length,
      content,
      added_by: workspace.actor,
      created_at: at,
    }
    await insertReceipt(tx, workspace, row)
    const shown = presentReceipt(row)
    await appendAudit(tx, workspace, { action: 'receipt.add', subject: `${shown.id} of ${params.txn_id}`, caller, at })
    return { status: 201, body: shown }
  },
})

export const getReceipt = read({
  method: 'GET',
  url: '/transactions/:txn_id/receipts/:receipt_id',
  operationId: 'getReceipt',
  tag: 'Dashboard',
  summary: 'A receipt, as a file to save',
  params: ReceiptParams,
  reply: { 200: Type.String() },
  media: 'application/octet-stream',
  async read({ sql, workspace, params }) {
    const row = await findReceipt(sql, workspace, params)
    return new Streamed(mediaOfCode(row.media), row.name, piecesOf(sql, row), {
      'Content-Disposition': contentDisposition(row.name),
      'Content-Length': String(row.size_bytes),
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    })
  },
})

export const removeReceipt = write({
  method: 'DELETE',
  url: '/transactions/:txn_id/receipts/:receipt_id',
  operationId: 'removeReceipt',
  tag: 'Dashboard',
  access: 'operate',
  summary: 'Remove a receipt',
  params: ReceiptParams,
  reply: { 200: Removed },
  async write({ tx, workspace, params, services, caller }) {
    await lockUsage(tx, workspace)
    const row = await findReceipt(tx, workspace, params)
    await deleteReceipt(tx, workspace, row)
    const subject = `${params.receipt_id} of ${params.txn_id}`
    await appendAudit(tx, workspace, { action: 'receipt.remove', subject, caller, at: services.clock() })
    const body: Removed = { id: params.receipt_id, deleted: true }
    return { status: 200, body }
  },
})

async function findReceipt(
  sql: Sql,
  workspace: Workspace,
  params: { txn_id: string; receipt_id: string },
): Promise<ReceiptRow> {
  const transactionId = idOf('transaction', workspace, params.txn_id)
  const row = await findReceiptRow(sql, workspace, transactionId, idOf('receipt', workspace, params.receipt_id))
  if (!row) throw new ApiError('not_found', 'No such receipt.')
  return row
}

function decode(text: string): Buffer {
  const bytes = BASE64.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (bytes.length === 0) throw new ApiError('invalid_request', '"content" must be base64.', { param: 'content' })
  if (bytes.length > MAX_RECEIPT_BYTES)
    throw new ApiError('invalid_request', 'A receipt has at most 5 MB.', { param: 'content' })
  return bytes
}
