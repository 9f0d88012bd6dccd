// Money that is no longer in any block or mempool: a pending deposit expires, and an operator decides about a credited one.

import { networkCodes } from '../currencies/networks.ts'
import type { Sql } from '../database/database.ts'
import { expireDeposit } from '../deposits/deposit-life.ts'
import { lockDeposit } from '../deposits/deposit-queries.ts'
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
import { openIncident } from './incidents.ts'
import type { Watcher } from './watcher.ts'

const MAX_AT_ONCE = 1_000

/** Only at the tip, since below it the rest of the chain may still show them. */
export async function giveUpVanished(watcher: Watcher, cursor: BlockRef): Promise<void> {
  const { reader, database, clock, vanishedAfterMs } = watcher
  const before = new Date(clock().getTime() - vanishedAfterMs)
  const rows = await selectVanished(database.read, networkCodes[reader.network], before)
  for (const row of rows.map(readArrival)) await giveUpOne(watcher, cursor, row)
}

async function giveUpOne(watcher: Watcher, cursor: BlockRef, vanished: ArrivalRow): Promise<void> {
  const now = watcher.clock()
  await inStep(watcher, cursor, async (tx, changes) => {
    const row = await lockArrival(tx, vanished)
    if (!row || row.missing_since === null) return
    row.missing_since = null
    if (row.state === ArrivalState.credited) {
      row.state = ArrivalState.orphaned
      await openIncident(tx, watcher, row, 'orphaned', now)
    } else {
      row.state = ArrivalState.gone
      const deposit = (await lockDeposit(tx, row.bucket, row.workspace_id, row.deposit_id!))!
      const owner = { bucket: row.bucket, id: row.workspace_id }
      if (deposit.status === DepositStatus.pending) expireDeposit(changes, owner, deposit, now)
    }
    await updateArrival(tx, row)
  })
}

function selectVanished(sql: Sql, network: number, before: Date) {
  return sql<StoredArrival[]>`
    select ${arrivalColumns} from chain_arrivals a
    where a.network = ${network} and a.missing_since <= ${before}
    order by a.missing_since limit ${MAX_AT_ONCE}`
}
