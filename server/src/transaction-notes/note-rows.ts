// The rows of notes and tags.

import { plainArray } from '../database/arrays.ts'
import { bulk, type Columns, insertOf, smallint, text, timestamptz, uuid } from '../database/bulk.ts'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'

/** The limit for one workspace, so that people can still find a tag in the list. */
export const MAX_WORKSPACE_TAGS = 500

export type Noted = { note: string; tags: string[]; updatedAt: Date | null }
type NoteRow = { transaction_id: Uuid; note: string; updated_at: Date }
type TagRow = { transaction_id: Uuid; tag: string }

/**
 * The notes by transaction id, without the transactions that have none. This takes two statements for any number of
 * transactions.
 */
export async function readNotes(sql: Sql, { bucket }: WorkspaceKey, ids: readonly Uuid[]): Promise<Map<Uuid, Noted>> {
  if (ids.length === 0) return new Map()
  const asked = plainArray(new Set(ids))
  const [notes, tags] = await Promise.all([
    sql<NoteRow[]>`
      select n.transaction_id, n.note, n.updated_at from unnest(${asked}::text::uuid[]) as r (id)
      join transaction_notes n on n.bucket = ${bucket} and n.transaction_id = r.id`,
    sql<TagRow[]>`
      select g.transaction_id, g.tag from unnest(${asked}::text::uuid[]) as r (id)
      join transaction_tags g on g.bucket = ${bucket} and g.transaction_id = r.id order by g.tag`,
  ])
  const found = new Map<Uuid, Noted>()
  const of = (id: Uuid) => {
    const known = found.get(id) ?? { note: '', tags: [], updatedAt: null }
    found.set(id, known)
    return known
  }
  for (const { transaction_id, note, updated_at } of notes)
    Object.assign(of(transaction_id), { note, updatedAt: updated_at })
  for (const { transaction_id, tag } of tags) of(transaction_id).tags.push(tag)
  return found
}

export function storeNote(
  tx: Tx,
  { bucket, id }: WorkspaceKey,
  transactionId: Uuid,
  { note, by, at }: { note: string; by: string; at: Date },
) {
  return tx`
    insert into transaction_notes (bucket, workspace_id, transaction_id, note, updated_by, updated_at)
    values (${bucket}, ${id}, ${transactionId}, ${note}, ${by}, ${at})
    on conflict on constraint transaction_notes_pk do update
      set note = excluded.note, updated_by = excluded.updated_by, updated_at = excluded.updated_at`
}

type Used = WorkspaceKey & { tag: string }
const usedColumns: Columns<Used> = {
  tag: text((row) => row.tag),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.id),
}

/** Rows are locked in the order of their names, so that two people who tag at once cannot deadlock. */
const countUse = bulk<Used>(
  usedColumns,
  ({ rows, value }) => `
    insert into workspace_tags as w (bucket, workspace_id, tag, uses)
    select ${value('bucket')}, ${value('workspace_id')}, r.tag, 1 from ${rows} order by r.tag
    on conflict on constraint workspace_tags_pk do update set uses = w.uses + 1`,
)

const countDisuse = bulk<Used>(
  usedColumns,
  ({ rows, value, inBucket }) => `
    update workspace_tags w set uses = w.uses - 1 from ${rows}
    where ${inBucket('w')} and w.workspace_id = ${value('workspace_id')} and w.tag = r.tag`,
)

type NewTag = Used & { transactionId: Uuid; happenedAt: Date }
const insertTags = insertOf<NewTag>('transaction_tags', {
  tag: text((row) => row.tag),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.id),
  transaction_id: uuid((row) => row.transactionId),
  happened_at: timestamptz((row) => row.happenedAt),
})

/** The caller has locked the note's row, so changes to the tags of one transaction happen one after another. */
export async function storeTags(
  tx: Tx,
  workspace: WorkspaceKey,
  transaction: { id: Uuid; created_at: Date },
  { before, now }: { before: readonly string[]; now: readonly string[] },
): Promise<void> {
  const { bucket, id } = workspace
  const added = now.filter((tag) => !before.includes(tag)).sort()
  const removed = before.filter((tag) => !now.includes(tag)).sort()
  const used = (tags: readonly string[]) => tags.map((tag) => ({ bucket, id, tag }))
  if (removed.length > 0) {
    for (const tag of removed)
      await tx`
        delete from transaction_tags where bucket = ${bucket} and transaction_id = ${transaction.id} and tag = ${tag}`
    await countDisuse(tx, used(removed))
    await tx`delete from workspace_tags where bucket = ${bucket} and workspace_id = ${id} and uses <= 0`
  }
  if (added.length === 0) return
  await countUse(tx, used(added))
  await insertTags(
    tx,
    used(added).map((tag) => ({ ...tag, transactionId: transaction.id, happenedAt: transaction.created_at })),
  )
  if ((await selectTags(tx, workspace)).length > MAX_WORKSPACE_TAGS)
    throw new ApiError('invalid_state', `A workspace has at most ${MAX_WORKSPACE_TAGS} tags.`, { param: 'tags' })
}

export function selectTags(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<{ tag: string; uses: bigint }[]>`
    select tag, uses from workspace_tags where bucket = ${bucket} and workspace_id = ${id}
    order by tag limit ${MAX_WORKSPACE_TAGS + 1}`
}
