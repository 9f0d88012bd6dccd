// A watcher reads one chain. A round checks for a reorganisation, reads new blocks, reads the mempool, credits arrivals with
// enough confirmations and gives up those that have vanished. Every step is one database transaction that locks the cursor
// first, so that a crash between two steps, or a second watcher, does no harm.

import { currencyNames } from '../currencies/currencies.ts'
import { networkOf } from '../currencies/networks.ts'
import type { BlockRef } from './chain-reader.ts'
import { creditDue } from './credit-due.ts'
import { type Cursor, CursorLost, openCursor, readRescan, saveTip, takeLease } from './cursor.ts'
import { giveUpVanished } from './give-up-vanished.ts'
import { readForward } from './read-forward.ts'
import { readUnconfirmed } from './read-unconfirmed.ts'
import { reconcileBalances } from './reconcile-balances.ts'
import { followReorganisation, rescanFrom } from './reorganise.ts'
import type { Watcher } from './watcher.ts'

/** `isHolder` is false when another process watches the chain. `isBehind` is true when there is more to read right away. */
export type Round = { isHolder: boolean; isBehind: boolean; cursor: BlockRef | undefined }

const standby: Round = { isHolder: false, isBehind: false, cursor: undefined }
const MAX_TURNS = 10

/** One round: brings the database up to what the nodes show. */
export async function watchOnce(watcher: Watcher): Promise<Round> {
  try {
    await openCursor(watcher)
    const cursor = await takeLease(watcher)
    return cursor ? await runRound(watcher, cursor) : standby
  } catch (error) {
    if (error instanceof CursorLost) return standby
    throw error
  }
}

/** Runs even when no arrival waits, since a jump shows only against an earlier price. The feed asks at most once a minute. */
async function followPrices({ reader, prices }: Watcher): Promise<void> {
  await Promise.all(
    currencyNames.filter((name) => networkOf[name] === reader.network).map((name) => prices.current(name)),
  )
}

async function runRound(watcher: Watcher, first: Cursor): Promise<Round> {
  let cursor: BlockRef = first
  const rescan = await readRescan(watcher)
  if (rescan !== undefined) cursor = await rescanFrom(watcher, first, rescan)
  else if (first.halted !== null) {
    watcher.log.error(
      { network: watcher.reader.network, reason: first.halted },
      'the chain is halted; nothing is credited',
    )
    return { isHolder: true, isBehind: false, cursor }
  }
  await followPrices(watcher)
  const tip = await watcher.reader.tip()
  await saveTip(watcher, tip.height)
  let isAtTip = false
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const followed = await followReorganisation(watcher, cursor)
    if (!followed) return { isHolder: true, isBehind: false, cursor }
    const read = await readForward(watcher, followed, tip)
    cursor = read.cursor
    isAtTip = read.end === 'tip'
    if (read.end !== 'parted') break
  }
  await reconcileBalances(watcher, cursor)
  if (isAtTip) await readUnconfirmed(watcher, cursor)
  await creditDue(watcher, cursor)
  if (isAtTip) await giveUpVanished(watcher, cursor)
  return { isHolder: true, isBehind: !isAtTip, cursor }
}
