// Arrivals that have enough confirmations but are not credited until the reason is gone or an operator releases them. Each
// stores its reason, for `deposits held`.

import type { Tx } from '../database/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import { dollars } from '../money.ts'
import { type ArrivalRow, ArrivalState, lockArrival, updateArrival } from './arrival-rows.ts'
import type { BlockRef } from './chain-reader.ts'
import { inStep } from './cursor.ts'
import type { Watcher } from './watcher.ts'

const HOUR_MS = 3_600_000

/** A release is for one amount. When the chain shows another amount, the arrival is checked again. */
export function isReleased({ released_base, amount_base }: ArrivalRow): boolean {
  return released_base === amount_base
}

/** When each held arrival was last checked. Without this, a chain with 0.4 s blocks would keep asking its nodes about them. */
const checkedAt = new WeakMap<Watcher, Map<string, number>>()

export function mayAskAgain(watcher: Watcher, row: ArrivalRow): boolean {
  const known = checkedAt.get(watcher) ?? new Map<string, number>()
  checkedAt.set(watcher, known)
  const key = `${row.currency} ${row.tx_hash} ${row.output_index}`
  const isHeld = row.held_because !== null && !isReleased(row)
  const [last, now] = [known.get(key), performance.now()]
  if (isHeld && last !== undefined && now - last < watcher.recheckHeldMs) return false
  if (isHeld) known.set(key, now)
  else known.delete(key)
  return true
}

export async function holdArrival(watcher: Watcher, cursor: BlockRef, due: ArrivalRow, why: string): Promise<void> {
  if (due.held_because === why) return
  await inStep(watcher, cursor, async (tx) => {
    const row = await lockArrival(tx, due)
    if (row?.state === ArrivalState.waiting && row.block_hash === due.block_hash) await markHeld(tx, watcher, row, why)
  })
}

export async function markHeld(tx: Tx, { clock, log, reader }: Watcher, row: ArrivalRow, why: string): Promise<void> {
  if (row.held_because === why) return
  const deposit = row.deposit_id === null ? null : publicId('deposit', row.bucket, row.deposit_id)
  log.error({ network: reader.network, deposit, why }, 'a deposit is held; see: deposits held')
  await updateArrival(tx, { ...row, held_because: why, held_since: row.held_since ?? clock() })
}

/** Why this amount would exceed the cap of the hour; undefined when it would not. A lock makes two watchers take turns. */
export async function checkCap(tx: Tx, watcher: Watcher, cents: bigint): Promise<string | undefined> {
  const cap = watcher.guards.creditsPerHourCents
  if (cap === 0n) return undefined
  await tx`select pg_advisory_xact_lock(${CAP_LOCK})`
  const since = new Date(watcher.clock().getTime() - HOUR_MS)
  const [row] = await tx<{ sum: string }[]>`
    select coalesce(sum(credited_cents), 0)::text as sum from chain_arrivals where credited_at > ${since}`
  if (BigInt(row!.sum) + cents <= cap) return undefined
  return `the credits of this hour would exceed ${dollars(cap).toFixed(2)} USD`
}

/** The locks of the service are numbered from 727001. */
const CAP_LOCK = 727_011

export function countCredit(tx: Tx, row: ArrivalRow, cents: bigint, now: Date) {
  return tx`
    update chain_arrivals set credited_at = ${now}, credited_cents = ${cents}
    where network = ${row.network} and deposit_id = ${row.deposit_id} and tx_hash = ${row.tx_hash} and output_index = ${row.output_index}`
}

export type Release = { isDone: true; workspaceId: Uuid; why: string } | { isDone: false; why: string }

/** An operator's command: the next round of the watcher credits the arrival, whatever held it. */
export async function releaseArrival(tx: Tx, deposit: { bucket: number; uuid: Uuid }): Promise<Release> {
  const [row] = await tx<{ held_because: string | null; workspace_id: Uuid }[]>`
    select held_because, workspace_id from chain_arrivals
    where bucket = ${deposit.bucket} and deposit_id = ${deposit.uuid} for no key update`
  if (!row) return { isDone: false, why: 'there is no such deposit from a chain' }
  if (row.held_because === null) return { isDone: false, why: 'it is not held' }
  await tx`
    update chain_arrivals set released_base = amount_base
    where bucket = ${deposit.bucket} and deposit_id = ${deposit.uuid}`
  return { isDone: true, workspaceId: row.workspace_id, why: row.held_because }
}
