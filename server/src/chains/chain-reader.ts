// What the watcher asks of a chain. A reader speaks to nodes and knows nothing of the database; the core
// knows nothing of a chain's dialect.

import type { Logger } from 'pino'
import type { Currency } from '../deposits/currencies.ts'
import type { Network } from '../deposits/networks.ts'

export type { Network }

/**
 * Money that arrived at a watched address. `output` tells several arrivals in one transaction apart: vout, log
 * index, or a fixed number for a native transfer (internal ones included); unique with (network, txHash).
 */
export type Arrival = { currency: Currency; address: string; txHash: string; output: number; amount: bigint }

export type BlockRef = { height: number; hash: string }
/** `isTraced` false: internal transfers of this block were not looked for; absent where the chain has none. */
export type Block = BlockRef & { parentHash: string; arrivals: Arrival[]; isTraced?: boolean }

/** What no block holds yet. Only where it is complete does absence mean gone. */
export type Unconfirmed = { arrivals: Arrival[]; isComplete: boolean }

/** An account of ethereum at a block: while its nonce stays, what its balance gains is what arrived. */
export type NativeAccount = { balance: bigint; nonce: number }

/**
 * Which of these addresses are ours; asked once per block with all candidates, in the canonical spelling of the
 * chain (btc: bech32 in lower case; eth: 0x and lower-case hex; sol: base58).
 */
export type Watched = (addresses: string[]) => Promise<Set<string>>

export interface ChainReader {
  readonly network: Network
  /** Genesis hash or chain id: the core refuses a cursor of another chain. */
  chainId(): Promise<string>
  tip(): Promise<BlockRef>
  /** The hash now at this height on the best chain; undefined when there is none. */
  hashAt(height: number): Promise<string | undefined>
  /**
   * undefined when the height is beyond the tip. A chain that skips heights (solana) answers the next block at or
   * after it within one call's bound.
   */
  block(height: number, watched: Watched): Promise<Block | undefined>
  /** Arrivals not yet in a block (bitcoin's mempool); absent where the chain has none worth showing. */
  unconfirmed?(watched: Watched): Promise<Unconfirmed>
  /** Ethereum: native coin and nonce of each address at a block, for finding what came by internal transfers. */
  nativeBalances?(addresses: string[], at: BlockRef): Promise<Map<string, NativeAccount>>
  /** Health of each endpoint, for `chains status` and metrics; never with credentials in the address. */
  endpoints(): { url: string; healthy: boolean; lastError: string | undefined }[]
  close(): void
}

export type ReaderOptions = { urls: string[]; usdtContract?: string; log: Logger; timeoutMs?: number }
