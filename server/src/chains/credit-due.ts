// Credits arrivals that have enough confirmations, each in its own transaction, at a trusted price. An arrival that only one
// node confirms, or that exceeds the cap of an hour, is held.

import { type Currency, currencies, currencyNames, valueDeposit } from '../currencies/currencies.ts'
import { networkCodes, networkOf } from '../currencies/networks.ts'
import type { Sql } from '../database/database.ts'
import { confirmDeposit } from '../deposits/deposit-life.ts'
import { lockDeposit } from '../deposits/deposit-queries.ts'
import { runWithin } from '../engine/run-batch.ts'
import { DepositStatus } from '../ledger/rows.ts'
import { dollars } from '../money.ts'
import {
  type ArrivalRow,
  ArrivalState,
  arrivalColumns,
  lockArrival,
  readArrival,
  type StoredArrival,
  updateArrival,
} from './arrival-rows.ts'
import { type AskedNodes, askWitnesses } from './ask-witnesses.ts'
import type { BlockRef } from './chain-reader.ts'
import { inStep } from './cursor.ts'
import { checkCap, countCredit, holdArrival, isReleased, markHeld, mayAskAgain } from './hold-arrivals.ts'
import type { TrustedPrice } from './prices/price-feed.ts'
import { watchedBy } from './watched.ts'
import type { Watcher } from './watcher.ts'

const MAX_AT_ONCE = 1_000

export async function creditDue(watcher: Watcher, cursor: BlockRef): Promise<void> {
  const { reader, database, confirmations, prices } = watcher
  let isChecked = false
  const asked: AskedNodes = { blocks: new Map(), silent: new Set() }
  for (const currency of currencyNames.filter((name) => networkOf[name] === reader.network)) {
    const deepEnough = cursor.height - confirmations[currency] + 1
    const due = await selectDue(database.read, networkCodes[reader.network], currency, deepEnough)
    if (due.length === 0) continue
    // Depth means nothing when the cursor itself is no longer on the chain.
    if (!isChecked && (await reader.hashAt(cursor.height)) !== cursor.hash) return
    isChecked = true
    const { trusted } = await prices.current(currency)
    if (!trusted) continue // they wait; the feed has logged why
    for (const row of due.map(readArrival)) {
      if (!mayAskAgain(watcher, row)) continue
      const doubt = await checkArrival(watcher, row, trusted, asked)
      if (doubt === undefined) await creditOne(watcher, cursor, row, trusted)
      else await holdArrival(watcher, cursor, row, doubt)
    }
  }
}

/** Why the arrival must not be credited yet. One that an operator has released is always credited. */
async function checkArrival(
  watcher: Watcher,
  row: ArrivalRow,
  { rateMicros }: TrustedPrice,
  asked: AskedNodes,
): Promise<string | undefined> {
  const { witnesses, guards, feeBps } = watcher
  if (isReleased(row)) return undefined
  if (witnesses.length > 0) return askWitnesses(witnesses, row, watchedBy(watcher), asked)
  const { amount } = valueDeposit(row.currency, row.amount_base, rateMicros, feeBps)
  if (amount <= guards.secondNodeAboveCents) return undefined
  return `it is worth more than ${dollars(guards.secondNodeAboveCents).toFixed(2)} USD, and only one node is configured`
}

async function creditOne(watcher: Watcher, cursor: BlockRef, due: ArrivalRow, price: TrustedPrice): Promise<void> {
  const { confirmations, feeBps, clock } = watcher
  await inStep(watcher, cursor, async (tx) => {
    const row = await lockArrival(tx, due)
    if (row?.state !== ArrivalState.waiting || row.block_height === null || row.deposit_id === null) return
    // The evaluation holds only for this amount in this block.
    if (row.block_hash !== due.block_hash || row.amount_base !== due.amount_base) return
    const depth = cursor.height - row.block_height + 1
    if (depth < confirmations[row.currency]) return
    const deposit = (await lockDeposit(tx, row.bucket, row.workspace_id, row.deposit_id))!
    const { rateMicros, sources } = price
    if (deposit.status !== DepositStatus.confirmed && !isReleased(row)) {
      const { credited } = valueDeposit(row.currency, row.amount_base, rateMicros, feeBps)
      const excess = await checkCap(tx, watcher, credited)
      if (excess !== undefined) return markHeld(tx, watcher, row, excess)
      await countCredit(tx, row, credited, clock())
    }
    await updateArrival(tx, { ...row, state: ArrivalState.credited })
    await runWithin(tx, clock(), {
      workspace: { bucket: row.bucket, id: row.workspace_id },
      needs: { deposits: [row.deposit_id], wallet: true },
      decide({ deposit, workspace: wallet, changes, now }) {
        if (deposit.status === DepositStatus.confirmed) return
        // A deposit that waited more than a day for its price has expired. It is credited anyway, since the money is there.
        confirmDeposit(changes, wallet, deposit, { rateMicros, sources, feeBps, confirmations: depth }, now)
      },
    })
  })
}

function selectDue(sql: Sql, network: number, currency: Currency, deepEnough: number) {
  return sql<StoredArrival[]>`
    select ${arrivalColumns} from chain_arrivals a
    where a.network = ${network} and a.state = 1 and a.block_height <= ${deepEnough} and a.currency = ${currencies[currency].code}
    order by a.held_because is not null, a.block_height, a.tx_hash, a.output_index limit ${MAX_AT_ONCE}`
}
