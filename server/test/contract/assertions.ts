// Shared by the contract tests: the shape of an error, the calls, and the check that a rejected call changed nothing.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import type postgres from 'postgres'
import { createApiKey, findWorkspacesByKeys, hashKey } from '../../src/accounts/api-keys.ts'
import type { NewRights } from '../../src/accounts/stored-rights.ts'
import type { Workspace } from '../../src/accounts/workspace.ts'
import { connect } from '../../src/database/database.ts'
import { newUuid, publicId } from '../../src/ids.ts'
import type { Answer, Api, TestService } from '../harness.ts'

export const BIN = 'bin_visa_us_prepaid_1'
export const OTHER_BIN = 'bin_mastercard_us_debit_1'

/** An error has the four fields of the specification, `param` or `retry_after` where they apply, and nothing else. */
export function assertError(answer: Answer, status: number, id: string | readonly string[], param?: string): void {
  const { body, headers } = answer
  assert.equal(answer.status, status, JSON.stringify(body))
  const ids = typeof id === 'string' ? [id] : id
  assert.ok(ids.includes(body.error), `error is ${body.error}, expected ${ids.join(' or ')}: ${body.message}`)
  assert.equal(body.code, status)
  assert.ok(typeof body.message === 'string' && body.message.length > 0, `message is ${JSON.stringify(body.message)}`)
  assert.match(body.request_id, /^req_\w+$/)
  if (headers.get('idempotent-replayed') === null) assert.equal(headers.get('x-request-id'), body.request_id)
  if (param !== undefined) assert.equal(body.param, param)
  const allowed = new Set([
    'error',
    'message',
    'code',
    'request_id',
    'param',
    ...(status === 429 ? ['retry_after'] : []),
  ])
  assert.deepEqual(
    Object.keys(body).filter((field) => !allowed.has(field)),
    [],
    'fields of the error',
  )
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
}

// ---- calls --------------------------------------------------------------------------------------------------

export type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

export function make(api: Api, { method, path, body, headers }: Call): Promise<Answer> {
  if (method === 'GET') return api.get(path, headers)
  if (method === 'DELETE') return api.delete(path, headers)
  return method === 'PATCH' ? api.patch(path, body, headers) : api.post(path, body, headers)
}

// biome-ignore lint/suspicious/noExplicitAny: as in the harness, the assertions check the shape
export async function newCard(api: Api, settings: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await api.post('/cards', { bin_id: BIN, amount: 100, ...settings })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

/** A workspace with exactly this amount in its wallet. The service must have been started with DEPOSIT_FEE_BPS 0. */
export async function workspaceWith(service: TestService, dollars: number): Promise<Api> {
  const api = await service.workspace()
  const deposit = { currency: 'usdt', amount_crypto: dollars.toFixed(2), confirm: true }
  assert.equal((await api.post('/sandbox/deposits', deposit)).body.credited_usd, dollars)
  return api
}

type RawCall = {
  method?: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  chunked?: boolean
}

/**
 * Sends what `fetch` would normalize: unusual methods, headers, bytes and paths. `path` is relative to the server, not
 * to /v1.
 */
export function send(
  service: TestService,
  { method = 'GET', path, headers = {}, body, chunked }: RawCall,
): Promise<Answer> {
  const { hostname, port } = new URL(service.url)
  const length = body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...length, ...headers }, agent: false }
    const outgoing = request(options, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const pairs = Object.entries(incoming.headersDistinct).flatMap(([name, all]) =>
          all!.map((one) => [name, one] as [string, string]),
        )
        resolve({
          status: incoming.statusCode!,
          body: text === '' ? undefined : JSON.parse(text),
          headers: new Headers(pairs),
        })
      })
    })
    outgoing.on('error', reject)
    if (body !== undefined) outgoing.write(body)
    outgoing.end()
  })
}

export const bearer = (api: Api) => ({ authorization: `Bearer ${api.key}` })
export const withKey = (key: string) => ({ 'x-idempotency-key': key })

// ---- database ------------------------------------------------------------------------------------

export async function workspaceOf(service: TestService, api: Api): Promise<Workspace> {
  const hash = hashKey(api.key).toString('hex')
  const workspace = (await findWorkspacesByKeys(service.services.database.read, [hash])).get(hash)
  assert.ok(workspace, 'the key belongs to a workspace')
  return workspace
}

/**
 * Two workspaces of the same bucket: their rows lie side by side, so a missing filter shows there first. 257 workspaces
 * always include such a pair.
 */
export async function neighbours(service: TestService): Promise<[Api, Api]> {
  const seen = new Map<number, Api>()
  for (let i = 0; i <= 256; i++) {
    const api = await service.workspace()
    const { bucket } = await workspaceOf(service, api)
    const other = seen.get(bucket)
    if (other) return [other, api]
    seen.set(bucket, api)
  }
  throw new Error('257 workspaces in 256 buckets, and no two share one')
}

/** An id that this workspace could have issued but did not. */
export async function missingId(service: TestService, api: Api, kind: 'card' | 'deposit' = 'card'): Promise<string> {
  return publicId(kind, (await workspaceOf(service, api)).bucket, newUuid())
}

/** Runs `act` as the owner of the schema, who has rights that the service does not have. */
export async function asOwner<T>(
  service: TestService,
  act: (sql: postgres.Sql<{ bigint: bigint }>) => Promise<T>,
): Promise<T> {
  const owner = connect(service.connection, { max: 1 })
  try {
    return await act(owner)
  } finally {
    await owner.end()
  }
}

/** Another key of the workspace's account, in the same or in the other environment. */
export async function anotherKey(
  service: TestService,
  api: Api,
  options: { live?: boolean; readOnly?: boolean; rights?: NewRights } = {},
): Promise<Api> {
  const { accountId } = await workspaceOf(service, api)
  const environment = options.live ? 'production' : 'sandbox'
  const { key } = await service.services.database.transaction((tx) =>
    createApiKey(tx, {
      accountId,
      environment,
      name: 'another',
      ...(options.readOnly && { readOnly: true }),
      ...(options.rights && { rights: options.rights }),
      now: new Date(),
    }),
  )
  return service.api(key)
}

export type State = { wallet: unknown; cards: unknown[]; transfers: number; events: number; sequence: bigint }

/** Everything that a rejected call could have changed. */
export async function stateOf(service: TestService, api: Api, cardIds: string[] = []): Promise<State> {
  const { bucket, id } = await workspaceOf(service, api)
  const sql = service.services.database.read
  const [counts] = await sql<{ transfers: number; events: number; sequence: bigint }[]>`
    select (select count(*)::integer from transfers where bucket = ${bucket} and workspace_id = ${id}) as transfers,
      (select count(*)::integer from events where bucket = ${bucket} and workspace_id = ${id}) as events,
      (select event_sequence from workspaces where bucket = ${bucket} and id = ${id}) as sequence`
  const [wallet, list, ...cards] = await Promise.all(
    ['/wallet/balance', '/cards?per_page=100', ...cardIds.map((card) => `/cards/${card}`)].map(
      async (path) => (await api.get(path)).body,
    ),
  )
  return { wallet, cards: [list, ...cards], ...counts! }
}

/** Runs `act` and checks that wallet, cards, ledger and events are unchanged. */
export async function assertNothingChanges<T>(
  service: TestService,
  api: Api,
  cardIds: string[],
  act: () => Promise<T>,
): Promise<T> {
  const before = await stateOf(service, api, cardIds)
  const result = await act()
  assert.deepEqual(await stateOf(service, api, cardIds), before, 'a rejected call must not change anything')
  return result
}

export function isReplay({ headers }: Answer): boolean {
  return headers.get('idempotent-replayed') === 'true'
}

/** Sends the same call under one key twice: the second call returns the first response and changes nothing. */
export async function assertReplayed(
  service: TestService,
  api: Api,
  call: Call,
  key: string,
  cardIds: string[] = [],
): Promise<Answer> {
  const headers = withKey(key)
  const first = await make(api, { ...call, headers })
  assert.equal(first.headers.get('idempotent-replayed'), null)
  const again = await assertNothingChanges(service, api, cardIds, () => make(api, { ...call, headers }))
  assert.ok(isReplay(again), `the second response is not a replay: ${again.status}`)
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  return first
}
