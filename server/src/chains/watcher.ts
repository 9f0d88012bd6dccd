// What a watcher of one chain works with.

import type { Logger } from 'pino'
import type { WallClock } from '../clock.ts'
import type { DepositGuards } from '../config/chain-config.ts'
import type { Currency } from '../currencies/currencies.ts'
import type { Database } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { ChainReader } from './chain-reader.ts'
import type { PriceFeed } from './prices/price-feed.ts'

export type Watcher = {
  reader: ChainReader
  /** A reader for each node when there are several. Each is asked separately before money is credited. */
  witnesses: ChainReader[]
  guards: DepositGuards
  database: Database
  prices: PriceFeed
  confirmations: Record<Currency, number>
  feeBps: bigint
  clock: WallClock
  log: Logger
  /** The id of this process, for the lease that one of a chain's watchers holds. */
  owner: Uuid
  /** Returns what is wrong with a chain id. A node that reports a wrong chain id is not read. */
  refuse?(chainId: string): string | undefined
  leaseMs: number
  /** How long money may be in no block and no mempool before it counts as gone. */
  vanishedAfterMs: number
  /** How often the nodes are asked again about a held arrival. */
  recheckHeldMs: number
  /** How many blocks a reorganisation may replace. Beyond that, nothing is credited until an operator has looked. */
  deepest: number
  /** Blocks asked for at once when far behind. */
  ahead: number
  /** Blocks read in one round. */
  maxBlocks: number
  /** For ethereum without traces: balances are reconciled once in this many blocks. */
  reconcileEvery: number
}
