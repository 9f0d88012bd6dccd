// Idempotency keys. The answer of a write is stored in the commit of the write, so there is no moment at
// which one exists without the other. A key is looked up at the beginning of the transaction and inserted
// at its end: of two that run at once in two processes, the second fails at the insert, rolls back, and
// finds the first one's answer when it runs again (docs/adr/0004-idempotency.md).

import type { Workspace } from '../accounts/workspace.ts'
import { bulk, bytea, type Columns, smallint, timestamptz, uuid } from '../database/bulk.ts'
import type { Sql, Tx } from '../database/database.ts'
import { type Uuid, uuidFromBytes } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'
import { ApiError } from './errors.ts'

const KEPT_MS = 24 * 3_600_000
const PATIENCE_MS = 5_000

export type IdempotentRequest = { keyHash: Uuid; fingerprint: Uuid }
export type StoredAnswer = { status: number; body: string }

/** The header's value, or undefined when there is none. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw new ApiError('invalid_request', 'X-Idempotency-Key must have 1 to 255 printable ASCII characters.', {
    param: 'X-Idempotency-Key',
  })
}

/**
 * Hashes, not the texts: keys chosen by clients and bodies with card data are not kept in the clear. What another person
 * asks is another request, also in the same words: what they may do was not judged when it was first answered.
 */
export function idempotentRequest(
  vault: Vault,
  key: string,
  method: string,
  path: string,
  body: unknown,
  personId?: Uuid,
): IdempotentRequest {
  return {
    keyHash: uuidFromBytes(vault.fingerprint('key', key)),
    fingerprint: uuidFromBytes(
      vault.fingerprint(
        'request',
        method,
        path,
        canonicalJson(body ?? {}),
        ...(personId === undefined ? [] : [personId]),
      ),
    ),
  }
}

/** The same text for the same JSON value, whatever the order of its keys. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
}

export type AnswerRow = {
  key_hash: Uuid
  fingerprint: Uuid
  status: number
  sealed: boolean
  answer: Buffer
  created_at: Date
}

export function findAnswer(sql: Sql, workspace: Workspace, request: IdempotentRequest) {
  return sql<AnswerRow[]>`
    select key_hash, fingerprint, status, sealed, answer, created_at from idempotency_keys
    where bucket = ${workspace.bucket} and workspace_id = ${workspace.id} and key_hash = ${request.keyHash}`
}

/** The stored answer; undefined when it is too old to count. Another request under the same key is an error. */
export async function openAnswer(
  vault: Vault,
  workspace: Workspace,
  request: IdempotentRequest,
  row: AnswerRow,
  wall: Date,
): Promise<StoredAnswer | undefined> {
  if (isTooOld(row, wall)) return undefined
  if (row.fingerprint !== request.fingerprint) throw new ApiError('idempotency_key_reused')
  const body = row.sealed ? await vault.open(row.answer, sealContext(workspace, request)) : row.answer
  return { status: row.status, body: body.toString('utf8') }
}

export function isTooOld(row: AnswerRow, wall: Date): boolean {
  return wall.getTime() - row.created_at.getTime() >= KEPT_MS
}

export type NewAnswer = StoredAnswer & { secret: boolean; wall: Date }

export type KeyedRequest = { workspace: Workspace; request: IdempotentRequest }

const placeColumns: Columns<KeyedRequest> = {
  key_hash: uuid(({ request }) => request.keyHash),
  bucket: smallint(({ workspace }) => workspace.bucket),
  workspace_id: uuid(({ workspace }) => workspace.id),
}

/** For answers that hold no secret. */
export const insertAnswers = bulk<KeyedRequest & { answer: { status: number; text: string }; wall: Date }>(
  {
    ...placeColumns,
    fingerprint: uuid(({ request }) => request.fingerprint),
    status: smallint(({ answer }) => answer.status),
    answer: bytea(({ answer }) => answer.text),
    created_at: timestamptz(({ wall }) => wall),
  },
  (rows, value) => `
    insert into idempotency_keys (bucket, workspace_id, key_hash, fingerprint, status, sealed, answer, created_at)
    select ${value('bucket')}, ${value('workspace_id')}, r.key_hash, ${value('fingerprint')}, ${value('status')}, false, ${value('answer')}, ${value('created_at')}
    from ${rows}`,
)

export const deleteAnswers = bulk<KeyedRequest>(
  placeColumns,
  (rows, value) => `
    delete from idempotency_keys k using ${rows}
    where k.bucket = ${value('bucket')} and k.workspace_id = ${value('workspace_id')} and k.key_hash = r.key_hash`,
)

export const findAnswers = bulk<KeyedRequest, AnswerRow & { workspace_id: Uuid }>(
  placeColumns,
  (rows, value) => `
    select k.workspace_id, k.key_hash, k.fingerprint, k.status, k.sealed, k.answer, k.created_at from idempotency_keys k
    join ${rows} on k.bucket = ${value('bucket')} and k.workspace_id = ${value('workspace_id')} and k.key_hash = r.key_hash`,
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

export function insertAnswer(
  tx: Tx,
  vault: Vault,
  workspace: Workspace,
  request: IdempotentRequest,
  answer: NewAnswer,
) {
  const body = answer.secret ? vault.seal(answer.body, sealContext(workspace, request)) : Buffer.from(answer.body)
  return tx`
    insert into idempotency_keys (bucket, workspace_id, key_hash, fingerprint, status, sealed, answer, created_at)
    values (${workspace.bucket}, ${workspace.id}, ${request.keyHash}, ${request.fingerprint}, ${answer.status},
            ${answer.secret}, ${body}, ${answer.wall})`
}

function sealContext(workspace: Workspace, request: IdempotentRequest): string {
  return `answer:${workspace.id}:${request.keyHash}`
}

/** Removes what nobody can ask for any more, a bounded number at a time; returns how many. */
export async function pruneAnswers(tx: Tx, wall: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_at < ${new Date(wall.getTime() - KEPT_MS)} limit ${limit})
    returning 1`
  return rows.length
}

/** One request per workspace and key runs in a process at a time, or a hundred retries would pin the pool. */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  run<T>(key: string, body: () => Promise<T>): Promise<T> {
    return this.#running.has(key) ? this.#runAfter(key, body) : this.#start(key, body)
  }

  #start<T>(key: string, body: () => Promise<T>): Promise<T> {
    const running = body()
    const leave = () => this.#running.delete(key)
    this.#running.set(key, running)
    running.then(leave, leave) // before anybody who waits for it looks again
    return running
  }

  async #runAfter<T>(key: string, body: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    for (let before = this.#running.get(key); before; before = this.#running.get(key)) {
      const left = deadline - performance.now()
      if (left <= 0 || !(await settledWithin(before, left))) {
        throw new ApiError('service_unavailable', 'A request with this idempotency key is still running; try again.')
      }
    }
    return this.#start(key, body)
  }
}

async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    const settled = () => true as const
    return await Promise.race([promise.then(settled, settled), late])
  } finally {
    clearTimeout(timer)
  }
}
