// Arrivals that are in no block yet are shown as pending. One that the mempool no longer shows may have been replaced or dropped.

import { networkCodes } from '../currencies/networks.ts'
import type { Sql } from '../database/database.ts'
import {
  type ArrivalRow,
  arrivalColumns,
  lockArrivals,
  readArrival,
  type StoredArrival,
  updateArrival,
} from './arrival-rows.ts'
import type { Arrival, BlockRef } from './chain-reader.ts'
import { inStep } from './cursor.ts'
import { estimatesFor, keyOf, recordArrivals } from './record-arrivals.ts'
import { watchedBy } from './watched.ts'
import type { Watcher } from './watcher.ts'

const MAX_UNMINED = 10_000

export async function readUnconfirmed(watcher: Watcher, cursor: BlockRef): Promise<void> {
  const { reader, database, clock } = watcher
  if (!reader.unconfirmed) return
  const { arrivals, isComplete } = await reader.unconfirmed(watchedBy(watcher))
  const network = networkCodes[reader.network]
  const unmined = new Map(
    (await selectUnmined(database.read, network)).map(readArrival).map((row) => [keyOfRow(row), row]),
  )
  const seen = new Set(arrivals.map(keyOf))
  // Known arrivals that have not moved need no transaction, so most reads of a mempool end here.
  const updates = arrivals.filter((arrival) => unmined.get(keyOf(arrival))?.missing_since !== null)
  const missing = isComplete
    ? [...unmined.values()].filter((row) => row.missing_since === null && !seen.has(keyOfRow(row)))
    : []
  if (updates.length === 0 && missing.length === 0) return
  const estimates = await estimatesFor(watcher, updates)
  await inStep(watcher, cursor, async (tx, changes) => {
    await recordArrivals(tx, changes, watcher, updates, undefined, estimates)
    for (const row of (await lockArrivals(tx, network, missing.map(asKey))).values()) {
      if (row.block_height === null) await updateArrival(tx, { ...row, missing_since: clock() })
    }
  })
}

function keyOfRow(row: ArrivalRow): string {
  return keyOf(asKey(row))
}

function asKey(row: ArrivalRow): Pick<Arrival, 'currency' | 'txHash' | 'output'> {
  return { currency: row.currency, txHash: row.tx_hash, output: row.output_index }
}

/** Arrivals that may be in the mempool: neither gone nor orphaned. */
function selectUnmined(sql: Sql, network: number) {
  return sql<StoredArrival[]>`
    select ${arrivalColumns} from chain_arrivals a
    where a.network = ${network} and a.block_height is null and a.state < 4 limit ${MAX_UNMINED}`
}
