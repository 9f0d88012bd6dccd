// One watcher reads one chain: a round looks for a reorganisation, reads what is new, looks at the mempool, credits what
// lies deep enough and gives up what has vanished. Every step is one database transaction that locks the cursor first, so
// that a crash between two steps, or a second watcher, changes nothing.

import type { Logger } from 'pino'
import type { DepositGuards } from '../chain-config.ts'
import type { WallClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Currency, currencyNames } from '../deposits/currencies.ts'
import { networkOf } from '../deposits/networks.ts'
import type { Uuid } from '../ids.ts'
import type { BlockRef, ChainReader } from './chain-reader.ts'
import { creditDue } from './credit-due.ts'
import { type Cursor, CursorLost, openCursor, readRescan, saveTip, takeLease } from './cursor.ts'
import { giveUpVanished } from './give-up-vanished.ts'
import type { PriceFeed } from './prices/price-feed.ts'
import { readForward } from './read-forward.ts'
import { readUnconfirmed } from './read-unconfirmed.ts'
import { reconcileBalances } from './reconcile-balances.ts'
import { followReorganisation, rescanFrom } from './reorganise.ts'

export type Watcher = {
  reader: ChainReader
  /** A reader for each node, where there are several: each is asked by itself before money is credited. */
  witnesses: ChainReader[]
  guards: DepositGuards
  database: Database
  prices: PriceFeed
  confirmations: Record<Currency, number>
  feeBps: bigint
  clock: WallClock
  log: Logger
  /** This process: of several watchers of a chain, one holds the lease. */
  owner: Uuid
  /** A chain whose id this says nothing good of is not read. Returns what is wrong. */
  refuse?(chainId: string): string | undefined
  leaseMs: number
  /** How long money may be in no block and no mempool before it counts as gone. */
  vanishedAfterMs: number
  /** How often the nodes are asked again about an arrival that is held. */
  recheckHeldMs: number
  /** How many blocks a reorganisation may replace; beyond that nothing is credited until an operator has looked. */
  deepest: number
  /** Blocks asked for at once when far behind. */
  ahead: number
  /** Blocks read in one round. */
  mostBlocks: number
  /** Ethereum without traces: balances are explained once in so many blocks. */
  reconcileEvery: number
}

/** `isHolder` false: another process watches. `isBehind`: there is more to read at once. */
export type Round = { isHolder: boolean; isBehind: boolean; cursor: BlockRef | undefined }

const standby: Round = { isHolder: false, isBehind: false, cursor: undefined }
const MAX_TURNS = 10

/** One round, from what the database says to what the node says. */
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

/** Also while nothing waits: a jump is seen only by who has looked before. The feed asks at most once a minute. */
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
