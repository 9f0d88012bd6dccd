// The answers given under idempotency keys. Only this code finds, stores and replays them. An answer commits together with
// its change, so that neither ever exists without the other (docs/adr/0004-idempotency.md).

import { boolean, bulk, bytea, type Columns, smallint, timestamptz, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'
import type { Answer, Decision, RequestKey } from './operation.ts'

const KEPT_MS = 24 * 3_600_000

export type Keyed = { workspace: WorkspaceKey; key: RequestKey }

export type AnswerRow = {
  workspace_id: Uuid
  key_hash: Uuid
  fingerprint: Uuid
  status: number
  sealed: boolean
  answer: Buffer
  created_at: Date
}

const rowKeyColumns: Columns<Keyed> = {
  key_hash: uuid(({ key }) => key.keyHash),
  bucket: smallint(({ workspace }) => workspace.bucket),
  workspace_id: uuid(({ workspace }) => workspace.id),
}

export const findAnswers = bulk<Keyed, AnswerRow>(
  rowKeyColumns,
  ({ rows, value, inBucket }) => `
    select k.workspace_id, k.key_hash, k.fingerprint, k.status, k.sealed, k.answer, k.created_at from idempotency_keys k
    join ${rows} on ${inBucket('k')} and k.workspace_id = ${value('workspace_id')} and k.key_hash = r.key_hash`,
  (row) => ({
    workspace_id: row.uuid()!,
    key_hash: row.uuid()!,
    fingerprint: row.uuid()!,
    status: row.int16()!,
    sealed: row.bool()!,
    answer: row.bytes()!,
    created_at: row.time()!,
  }),
)

/** The answers given so far under the keys of a batch. */
export class StoredAnswers {
  readonly #rows: Map<string, AnswerRow>
  readonly #wall: Date
  /** Expired answers that have not been pruned yet. They are deleted to make room for new ones. */
  readonly outdated: Keyed[] = []

  constructor(rows: readonly AnswerRow[], wall: Date) {
    this.#rows = new Map(rows.map((row) => [`${row.workspace_id} ${row.key_hash}`, row]))
    this.#wall = wall
  }

  find(workspace: WorkspaceKey, key: RequestKey): AnswerRow | undefined {
    const row = this.#rows.get(`${workspace.id} ${key.keyHash}`)
    if (!row || this.#wall.getTime() - row.created_at.getTime() < KEPT_MS) return row
    this.outdated.push({ workspace, key })
    return undefined
  }
}

export async function openAnswer(vault: Vault, { workspace, key }: Keyed, row: AnswerRow): Promise<Answer> {
  const body = row.sealed ? await vault.open(row.answer, sealContext(workspace, key)) : row.answer
  return { status: row.status, text: body.toString('utf8') }
}

export type NewAnswer = Keyed & { decision: Decision; wall: Date }

/** In the order of the keys, so that two batches that store under the same keys cannot deadlock. */
export function storeAnswers(tx: Tx, vault: Vault, answers: readonly NewAnswer[]): Promise<unknown> {
  const rows = answers
    .map(({ decision, ...answer }) => ({ ...answer, decision, body: storedBody(vault, answer, decision) }))
    .sort((a, b) => (a.key.keyHash < b.key.keyHash ? -1 : 1))
  return insertAnswers(tx, rows)
}

function storedBody(vault: Vault, { workspace, key }: Keyed, { text, isSecret }: Decision): string | Buffer {
  return isSecret ? vault.seal(text, sealContext(workspace, key)) : text
}

const insertAnswers = bulk<NewAnswer & { body: string | Buffer }>(
  {
    ...rowKeyColumns,
    fingerprint: uuid(({ key }) => key.fingerprint),
    status: smallint(({ decision }) => decision.status),
    sealed: boolean(({ decision }) => decision.isSecret),
    answer: bytea(({ body }) => body),
    created_at: timestamptz(({ wall }) => wall),
  },
  ({ rows, value }) => `
    insert into idempotency_keys (bucket, workspace_id, key_hash, fingerprint, status, sealed, answer, created_at)
    select ${value('bucket')}, ${value('workspace_id')}, r.key_hash, ${value('fingerprint')}, ${value('status')}, ${value('sealed')},
      ${value('answer')}, ${value('created_at')}
    from ${rows}`,
)

export const deleteAnswers = bulk<Keyed>(
  rowKeyColumns,
  ({ rows, value, inBucket }) => `
    delete from idempotency_keys k using ${rows}
    where ${inBucket('k')} and k.workspace_id = ${value('workspace_id')} and k.key_hash = r.key_hash`,
)

function sealContext(workspace: WorkspaceKey, key: RequestKey): string {
  return `answer:${workspace.id}:${key.keyHash}`
}

type Outdated = { bucket: number; workspace_id: Uuid; key_hash: Uuid; before: Date }

/**
 * Deletes expired answers, a bounded number at a time, and returns how many it found. Rows are deleted by their keys and not
 * by ctid, since on a distributed database each shard has a row with the same ctid.
 */
export async function pruneAnswers(tx: Tx, wall: Date, limit: number): Promise<number> {
  const before = new Date(wall.getTime() - KEPT_MS)
  const rows = await tx<Omit<Outdated, 'before'>[]>`
    select bucket, workspace_id, key_hash from idempotency_keys where created_at < ${before}
    order by created_at limit ${limit}`
  if (rows.length > 0)
    await deleteOutdated(
      tx,
      rows.map((row) => ({ ...row, before })),
    )
  return rows.length
}

/** A newer answer that has replaced an expired one meanwhile stays. */
const deleteOutdated = bulk<Outdated>(
  {
    key_hash: uuid((row) => row.key_hash),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    before: timestamptz((row) => row.before),
  },
  ({ rows, value, inBucket }) => `
    delete from idempotency_keys k using ${rows}
    where ${inBucket('k')} and k.workspace_id = ${value('workspace_id')} and k.key_hash = r.key_hash
      and k.created_at < ${value('before')}`,
)
