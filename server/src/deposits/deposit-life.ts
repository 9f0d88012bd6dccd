// The life of a deposit: detected, confirmed, expired, seen again, reversed. Each step changes the row, posts money if any
// moves, and adds its event, all in `changes`. The sandbox and the chain watchers use the same functions.

import { type Currency, currencies, currencyOfCode, type RateMicros, valueDeposit } from '../currencies/currencies.ts'
import type { WorkspaceKey } from '../ids.ts'
import { newUuid } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import { postDeposit, postDepositReversal } from '../ledger/postings.ts'
import { type DepositRow, DepositStatus, type PriceSources, type WorkspaceRow } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { presentDeposit } from './deposit-schemas.ts'

export type Detected = {
  currency: Currency
  base: bigint
  txHash: string
  outputIndex: number
  /** The rate for an estimate; 0 when no price is known. */
  rateMicros: RateMicros
  feeBps: bigint
  confirmations: number
}

const PENDING_MS = 24 * 3_600_000

function dueAfter(now: Date): Date {
  return new Date(now.getTime() + PENDING_MS)
}

/** A deposit below the minimum is shown as expired and never credited. */
export function detectDeposit(changes: Changes, workspace: WorkspaceKey, detected: Detected, now: Date): DepositRow {
  const { code, minimum } = currencies[detected.currency]
  const value = valueDeposit(detected.currency, detected.base, detected.rateMicros, detected.feeBps)
  const isTooSmall = detected.base < minimum
  const deposit: DepositRow = {
    bucket: workspace.bucket,
    id: newUuid(),
    workspace_id: workspace.id,
    currency: code,
    amount_base: detected.base,
    amount_usd_cents: value.amount,
    fee_cents: value.fee,
    credited_cents: isTooSmall ? 0n : value.credited,
    status: isTooSmall ? DepositStatus.expired : DepositStatus.pending,
    tx_hash: detected.txHash,
    output_index: detected.outputIndex,
    confirmations: detected.confirmations,
    created_at: now,
    confirmed_at: null,
    expires_at: dueAfter(now),
    rate_micros: null,
    price_sources: null,
    reversed_at: null,
  }
  changes.newDeposits.push(deposit)
  changes.event(workspace, isTooSmall ? 'deposit.expired' : 'deposit.pending', now, { data: presentDeposit(deposit) })
  return deposit
}

export type Confirmation = {
  rateMicros: RateMicros
  feeBps: bigint
  confirmations: number
  sources: PriceSources | null
}

/** Fixes the rate. The deposit's id is the operation's id, so a second credit would violate the key of the transfers. */
export function confirmDeposit(
  changes: Changes,
  wallet: WorkspaceRow,
  deposit: DepositRow,
  confirmation: Confirmation,
  now: Date,
): void {
  const { rateMicros, feeBps, confirmations, sources } = confirmation
  const value = valueDeposit(currencyOfCode(deposit.currency), deposit.amount_base, rateMicros, feeBps)
  Object.assign(deposit, {
    amount_usd_cents: value.amount,
    fee_cents: value.fee,
    credited_cents: value.credited,
    status: DepositStatus.confirmed,
    confirmations: Math.max(deposit.confirmations, confirmations),
    confirmed_at: now,
    rate_micros: rateMicros,
    price_sources: sources,
  })
  postDeposit(changes.posting(deposit.id, TransferKind.deposit, now), wallet, value.credited, value.fee)
  changes.workspace(wallet).deposited += value.credited
  changes.event(wallet, 'deposit.confirmed', now, { data: presentDeposit(deposit) })
  changes.changedDeposits.set(deposit.id, deposit)
}

export function expireDeposit(changes: Changes, workspace: WorkspaceKey, deposit: DepositRow, now: Date): void {
  deposit.status = DepositStatus.expired
  deposit.credited_cents = 0n
  changes.event(workspace, 'deposit.expired', now, { data: presentDeposit(deposit) })
  changes.changedDeposits.set(deposit.id, deposit)
}

/** An expired deposit that the chain shows again becomes pending again, for another day. */
export function reviveDeposit(
  changes: Changes,
  workspace: WorkspaceKey,
  deposit: DepositRow,
  seen: { base: bigint; confirmations: number; rateMicros: RateMicros; feeBps: bigint },
  now: Date,
): void {
  const value = valueDeposit(currencyOfCode(deposit.currency), seen.base, seen.rateMicros, seen.feeBps)
  Object.assign(deposit, {
    amount_base: seen.base,
    amount_usd_cents: value.amount,
    fee_cents: value.fee,
    credited_cents: value.credited,
    status: DepositStatus.pending,
    confirmations: seen.confirmations,
    expires_at: dueAfter(now),
  })
  changes.event(workspace, 'deposit.pending', now, { data: presentDeposit(deposit) })
  changes.changedDeposits.set(deposit.id, deposit)
}

/** Takes the credit back, because the money is no longer on the chain. */
export function reverseDeposit(changes: Changes, wallet: WorkspaceRow, deposit: DepositRow, now: Date): void {
  const credited = deposit.credited_cents
  postDepositReversal(
    changes.posting(deposit.id, TransferKind.deposit_reversal, now),
    wallet,
    credited,
    deposit.fee_cents,
  )
  changes.workspace(wallet).deposited -= credited
  Object.assign(deposit, {
    status: DepositStatus.expired,
    credited_cents: 0n,
    confirmed_at: null,
    confirmations: 0,
    reversed_at: now,
  })
  changes.event(wallet, 'deposit.expired', now, { data: presentDeposit(deposit) })
  changes.changedDeposits.set(deposit.id, deposit)
}
