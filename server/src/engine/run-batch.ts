// One batch, one transaction, two round trips:
//
//   begin · lock cards, holds, challenges, deposits, workspaces · read times, history · look up keys      ->  rows
//   decide every operation in order of arrival, in memory
//   update and insert arrays · number the events · store the answers · commit                             ->  COMMIT
//
// Until the second round trip is sent, nothing has happened. After that we can only wait for its outcome.

import type { PooledConnection } from '../database/connection-pool.ts'
import { allOrFirstError, commit, type Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { record } from '../ledger/record.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Vault } from '../vault/vault.ts'
import type { LockedRows } from './books.ts'
import { CounterPool, type ReservedNumbers } from './counter-pool.ts'
import { type LockMode, lockRows } from './lock-rows.ts'
import type { Needs } from './needs.ts'
import { type Decision, NotDecided, type Step } from './operation.ts'
import { type Refusal, refuse } from './refusal.ts'
import { type AnswerRow, deleteAnswers, findAnswers, StoredAnswers, storeAnswers } from './stored-answers.ts'
import type { Waiting } from './waiting.ts'

export type BatchServices = { vault: Vault; counters: CounterPool; clock: () => Date }

/** `blockedBy`: somebody else has locked these rows, and the batch did not wait for them. */
export type Outcome = { decision: Decision } | { stored: AnswerRow } | { error: Error } | { blockedBy: readonly Uuid[] }
export type Decided = { waiting: Waiting; outcome: Outcome }

type BatchMode = LockMode & { lockTimeoutMs?: number }

export async function runBatch(
  services: BatchServices,
  session: PooledConnection,
  batch: readonly Waiting[],
  mode: BatchMode,
): Promise<Decided[]> {
  const numbers = reserveNumbers(
    services.counters,
    batch.map(({ operation }) => operation),
  )
  try {
    return await decideAndWrite(services, session, batch, mode, numbers)
  } finally {
    numbers.release()
  }
}

function reserveNumbers(counters: CounterPool, steps: readonly Step<unknown>[]): ReservedNumbers {
  return counters.reserve(steps.flatMap(({ needs }) => needs.sequence ?? []))
}

async function decideAndWrite(
  services: BatchServices,
  session: PooledConnection,
  batch: readonly Waiting[],
  mode: BatchMode,
  numbers: ReservedNumbers,
): Promise<Decided[]> {
  const tx = session.sql as Tx
  const operations = batch.map(({ operation }) => operation)
  const wall = services.clock()
  const begun = Promise.all([
    tx`begin`,
    ...(mode.lockTimeoutMs === undefined ? [] : [setLockTimeout(tx, mode.lockTimeoutMs)]),
  ])
  const locked = lockRows(tx, operations, wall, numbers, mode)
  const keyed = operations.flatMap(({ workspace, key }) => (key ? [{ workspace, key }] : []))
  const found = keyed.length > 0 ? findAnswers(tx, keyed) : Promise.resolve([])
  session.connection.flush()
  await allOrFirstError([begun, locked, found])
  const rows = await locked
  const answers = new StoredAnswers(await found, wall)
  const decided = batch.map((waiting) => ({ waiting, outcome: outcomeOf(waiting, rows, answers, mode) }))
  const written = write(tx, services.vault, decided, rows, answers)
  session.connection.flush()
  await written
  void rows.changes.committed()
  return decided
}

/** Uses `set local`, which a distributed database passes on to its other servers (session-settings.ts). */
function setLockTimeout(tx: Tx, ms: number) {
  return tx.unsafe(`set local lock_timeout = ${Math.max(1, Math.round(ms))}`)
}

/**
 * A stored answer comes first, so that a repeated request gets its first answer whatever has happened since. Then come
 * missing objects, a key that was used for another request, and the decision.
 */
function outcomeOf(waiting: Waiting, rows: LockedRows, answers: StoredAnswers, { isWaiting }: LockMode): Outcome {
  const { operation } = waiting
  const blockedBy = isWaiting ? [] : rows.unread(operation)
  if (blockedBy.length > 0) return { blockedBy }
  if (!waiting.beginWriting()) return { error: new NotDecided('The decision took too long; nothing happened.') }
  if (!rows.isLive(operation.workspace)) return { error: new WorkspaceReplaced() }
  const stored = operation.key && answers.find(operation.workspace, operation.key)
  if (stored && stored.fingerprint === operation.key!.fingerprint) return { stored }
  const missing = rows.missing(operation)
  if (missing) return { decision: operation.refuse(notFound(missing)) }
  if (stored) return { decision: operation.refuse(refuse('idempotency_key_reused')) }
  return { decision: operation.decide(rows.for(operation)) }
}

function notFound(kind: keyof Needs): Refusal {
  if (kind === 'cards') return refuse('card_not_found')
  if (kind === 'challenges') return refuse('challenge_not_found')
  if (kind === 'spendRequests') return refuse('spend_request_not_found')
  return refuse(kind === 'deposits' ? 'deposit_not_found' : 'transaction_not_found')
}

function write(
  tx: Tx,
  vault: Vault,
  decided: readonly Decided[],
  { changes, wall }: LockedRows,
  { outdated }: StoredAnswers,
): Promise<void> {
  const kept = decided.flatMap(({ waiting: { operation }, outcome }) =>
    operation.key && 'decision' in outcome && outcome.decision.isKept
      ? [{ workspace: operation.workspace, key: operation.key, decision: outcome.decision, wall }]
      : [],
  )
  return allOrFirstError([
    record(tx, changes),
    ...(outdated.length > 0 ? [deleteAnswers(tx, outdated)] : []),
    ...(kept.length > 0 ? [storeAnswers(tx, vault, kept)] : []),
    commit(tx),
  ])
}

/** Runs a step in an existing transaction, as the chain watchers do: it is locked, decided and written there. */
export async function runWithin<Result>(tx: Tx, wall: Date, step: Step<Result>): Promise<Result> {
  const rows = await lockRows(tx, [step], wall, reserveNumbers(new CounterPool(), [step]), { isWaiting: true })
  const result = step.decide(rows.for(step))
  await record(tx, rows.changes)
  return result
}
