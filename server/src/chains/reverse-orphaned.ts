// An operator's act: the credit of a deposit whose money has left the chain is taken back.

import type { Sql, Tx } from '../database/database.ts'
import { currencyOfCode } from '../deposits/currencies.ts'
import { reverseDeposit } from '../deposits/deposit-life.ts'
import { depositColumns, lockDeposit, withBaseUnits } from '../deposits/deposit-queries.ts'
import { type DepositRow, DepositStatus } from '../deposits/deposit-schemas.ts'
import { networkCodes, networkOf } from '../deposits/networks.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { lockWorkspaceById } from '../ledger/rows.ts'
import { ArrivalState, lockArrivals, updateArrival } from './arrival-rows.ts'
import { closeIncidents } from './incidents.ts'

export type Reversal =
  | { isDone: true; deposit: DepositRow; takenCents: bigint; owedCents: bigint }
  | { isDone: false; why: string }

/** Only what the watcher has found to be gone: a credit whose money is there is nobody's to take. */
export async function reverseOrphaned(tx: Tx, at: { bucket: number; uuid: Uuid }, now: Date): Promise<Reversal> {
  const [found] = await selectDeposit(tx, at.bucket, at.uuid)
  if (!found) return { isDone: false, why: 'there is no such deposit' }
  const currency = currencyOfCode(found.currency)
  const key = { currency, txHash: found.tx_hash, output: found.output_index }
  const [arrival] = (await lockArrivals(tx, networkCodes[networkOf[currency]], [key])).values()
  const deposit = (await lockDeposit(tx, at.bucket, found.workspace_id, at.uuid))!
  if (arrival?.deposit_id !== deposit.id || deposit.status !== DepositStatus.confirmed)
    return { isDone: false, why: 'it is not a confirmed deposit from a chain' }
  if (arrival.state !== ArrivalState.orphaned)
    return { isDone: false, why: 'its money is on the chain, as far as the watcher has seen' }
  const [wallet] = await lockWorkspaceById(tx, at.bucket, found.workspace_id)
  const before = wallet!.wallet_cents
  const credited = deposit.credited_cents
  const changes = new Changes()
  await reverseDeposit(tx, changes, wallet!, deposit, now)
  await updateArrival(tx, { ...arrival, deposit_id: null, state: ArrivalState.gone })
  await closeIncidents(tx, arrival, 'reversed', now)
  await record(tx, changes)
  const takenCents = before - wallet!.wallet_cents
  return { isDone: true, deposit, takenCents, owedCents: credited - takenCents }
}

async function selectDeposit(sql: Sql, bucket: number, id: Uuid): Promise<DepositRow[]> {
  return withBaseUnits(
    await sql<DepositRow[]>`select ${depositColumns} from deposits where bucket = ${bucket} and id = ${id}`,
  )
}
