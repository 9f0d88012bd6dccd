// What happens to a deposit: detected, confirmed, expired. Each step writes the row, posts the credit where
// there is one, and leaves its event, all in the caller's transaction.

import type { Sql, Tx } from '../database/database.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import { postDeposit } from '../ledger/postings.ts'
import type { WorkspaceRow } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { type Currency, currencies, currencyOfCode, valueDeposit } from './currencies.ts'
import { type DepositRow, DepositStatus, presentDeposit } from './deposit-schemas.ts'

export type Detected = {
  currency: Currency
  base: bigint
  txHash: string
  outputIndex: number
  rateCents: bigint
  feeBps: bigint
}

/** Below the minimum it is shown as expired and never credited. */
export async function detectDeposit(
  tx: Tx,
  changes: Changes,
  workspace: { bucket: number; id: Uuid },
  detected: Detected,
  now: Date,
): Promise<DepositRow> {
  const { code, minimum } = currencies[detected.currency]
  const value = valueDeposit(detected.currency, detected.base, detected.rateCents, detected.feeBps)
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
    confirmations: 0,
    created_at: now,
    confirmed_at: null,
  }
  await insertDeposit(tx, deposit)
  changes.event(workspace, isTooSmall ? 'deposit.expired' : 'deposit.pending', now, { data: presentDeposit(deposit) })
  return deposit
}

/** The rate is fixed now. The deposit's id is the operation's: a second credit would break the transfers' key. */
export async function confirmDeposit(
  tx: Tx,
  changes: Changes,
  wallet: WorkspaceRow,
  deposit: DepositRow,
  rate: { rateCents: bigint; feeBps: bigint },
  now: Date,
): Promise<void> {
  const currency = currencyOfCode(deposit.currency)
  const value = valueDeposit(currency, deposit.amount_base, rate.rateCents, rate.feeBps)
  Object.assign(deposit, {
    amount_usd_cents: value.amount,
    fee_cents: value.fee,
    credited_cents: value.credited,
    status: DepositStatus.confirmed,
    confirmations: Math.max(deposit.confirmations, currencies[currency].confirmations),
    confirmed_at: now,
  })
  postDeposit(changes.posting(deposit.id, TransferKind.deposit, now), wallet, value.credited, value.fee)
  changes.workspace(wallet).deposited += value.credited
  changes.event(wallet, 'deposit.confirmed', now, { data: presentDeposit(deposit) })
  await updateDeposit(tx, deposit)
}

export async function expireDeposit(
  tx: Tx,
  changes: Changes,
  workspace: { bucket: number; id: Uuid },
  deposit: DepositRow,
  now: Date,
): Promise<void> {
  deposit.status = DepositStatus.expired
  deposit.credited_cents = 0n
  changes.event(workspace, 'deposit.expired', now, { data: presentDeposit(deposit) })
  await updateDeposit(tx, deposit)
}

const PENDING_MS = 24 * 3_600_000

function depositColumns(sql: Sql) {
  return sql`bucket, id, workspace_id, currency, amount_base::text, amount_usd_cents, fee_cents, credited_cents, status, tx_hash,
    output_index, confirmations, created_at, confirmed_at`
}

/** The driver reads numeric as text; base units are integers. */
function withBaseUnits(rows: readonly DepositRow[]): DepositRow[] {
  return rows.map((row) => ({ ...row, amount_base: BigInt(row.amount_base) }))
}

export async function lockDeposit(
  tx: Tx,
  bucket: number,
  workspaceId: Uuid,
  id: Uuid,
): Promise<DepositRow | undefined> {
  const rows = await tx<DepositRow[]>`
    select ${depositColumns(tx)} from deposits where bucket = ${bucket} and id = ${id} and workspace_id = ${workspaceId}
    for no key update`
  return withBaseUnits(rows)[0]
}

/** Pending for longer than they may be by `horizon`, with the moment at which each was due. */
export async function selectDueDeposits(
  tx: Tx,
  workspace: { bucket: number; id: Uuid },
  horizon: Date,
  limit: number,
): Promise<{ deposit: DepositRow; dueAt: Date }[]> {
  const rows = await tx<DepositRow[]>`
    select ${depositColumns(tx)} from deposits
    where bucket = ${workspace.bucket} and workspace_id = ${workspace.id} and status = 1
      and created_at <= ${new Date(horizon.getTime() - PENDING_MS)}
    order by created_at, id limit ${limit} for no key update`
  return withBaseUnits(rows).map((deposit) => ({ deposit, dueAt: new Date(deposit.created_at.getTime() + PENDING_MS) }))
}

function insertDeposit(tx: Tx, d: DepositRow) {
  return tx`
    insert into deposits (bucket, id, workspace_id, currency, amount_base, amount_usd_cents, fee_cents, credited_cents, status, tx_hash,
      output_index, confirmations, created_at)
    values (${d.bucket}, ${d.id}, ${d.workspace_id}, ${d.currency}, ${String(d.amount_base)}, ${d.amount_usd_cents}, ${d.fee_cents},
      ${d.credited_cents}, ${d.status}, ${d.tx_hash}, ${d.output_index}, ${d.confirmations}, ${d.created_at})`
}

function updateDeposit(tx: Tx, d: DepositRow) {
  return tx`
    update deposits set amount_usd_cents = ${d.amount_usd_cents}, fee_cents = ${d.fee_cents}, credited_cents = ${d.credited_cents},
      status = ${d.status}, confirmations = ${d.confirmations}, confirmed_at = ${d.confirmed_at}
    where bucket = ${d.bucket} and id = ${d.id} and workspace_id = ${d.workspace_id}`
}
