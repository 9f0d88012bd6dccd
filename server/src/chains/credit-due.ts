// Credits what lies deep enough, each in a transaction of its own, at a price that can be trusted.

import type { Sql } from '../database/database.ts'
import { type Currency, currencies, currencyNames } from '../deposits/currencies.ts'
import { confirmDeposit } from '../deposits/deposit-life.ts'
import { networkCodes, networkOf } from '../deposits/networks.ts'
import { runWithin } from '../engine/run-batch.ts'
import { DepositStatus } from '../ledger/rows.ts'
import {
  type ArrivalRow,
  ArrivalState,
  arrivalColumns,
  lockArrival,
  readArrival,
  type StoredArrival,
  updateArrival,
} from './arrival-rows.ts'
import type { BlockRef } from './chain-reader.ts'
import { inStep } from './cursor.ts'
import type { TrustedPrice } from './prices/price-feed.ts'
import type { Watcher } from './watcher.ts'

const MOST_AT_ONCE = 1_000

export async function creditDue(watcher: Watcher, cursor: BlockRef): Promise<void> {
  const { reader, database, confirmations, prices } = watcher
  let isChecked = false
  for (const currency of currencyNames.filter((name) => networkOf[name] === reader.network)) {
    const deepEnough = cursor.height - confirmations[currency] + 1
    const due = await selectDue(database.read, networkCodes[reader.network], currency, deepEnough)
    if (due.length === 0) continue
    // Deep below a cursor that is itself no longer on the chain means nothing.
    if (!isChecked && (await reader.hashAt(cursor.height)) !== cursor.hash) return
    isChecked = true
    const { trusted } = await prices.current(currency)
    if (!trusted) continue // they wait; the feed has said why
    for (const row of due.map(readArrival)) await creditOne(watcher, cursor, row, trusted)
  }
}

async function creditOne(watcher: Watcher, cursor: BlockRef, due: ArrivalRow, price: TrustedPrice): Promise<void> {
  const { confirmations, feeBps, clock } = watcher
  await inStep(watcher, cursor, async (tx) => {
    const row = await lockArrival(tx, due)
    if (row?.state !== ArrivalState.waiting || row.block_height === null || row.deposit_id === null) return
    const depth = cursor.height - row.block_height + 1
    if (depth < confirmations[row.currency]) return
    await updateArrival(tx, { ...row, state: ArrivalState.credited })
    const { rateMicros, sources } = price
    await runWithin(tx, clock(), {
      workspace: { bucket: row.bucket, id: row.workspace_id },
      needs: { deposits: [row.deposit_id], wallet: true },
      decide({ deposit, workspace: wallet, changes, now }) {
        if (deposit.status === DepositStatus.confirmed) return
        // One that waited longer than a day for its price has expired, and is credited all the same: the money is there.
        confirmDeposit(changes, wallet, deposit, { rateMicros, sources, feeBps, confirmations: depth }, now)
      },
    })
  })
}

function selectDue(sql: Sql, network: number, currency: Currency, deepEnough: number) {
  return sql<StoredArrival[]>`
    select ${arrivalColumns} from chain_arrivals a
    where a.network = ${network} and a.state = 1 and a.block_height <= ${deepEnough} and a.currency = ${currencies[currency].code}
    order by a.block_height, a.tx_hash, a.output_index limit ${MOST_AT_ONCE}`
}
