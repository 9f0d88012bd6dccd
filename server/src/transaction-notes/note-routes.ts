// Notes and tags, for people only: they are a team's remarks about its spending, not part of a payment.

import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { read, write } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { readNotes, selectTags, storeNote, storeTags } from './note-rows.ts'
import { NotesPut, Tags, TransactionNotes } from './note-shapes.ts'
import { presentReceipt, selectReceipts } from './receipt-rows.ts'

export const TransactionParams = Type.Object({ txn_id: Type.String() })
const common = { tag: 'Dashboard', params: TransactionParams } as const

export const getTransactionNotes = read({
  ...common,
  method: 'GET',
  url: '/transactions/:txn_id/notes',
  operationId: 'getTransactionNotes',
  summary: 'The note, the tags and the receipts of a transaction',
  reply: { 200: TransactionNotes },
  async read({ sql, workspace, params }) {
    const { id } = await findTransaction(sql, workspace, params.txn_id)
    return presentNotes(sql, workspace, id)
  },
})

export const putTransactionNotes = write({
  ...common,
  method: 'PUT',
  url: '/transactions/:txn_id/notes',
  operationId: 'putTransactionNotes',
  access: 'operate',
  summary: 'Write the note and the tags of a transaction',
  description: 'Tags are kept in lower case. What is left out is removed.',
  body: NotesPut,
  reply: { 200: TransactionNotes },
  async write({ tx, workspace, params, body, services, caller }) {
    const transaction = await findTransaction(tx, workspace, params.txn_id)
    const at = services.clock()
    const note = body.note.trim()
    const tags = [...new Set(body.tags.map(cleanTag))]
    // The upsert locks the note's row before the tags are read.
    await storeNote(tx, workspace, transaction.id, { note, by: workspace.actor, at })
    const before = (await readNotes(tx, workspace, [transaction.id])).get(transaction.id)!.tags
    await storeTags(tx, workspace, transaction, { before, now: tags })
    await appendAudit(tx, workspace, { action: 'transaction.annotate', subject: params.txn_id, caller, at })
    return { status: 200, body: await presentNotes(tx, workspace, transaction.id) }
  },
})

export const listTags = read({
  method: 'GET',
  url: '/tags',
  operationId: 'listTags',
  tag: 'Dashboard',
  summary: 'The tags of the workspace, and how many transactions have each',
  reply: { 200: Tags },
  async read({ sql, workspace }): Promise<Tags> {
    const tags = await selectTags(sql, workspace)
    return { data: tags.map(({ tag, uses }) => ({ tag, uses: Number(uses) })) }
  },
})

export function cleanTag(tag: string): string {
  return tag.trim().replace(/\s+/g, ' ').toLowerCase()
}

export async function presentNotes(sql: Sql, workspace: Workspace, id: Uuid): Promise<TransactionNotes> {
  const noted = (await readNotes(sql, workspace, [id])).get(id)
  const receipts = await selectReceipts(sql, workspace, id)
  return {
    note: noted?.note ?? '',
    tags: noted?.tags ?? [],
    receipts: receipts.map(presentReceipt),
    updated_at: noted?.updatedAt?.toISOString() ?? null,
  }
}
