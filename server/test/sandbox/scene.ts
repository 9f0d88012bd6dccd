// Shared by the tests of the sandbox: a workspace with one card, the calls that drive it, and the rows behind it.

import assert from 'node:assert/strict'
import { identifier } from '../../src/database/database.ts'
import { eventTypes } from '../../src/events/event-types.ts'
import { type IdKind, newUuid, publicId } from '../../src/ids.ts'
import { newCard, workspaceOf, workspaceWith } from '../contract/assertions.ts'
import type { Answer, Api, TestService } from '../harness.ts'

export { anotherKey, asOwner, assertError, newCard, withKey, workspaceOf } from '../contract/assertions.ts'

/** The JSON as it was received. The assertions check its shape. */
export type Json = Answer['body']
type Fields = Record<string, unknown>

export const DAY = 86_400
export const FOUR_YEARS = 126_230_400
export const ads = { name: 'Acme Ads', mcc: '7311', country: 'US' }
export const hotel = { name: 'Grand Hotel', mcc: '7011', country: 'FR' }

/** The detail fields of a transaction in USD in a sandbox, which has no processor. */
export const noDetails = {
  decision: null,
  merchant_id: null,
  merchant_city: null,
  decline_detail: null,
  merchant_amount: null,
  merchant_currency: null,
  conversion_rate: null,
  processor: null,
  network_transaction_id: null,
  auth_code: null,
  arn: null,
  source: null,
}

/** Returns the body of a response, which must have this status. */
export function done(answer: Answer, status: number): Json {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body
}

export type Scene = ReturnType<typeof sceneOf>

/** A workspace with `wallet` dollars and one card of 100. The service must run with DEPOSIT_FEE_BPS 0. */
export async function openScene(service: TestService, { wallet = 1000, amount = 100, ...card } = {} as Fields) {
  const api = await workspaceWith(service, Number(wallet) + Number(amount))
  return sceneOf(api, (await newCard(api, { amount, ...card })).id)
}

export function sceneOf(api: Api, card: string) {
  const call = (path: string, body?: unknown) => api.post(`/sandbox/${path}`, body)
  const ask = async (amount: number, more: Fields = {}) => {
    const request = { ...('pan' in more ? {} : { card_id: card }), amount, merchant: ads, ...more }
    let answer = await call('authorizations', request)
    // On a slow machine the request may miss its deadline. Nothing has happened then, so it is sent again.
    for (let again = 0; again < 10 && answer.status === 503; again++) answer = await call('authorizations', request)
    return done(answer, 201)
  }
  const now = async (): Promise<Date> => new Date(done(await api.get('/sandbox/clock'), 200).now)
  const advance = async (seconds: number): Promise<Date> =>
    new Date(done(await call('clock/advance', { seconds }), 200).now)
  return {
    api,
    card,
    call,
    ask,
    /** Returns the transaction of an approved authorization. */
    async hold(amount: number, more: Fields = {}): Promise<Json> {
      const { approved, decline_reason, transaction } = await ask(amount, more)
      assert.deepEqual([approved, decline_reason], [true, null])
      return transaction
    },
    /** Returns the reason of a declined authorization. */
    async reason(amount: number, more: Fields = {}): Promise<string> {
      const { approved, decline_reason } = await ask(amount, more)
      assert.equal(approved, false)
      return decline_reason
    },
    on: (transaction: Json, verb: string, body?: unknown) => call(`authorizations/${transaction.id}/${verb}`, body),
    force: async (amount: number, more: Fields = {}): Promise<Json> =>
      done(await call('settlements', { card_id: card, amount, merchant: ads, ...more }), 201),
    challenge: async (amount: number, more: Fields = {}): Promise<Json> =>
      done(await call('3ds', { card_id: card, merchant: 'Acme Ads', amount, ...more }), 201),
    verify: (challenge: Json, otp: string = challenge.otp) => call(`3ds/${challenge.id}/verify`, { otp }),
    full: async (transaction: Json): Promise<Json> => done(await api.get(`/transactions/${transaction.id}`), 200),
    summary: async (id = card): Promise<Json> => done(await api.get(`/cards/${id}`), 200),
    wallet: async (): Promise<Json> => done(await api.get('/wallet/balance'), 200),
    now,
    advance,
    /**
     * Advances to noon of the next day `day` of a month (0 is the last day), so that no test crosses midnight or a
     * month by accident.
     */
    async advanceToDay(day: number): Promise<Date> {
      const from = await now()
      const noon = (months: number) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day, 12)
      const target = [0, 1, 2].map(noon).find((time) => time > from.getTime())!
      return advance(Math.ceil((target - from.getTime()) / 1000))
    },
  }
}

/** Returns a wrong passcode for a challenge. */
export function wrongOtp({ otp }: Json): string {
  return otp === '000000' ? '000001' : '000000'
}

/** Returns an id that this workspace could have issued and did not. */
export async function unknownId(service: TestService, api: Api, kind: IdKind): Promise<string> {
  return publicId(kind, (await workspaceOf(service, api)).bucket, newUuid())
}

/** Runs the tasks, with at most `max` of them in progress at the same time. */
export async function inParallel<T>(count: number, max: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await task(index)
  }
  await Promise.all(Array.from({ length: Math.min(max, count) }, worker))
  return results
}

// ---- the stored rows --------------------------------------------------------------------------------------------

export type EventRow = { sequence: number; type: string; subject: string | null; data: Json; createdAt: string }

const typeNames = new Map(Object.entries(eventTypes).map(([name, code]) => [code as number, name]))

/** Returns every event of the workspace by sequence, with the public id of its subject. */
export async function eventsOf(service: TestService, api: Api, after = 0): Promise<EventRow[]> {
  const { bucket, id } = await workspaceOf(service, api)
  const rows = await service.services.database.read<
    { sequence: bigint; type: number; subject_id: string | null; data: string | null; created_at: Date }[]
  >`
    select sequence, type, subject_id, data, created_at from events
    where bucket = ${bucket} and workspace_id = ${id} and sequence > ${after} order by sequence`
  return rows.map((row) => {
    const type = typeNames.get(row.type)!
    const kind = type === '3ds.challenge' ? 'challenge' : 'transaction'
    return {
      sequence: Number(row.sequence),
      type,
      subject: row.subject_id && publicId(kind, bucket, row.subject_id),
      data: row.data === null ? null : JSON.parse(row.data),
      createdAt: row.created_at.toISOString(),
    }
  })
}

/** Returns the types of the events that `act` caused, in order. */
export async function eventsDuring(
  service: TestService,
  api: Api,
  act: () => Promise<unknown>,
): Promise<[string[], EventRow[]]> {
  const last = (await eventsOf(service, api)).at(-1)?.sequence ?? 0
  await act()
  const events = await eventsOf(service, api, last)
  return [events.map(({ type }) => type), events]
}

const tables = [
  'cards',
  'holds',
  'hold_releases',
  'transactions',
  'transaction_details',
  'transfers',
  'merchants',
  'three_ds_challenges',
  'deposits',
  'events',
]

/**
 * Returns a digest of every row that the workspace owns, including its own row. Equal digests prove that nothing
 * changed.
 */
export async function rowsOf(service: TestService, api: Api): Promise<Record<string, string>> {
  const { bucket, id } = await workspaceOf(service, api)
  const sql = service.services.database.read
  const digest = async (table: string, owner: string): Promise<[string, string]> => {
    const [row] = await sql<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '') as digest
      from ${identifier(table)} t where bucket = ${bucket} and ${identifier(owner)} = ${id}`
    return [table, row!.digest]
  }
  const digests = [digest('workspaces', 'id'), ...tables.map((table) => digest(table, 'workspace_id'))]
  return Object.fromEntries(await Promise.all(digests))
}

/** Runs `act` and asserts that no row of the workspace changed. */
export async function changesNothing<T>(service: TestService, api: Api, act: () => Promise<T>): Promise<T> {
  const before = await rowsOf(service, api)
  const result = await act()
  assert.deepEqual(await rowsOf(service, api), before, 'rows changed')
  return result
}
