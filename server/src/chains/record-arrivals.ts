// Turns what a block or a mempool shows into deposits: new ones, known ones, and ones that seemed to be gone.

import { type Currency, currencies, type RateMicros } from '../currencies/currencies.ts'
import { networkCodes } from '../currencies/networks.ts'
import { textArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { detectDeposit, expireDeposit, reviveDeposit } from '../deposits/deposit-life.ts'
import { lockDeposit } from '../deposits/deposit-queries.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import { DepositStatus } from '../ledger/rows.ts'
import { type ArrivalRow, ArrivalState, insertArrival, lockArrivals, updateArrival } from './arrival-rows.ts'
import type { Arrival, BlockRef } from './chain-reader.ts'
import { closeIncidents, openIncident } from './incidents.ts'
import type { Watcher } from './watcher.ts'

export type Estimates = Map<Currency, RateMicros>

/** Called before the transaction begins, since exchanges can be slow. */
export async function estimatesFor(watcher: Watcher, arrivals: readonly Arrival[]): Promise<Estimates> {
  const estimates: Estimates = new Map()
  for (const currency of new Set(arrivals.map((arrival) => arrival.currency)))
    estimates.set(currency, (await watcher.prices.current(currency)).estimate)
  return estimates
}

type Sighting = {
  tx: Tx
  changes: Changes
  watcher: Watcher
  at: BlockRef | undefined
  estimates: Estimates
  now: Date
}

/** `at` is the block that holds them, undefined for the mempool. Production's workspace time is wall time. */
export async function recordArrivals(
  tx: Tx,
  changes: Changes,
  watcher: Watcher,
  arrivals: readonly Arrival[],
  at: BlockRef | undefined,
  estimates: Estimates,
): Promise<void> {
  if (arrivals.length === 0) return
  const network = networkCodes[watcher.reader.network]
  const workspaces = await selectWorkspaces(tx, network, arrivals)
  const known = await lockArrivals(tx, network, arrivals)
  const sighting = { tx, changes, watcher, at, estimates, now: watcher.clock() }
  for (const arrival of arrivals) {
    const workspace = workspaces.get(arrival.address)
    const row = known.get(keyOf(arrival))
    if (row) await seenAgain(sighting, row, arrival)
    else if (workspace) known.set(keyOf(arrival), await seenFirst(sighting, workspace, arrival))
  }
}

export function keyOf({ currency, txHash, output }: Pick<Arrival, 'currency' | 'txHash' | 'output'>): string {
  return `${currency} ${txHash} ${output}`
}

async function seenFirst(sighting: Sighting, workspace: WorkspaceKey, arrival: Arrival): Promise<ArrivalRow> {
  const { tx, watcher, at, now } = sighting
  const { depositId, state } = detect(sighting, workspace, arrival)
  const row: ArrivalRow = {
    network: networkCodes[watcher.reader.network],
    currency: arrival.currency,
    tx_hash: arrival.txHash,
    output_index: arrival.output,
    address: arrival.address,
    amount_base: arrival.amount,
    bucket: workspace.bucket,
    workspace_id: workspace.id,
    deposit_id: depositId,
    state,
    block_height: at?.height ?? null,
    block_hash: at?.hash ?? null,
    missing_since: null,
    seen_at: now,
    held_because: null,
    held_since: null,
    released_base: null,
  }
  await insertArrival(tx, row)
  return row
}

function detect({ changes, watcher, at, estimates, now }: Sighting, workspace: WorkspaceKey, arrival: Arrival) {
  const deposit = detectDeposit(
    changes,
    workspace,
    {
      currency: arrival.currency,
      base: arrival.amount,
      txHash: arrival.txHash,
      outputIndex: arrival.output,
      rateMicros: estimates.get(arrival.currency) ?? 0n,
      feeBps: watcher.feeBps,
      confirmations: at ? 1 : 0,
    },
    now,
  )
  const state = deposit.status === DepositStatus.expired ? ArrivalState.tooSmall : ArrivalState.waiting
  return { depositId: deposit.id, state }
}

async function seenAgain(sighting: Sighting, row: ArrivalRow, arrival: Arrival): Promise<void> {
  const { tx, at } = sighting
  if (!at && row.block_height !== null) return // the node's mempool is behind its own chain
  const before = { state: row.state, amount: row.amount_base }
  Object.assign(row, {
    amount_base: arrival.amount,
    block_height: at?.height ?? null,
    block_hash: at?.hash ?? null,
    missing_since: null,
  })
  const workspace = { bucket: row.bucket, id: row.workspace_id }
  if (row.deposit_id === null) {
    const made = detect(sighting, workspace, arrival)
    Object.assign(row, { deposit_id: made.depositId, state: made.state })
  } else if (before.state === ArrivalState.credited || before.state === ArrivalState.orphaned) {
    await seenAfterCredit(sighting, row, before.amount !== arrival.amount)
  } else if (before.state !== ArrivalState.tooSmall) {
    await seenUncredited(sighting, row, before)
  }
  await updateArrival(tx, row)
}

/** A credited arrival is never credited again, whatever the chain does. */
async function seenAfterCredit({ tx, at, watcher, now }: Sighting, row: ArrivalRow, isChanged: boolean): Promise<void> {
  if (at) {
    row.state = ArrivalState.credited
    await closeIncidents(tx, row, 'seen again', now)
  }
  if (isChanged) await openIncident(tx, watcher, row, 'changed', now)
}

async function seenUncredited(
  sighting: Sighting,
  row: ArrivalRow,
  before: { state: ArrivalState; amount: bigint },
): Promise<void> {
  const { tx, changes, watcher, at, estimates, now } = sighting
  const workspace = { bucket: row.bucket, id: row.workspace_id }
  const deposit = (await lockDeposit(tx, row.bucket, row.workspace_id, row.deposit_id!))!
  if (row.amount_base < currencies[row.currency].minimum) {
    row.state = ArrivalState.tooSmall
    deposit.amount_base = row.amount_base
    if (deposit.status === DepositStatus.pending) expireDeposit(changes, workspace, deposit, now)
    return
  }
  row.state = ArrivalState.waiting
  // A deposit that expired while in the mempool stays expired there. A block, or a return after it was gone, revives it.
  const isBack = deposit.status === DepositStatus.expired && (at !== undefined || before.state === ArrivalState.gone)
  if (!isBack && before.amount === row.amount_base) return
  const seen = {
    base: row.amount_base,
    confirmations: at ? 1 : 0,
    rateMicros: estimates.get(row.currency) ?? 0n,
    feeBps: watcher.feeBps,
  }
  reviveDeposit(changes, workspace, deposit, seen, now)
}

async function selectWorkspaces(
  tx: Tx,
  network: number,
  arrivals: readonly Arrival[],
): Promise<Map<string, WorkspaceKey>> {
  const rows = await tx<{ address: string; bucket: number; workspace_id: Uuid }[]>`
    select r.address, r.bucket, r.workspace_id
    from unnest(${textArray(new Set(arrivals.map((arrival) => arrival.address)))}::text::text[]) as asked (address)
    join deposit_address_routes r on r.network = ${network} and r.address = asked.address`
  return new Map(rows.map((row) => [row.address, { bucket: row.bucket, id: row.workspace_id }]))
}
