// Solana by finalized blocks. Reading one block per slot costs the same however many addresses are watched, and the slot is
// the cursor, so nothing is seen twice. Asking for the signatures of each address would cost a request per address and round,
// and a page of signatures can hide an older one. Finalized blocks are never reorganised.

import type { Arrival, Block, BlockRef, ChainReader, ReaderOptions, Watched } from '../chain-reader.ts'
import { AnswerError, amount, base58, type Fields, fields, list, whole } from './answer-shape.ts'
import { JsonRpc, type NodeCalls } from './json-rpc.ts'
import { RpcError } from './node.ts'

// A minute, since a slot takes 0.4 s.
const MAX_BEHIND = 150

const finalized = { commitment: 'finalized' }

/** The slot was skipped, or its block was never stored. */
const SLOT_SKIPPED = -32_007
const SLOT_SKIPPED_IN_STORAGE = -32_009
const BLOCK_NOT_YET_AVAILABLE = -32_004
const UNSUPPORTED_VERSION = -32_015
// The transaction version that nodes have known since 2022, and the largest value that the field can hold. Every version
// lists accounts and balances in the same way, so a newer version in a block need not stop us.
const VERSION = 0
const ANY_VERSION = 255

type FoundBlock = BlockRef & { parentHash: string; arrivals: Arrival[] }

export function solanaReader(options: ReaderOptions): ChainReader {
  const { urls, log, timeoutMs } = options
  const genesis = (node: NodeCalls) => node.call('getGenesisHash', [], base58)
  const rpc = new JsonRpc({ urls, log, timeoutMs, identify: genesis, maxBehind: MAX_BEHIND })
  return {
    network: 'solana',
    chainId: () => rpc.use(genesis),
    tip: () => rpc.tip(readTip),
    hashAt: (slot) => rpc.use((node) => readHashAt(node, slot)),
    async block(slot: number, watched: Watched): Promise<Block | undefined> {
      const found = await rpc.use((node) => readBlockFrom(node, slot))
      if (!found) return undefined
      const { arrivals, ...block } = found
      const addresses = [...new Set(arrivals.map(({ address }) => address))]
      const ours = addresses.length > 0 ? await watched(addresses) : new Set()
      return { ...block, arrivals: arrivals.filter(({ address }) => ours.has(address)) }
    },
    nodes: () => rpc.nodes(),
    close: () => rpc.close(),
  }
}

/** The newest finalized bank and its hash in one answer. */
function readTip(node: NodeCalls): Promise<BlockRef> {
  return node.call('getLatestBlockhash', [finalized], (value) => {
    const { context, value: latest } = fields(value)
    return { height: whole(fields(context).slot), hash: base58(fields(latest).blockhash) }
  })
}

async function readHashAt(node: NodeCalls, slot: number): Promise<string | undefined> {
  const found = await getBlock(node, slot, 'none', (value) => base58(fields(value).blockhash))
  return found === 'skipped' ? undefined : found
}

/** Most slots have a block, so the block is requested first. The list of slots with blocks is requested only when it has none. */
async function readBlockFrom(node: NodeCalls, from: number): Promise<FoundBlock | undefined> {
  const found = await getBlock(node, from, 'accounts', (value) => readBlock(value, from, from))
  if (found !== 'skipped') return found
  const [slot] = await node.call('getBlocksWithLimit', [from, 1, finalized], (slots) => list(slots).map(whole))
  if (slot === undefined) return undefined
  if (slot < from) throw new AnswerError(`getBlocksWithLimit: asked from slot ${from}, got ${slot}`)
  const next = await getBlock(node, slot, 'accounts', (value) => readBlock(value, slot, from))
  if (next === 'skipped') throw new AnswerError(`getBlock: slot ${slot} is listed and skipped`)
  return next
}

/** undefined while the slot is not finalized. */
async function getBlock<T>(
  node: NodeCalls,
  slot: number,
  transactionDetails: 'accounts' | 'none',
  read: (value: unknown) => T,
): Promise<T | 'skipped' | undefined> {
  const ask = (maxSupportedTransactionVersion: number) => {
    const config = {
      ...finalized,
      encoding: 'json',
      transactionDetails,
      maxSupportedTransactionVersion,
      rewards: false,
    }
    return node.call('getBlock', [slot, config], (value) => (value === null ? undefined : read(value)))
  }
  try {
    return await ask(VERSION).catch((error) => {
      if (error instanceof RpcError && error.code === UNSUPPORTED_VERSION) return ask(ANY_VERSION)
      throw error
    })
  } catch (error) {
    const code = error instanceof RpcError ? error.code : undefined
    if (code === BLOCK_NOT_YET_AVAILABLE) return undefined
    if (code === SLOT_SKIPPED || code === SLOT_SKIPPED_IN_STORAGE) return 'skipped'
    throw error
  }
}

function readBlock(value: unknown, slot: number, from: number): FoundBlock {
  const { blockhash, previousBlockhash, parentSlot, transactions } = fields(value)
  // A node that has dropped old blocks, or started from a snapshot, answers with a later block. That is not a skipped slot.
  if (whole(parentSlot) >= from && slot > 0) {
    throw new AnswerError(`the node lacks the blocks of slots ${from} to ${parentSlot}`)
  }
  const arrivals = list(transactions).flatMap((each) => increasesIn(fields(each)))
  return { height: slot, hash: base58(blockhash), parentHash: base58(previousBlockhash), arrivals }
}

/** What each account gained: the balance after less the balance before. A failed transaction only costs its fee. */
function increasesIn({ transaction, meta }: Fields): Arrival[] {
  const { err, preBalances, postBalances, loadedAddresses } = fields(meta)
  if (err !== null) return []
  const before = list(preBalances)
  const after = list(postBalances)
  const { signatures, accountKeys, message } = fields(transaction)
  const keys = accountKeys === undefined ? keysOfMessage(fields(message), loadedAddresses) : list(accountKeys)
  if (before.length !== keys.length || after.length !== keys.length) {
    throw new AnswerError('getBlock: there are not as many balances as accounts')
  }
  return keys.flatMap((key, output) => {
    const gained = amount(after[output]) - amount(before[output])
    if (gained <= 0n) return []
    const address = base58(typeof key === 'string' ? key : fields(key).pubkey)
    return [{ currency: 'sol', address, txHash: base58(list(signatures)[0]), output, amount: gained }]
  })
}

/**
 * A node that does not know `transactionDetails: accounts` sends whole messages. Balances are in the order of the
 * message's own keys, followed by the keys loaded from tables, the writable ones first.
 */
function keysOfMessage(message: Fields, loaded: unknown): unknown[] {
  const { writable = [], readonly = [] } = loaded === undefined || loaded === null ? {} : fields(loaded)
  return [...list(message.accountKeys), ...list(writable), ...list(readonly)]
}
