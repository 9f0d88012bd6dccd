// The rows of deposits: read, locked and written.

import type { Sql, Tx } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import type { Uuid } from '../ids.ts'
import type { DepositRow } from './deposit-schemas.ts'

const shape = rowShape<DepositRow>({
  bucket: 'int16',
  id: 'uuid',
  workspace_id: 'uuid',
  currency: 'int16',
  'amount_base::text as amount_base': 'text',
  amount_usd_cents: 'int64',
  fee_cents: 'int64',
  credited_cents: 'int64',
  status: 'int16',
  tx_hash: 'text',
  output_index: 'int32',
  confirmations: 'int32',
  created_at: 'time',
  confirmed_at: 'time',
  expires_at: 'time',
  rate_micros: 'int64',
  price_sources: 'json',
  reversed_at: 'time',
})

/** Then `withBaseUnits`. */
export const readDeposit = shape.read

export function depositColumns(sql: Sql) {
  return sql.unsafe(shape.columns)
}

/** The driver reads numeric as text; base units are integers. */
export function withBaseUnits(rows: readonly DepositRow[]): DepositRow[] {
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
    where bucket = ${workspace.bucket} and workspace_id = ${workspace.id} and status = 1 and expires_at <= ${horizon}
    order by expires_at, id limit ${limit} for no key update`
  return withBaseUnits(rows).map((deposit) => ({ deposit, dueAt: deposit.expires_at }))
}

export function insertDeposit(tx: Tx, d: DepositRow) {
  return tx`
    insert into deposits (bucket, id, workspace_id, currency, amount_base, amount_usd_cents, fee_cents, credited_cents, status, tx_hash,
      output_index, confirmations, created_at, expires_at)
    values (${d.bucket}, ${d.id}, ${d.workspace_id}, ${d.currency}, ${String(d.amount_base)}, ${d.amount_usd_cents}, ${d.fee_cents},
      ${d.credited_cents}, ${d.status}, ${d.tx_hash}, ${d.output_index}, ${d.confirmations}, ${d.created_at}, ${d.expires_at})`
}

export function updateDeposit(tx: Tx, d: DepositRow) {
  return tx`
    update deposits set amount_base = ${String(d.amount_base)}, amount_usd_cents = ${d.amount_usd_cents}, fee_cents = ${d.fee_cents},
      credited_cents = ${d.credited_cents}, status = ${d.status}, confirmations = ${d.confirmations}, confirmed_at = ${d.confirmed_at},
      expires_at = ${d.expires_at}, rate_micros = ${d.rate_micros}, reversed_at = ${d.reversed_at},
      price_sources = ${d.price_sources && JSON.stringify(d.price_sources)}::text::jsonb
    where bucket = ${d.bucket} and id = ${d.id} and workspace_id = ${d.workspace_id}`
}
