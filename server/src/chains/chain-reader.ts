// What the watcher asks of a chain. A reader talks to nodes and knows nothing about the database. The watcher
// knows nothing about the protocol of a chain.

import type { Logger } from 'pino'
import type { Currency } from '../currencies/currencies.ts'
import type { Network } from '../currencies/networks.ts'

export type { Network }

/**
 * Money that arrived at a watched address. `output` tells several arrivals in one transaction apart: vout, log
 * index, or a fixed number for a native transfer (internal ones included); unique with (network, txHash).
 */
export type Arrival = { currency: Currency; address: string; txHash: string; output: number; amount: bigint }

export type BlockRef = { height: number; hash: string }
/** `isTraced` is false when internal transfers of this block were not looked for, and absent when the chain has none. */
export type Block = BlockRef & { parentHash: string; arrivals: Arrival[]; isTraced?: boolean }

/** Arrivals that are in no block yet. Only when the list is complete does a missing arrival mean that it is gone. */
export type Unconfirmed = { arrivals: Arrival[]; isComplete: boolean }

/** An account of ethereum at a block. While its nonce stays the same, whatever its balance gains has arrived. */
export type NativeAccount = { balance: bigint; nonce: number }

/**
 * Returns which of these addresses are ours. Called once per block with all candidates, in the canonical spelling of the
 * chain (btc: bech32 in lower case; eth: 0x and lower-case hex; sol: base58).
 */
export type Watched = (addresses: string[]) => Promise<Set<string>>

export interface ChainReader {
  readonly network: Network
  /** Genesis hash or chain id. The watcher refuses a cursor of another chain. */
  chainId(): Promise<string>
  tip(): Promise<BlockRef>
  /** The hash now at this height on the best chain; undefined when there is none. */
  hashAt(height: number): Promise<string | undefined>
  /**
   * Undefined when the height is beyond the tip. On a chain that skips heights (solana), the next block at or after the height
   * is returned, as far as one call can look.
   */
  block(height: number, watched: Watched): Promise<Block | undefined>
  /** Arrivals not yet in a block (bitcoin's mempool); absent where the chain has none worth showing. */
  unconfirmed?(watched: Watched): Promise<Unconfirmed>
  /** Only for ethereum: the balance and nonce of each address at a block, to find what arrived by internal transfers. */
  nativeBalances?(addresses: string[], at: BlockRef): Promise<Map<string, NativeAccount>>
  /** Health of each node, for `chains status` and metrics; never with credentials in the address. */
  nodes(): { url: string; healthy: boolean; lastError: string | undefined }[]
  close(): void
}

export type ReaderOptions = { urls: string[]; usdtContract?: string; log: Logger; timeoutMs?: number }
