// Stores messages that could not be applied yet, sealed, until they can be.

import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Vault } from '../vault/vault.ts'
import type { Report } from './inbound.ts'
import { outsideId } from './outside-id.ts'

type Needed = { database: Database; vault: Vault; clock: () => Date; log: Logger }

export type DeferredMessage = { id: Uuid; processor: string; reason: NotApplied; report: Report; attempts: number }
type DeferredRow = Omit<DeferredMessage, 'report'> & { body_sealed: Buffer }

const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 3_600_000

/**
 * The id depends on the message, so a message that is delivered twice is deferred once. It includes the ids of the postings: reports of
 * single postings have the same version, and each of them must be kept.
 */
export async function defer(
  { database, vault, clock }: Needed,
  processor: string,
  report: Report,
  reason: NotApplied,
): Promise<void> {
  const now = clock()
  const { authorizationRef, version } = report
  const posts = report.posts.map((post) => post.id).sort()
  const id = outsideId('message', processor, [authorizationRef, version, ...posts].join('\n'))
  const sealed = vault.seal(JSON.stringify(report, bigintsAsText), contextOf(id))
  await database.write`
    insert into processor_parked
      (id, processor, card_ref, authorization_ref, version, reason, body_sealed, received_at, next_try_at)
    values (${id}, ${processor}, ${report.cardRef}, ${authorizationRef}, ${version}, ${reason}, ${sealed}, ${now},
      ${new Date(now.getTime() + FIRST_PAUSE_MS)})
    on conflict (id) do nothing`
}

/** Due ones first; `limit` at most. */
export async function dueDeferred({ database, vault, clock }: Needed, limit: number): Promise<DeferredMessage[]> {
  const rows = await database.readByKey<DeferredRow[]>`
    select id, processor, reason, body_sealed, attempts from processor_parked where next_try_at <= ${clock()}
    order by next_try_at limit ${limit}`
  return Promise.all(
    rows.map(async ({ body_sealed, ...row }) => {
      const text = (await vault.open(body_sealed, contextOf(row.id))).toString()
      return { ...row, report: JSON.parse(text, textAsBigints) as Report }
    }),
  )
}

const INCOMPLETE: NotApplied = 'posts do not add up'

/** A newer message of the authorization is complete, so older ones that were not are no longer needed. */
export async function dropOutdated(
  { database }: Pick<Needed, 'database'>,
  processor: string,
  { cardRef, authorizationRef, version }: Report,
): Promise<void> {
  await database.write`
    delete from processor_parked where processor = ${processor} and card_ref = ${cardRef}
      and authorization_ref = ${authorizationRef} and version < ${version} and reason = ${INCOMPLETE}`
}

/** Whether a newer message of the authorization is stored because it does not add up either. */
export async function isNewerParked(
  { database }: Pick<Needed, 'database'>,
  processor: string,
  { cardRef, authorizationRef, version }: Report,
): Promise<boolean> {
  const rows = await database.readByKey<{ id: Uuid }[]>`
    select id from processor_parked where processor = ${processor} and card_ref = ${cardRef}
      and authorization_ref = ${authorizationRef} and version > ${version} and reason = ${INCOMPLETE} limit 1`
  return rows.length > 0
}

export async function removeDeferred({ database }: Needed, id: Uuid): Promise<void> {
  await database.write`delete from processor_parked where id = ${id}`
}

export async function postpone(
  { database, clock }: Needed,
  { id, attempts }: DeferredMessage,
  reason: NotApplied,
): Promise<void> {
  const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts + 1, 12))
  await database.write`
    update processor_parked set attempts = attempts + 1, reason = ${reason}, next_try_at = ${new Date(clock().getTime() + pause)}
    where id = ${id}`
}

/** The card exists now, so the messages that wait for it become due. If this cannot be written, they become due a little later. */
export async function wakeDeferred(
  { database, clock, log }: Needed,
  processor: string,
  cardRef: string,
): Promise<void> {
  await database.write`
    update processor_parked set next_try_at = ${clock()} where processor = ${processor} and card_ref = ${cardRef}`.catch(
    (error: unknown) => log.warn(describeFailure(error), 'deferred messages were not woken'),
  )
}

/** Makes all messages due at once, for an operator. */
export async function wakeAllDeferred({ database, clock }: Needed, processor: string): Promise<void> {
  await database.write`update processor_parked set next_try_at = ${clock()} where processor = ${processor}`
}

export type DeferredSummary = { processor: string; reason: string; count: number; oldest: Date }

export function summarizeDeferred({ database }: Pick<Needed, 'database'>): Promise<DeferredSummary[]> {
  return database.read<DeferredSummary[]>`
    select processor, reason, count(*)::integer as count, min(received_at) as oldest from processor_parked
    group by processor, reason order by processor, reason`
}

function contextOf(id: Uuid): string {
  return `processor message:${id}`
}

const BIGINT = /^(-?\d+)n$/

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

/** Only these fields can hold a bigint; a merchant may be called "12n". */
const BIGINT_FIELDS = new Set(['version', 'hold', 'amount', 'settled'])

function textAsBigints(key: string, value: unknown): unknown {
  if (!BIGINT_FIELDS.has(key) || typeof value !== 'string') return value
  const digits = BIGINT.exec(value)?.[1]
  return digits === undefined ? value : BigInt(digits)
}

/** Why it could not be applied, or only in part. */
export type NotApplied = 'unknown card' | 'another card' | 'posts do not add up'
