// An operator's command that takes back the credit of a deposit whose money is no longer on the chain.

import { currencyOfCode } from '../currencies/currencies.ts'
import { networkCodes, networkOf } from '../currencies/networks.ts'
import type { Tx } from '../database/database.ts'
import { reverseDeposit } from '../deposits/deposit-life.ts'
import type { Books } from '../engine/books.ts'
import { runWithin } from '../engine/run-batch.ts'
import type { Uuid } from '../ids.ts'
import { type DepositRow, DepositStatus } from '../ledger/rows.ts'
import { deposits } from '../ledger/tables.ts'
import { ArrivalState, lockArrivals, updateArrival } from './arrival-rows.ts'
import { closeIncidents } from './incidents.ts'

export type Reversal =
  | { isDone: true; deposit: DepositRow; takenCents: bigint; owedCents: bigint }
  | { isDone: false; why: string }

/** Reverses only deposits that the watcher found to be gone. A credit whose money is there must not be taken back. */
export async function reverseOrphaned(tx: Tx, at: { bucket: number; uuid: Uuid }, now: Date): Promise<Reversal> {
  const [found] = await deposits.find(tx, [{ bucket: at.bucket, id: at.uuid }])
  if (!found) return { isDone: false, why: 'there is no such deposit' }
  const currency = currencyOfCode(found.currency)
  const key = { currency, txHash: found.tx_hash, output: found.output_index }
  const [arrival] = (await lockArrivals(tx, networkCodes[networkOf[currency]], [key])).values()
  if (arrival?.deposit_id !== found.id) return { isDone: false, why: 'it is not a confirmed deposit from a chain' }
  if (arrival.state !== ArrivalState.orphaned)
    return { isDone: false, why: 'its money is on the chain, as far as the watcher has seen' }
  const reversal = await runWithin(tx, now, {
    workspace: { bucket: at.bucket, id: found.workspace_id },
    needs: { deposits: [found.id], wallet: true },
    decide: takeBack,
  })
  if (!reversal.isDone) return reversal
  await updateArrival(tx, { ...arrival, deposit_id: null, state: ArrivalState.gone })
  await closeIncidents(tx, arrival, 'reversed', now)
  return reversal
}

function takeBack({ deposit, workspace: wallet, changes, now }: Books): Reversal {
  if (deposit.status !== DepositStatus.confirmed)
    return { isDone: false, why: 'it is not a confirmed deposit from a chain' }
  const before = wallet.wallet_cents
  const credited = deposit.credited_cents
  reverseDeposit(changes, wallet, deposit, now)
  const takenCents = before - wallet.wallet_cents
  return { isDone: true, deposit, takenCents, owedCents: credited - takenCents }
}
