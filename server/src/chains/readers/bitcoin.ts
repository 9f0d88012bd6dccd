// Bitcoin through the RPC of Bitcoin Core and compatible nodes. Blocks are fetched raw and matched here, so the node
// needs no wallet, no transaction index and no knowledge of our addresses.

import type { Block, BlockRef, ChainReader, ReaderOptions, Watched } from '../chain-reader.ts'
import { AnswerError, fields, hash, hexBytes, whole } from './answer-shape.ts'
import { MAIN_GENESIS, prefixesOf } from './bitcoin-address.ts'
import { arrivalsIn } from './bitcoin-arrivals.ts'
import { parseBlock } from './bitcoin-block.ts'
import { bitcoinMempool } from './bitcoin-mempool.ts'
import {
  checkTarget,
  checkWork,
  type Header,
  mainRules,
  nextBits,
  PERIOD_BLOCKS,
  parseHeader,
  startsPeriod,
  testRules,
  type WorkRules,
} from './bitcoin-work.ts'
import { JsonRpc, type NodeCalls } from './json-rpc.ts'
import { RpcError } from './node.ts'

// Blocks come every ten minutes. A node that is one block behind has not received it yet; one that is two behind is stuck.
const MAX_BEHIND = 1
/** RPC_INVALID_PARAMETER: the height is beyond the tip. */
const OUT_OF_RANGE = -8

export function bitcoinReader(options: ReaderOptions): ChainReader {
  const { urls, log, timeoutMs } = options
  const genesis = (node: NodeCalls) => node.call('getblockhash', [0], hash)
  const rpc = new JsonRpc({ urls, log, timeoutMs, identify: genesis, maxBehind: MAX_BEHIND })
  let first: string | undefined
  const findGenesis = async () => {
    first ??= await rpc.use(genesis)
    return first
  }
  const findPrefixes = async () => prefixesOf(await findGenesis())
  const mempool = bitcoinMempool(rpc, findPrefixes)
  return {
    network: 'bitcoin',
    chainId: () => rpc.use(genesis),
    tip: () => rpc.tip(readTip),
    hashAt: (height) => rpc.use((node) => hashAt(node, height)),
    async block(height: number, watched: Watched): Promise<Block | undefined> {
      const spelling = await findPrefixes()
      const rules = (await findGenesis()) === MAIN_GENESIS ? mainRules : testRules
      const raw = await rpc.use((node) => readBlock(node, height, rules))
      if (!raw) return undefined
      const { hash, parentHash } = raw.header
      return { height, hash, parentHash, arrivals: await arrivalsIn(raw.transactions, spelling, watched) }
    },
    unconfirmed: (watched) => mempool.read(watched),
    nodes: () => rpc.nodes(),
    close: () => rpc.close(),
  }
}

/** Asks by hash, so that height and hash belong together even when a block arrives in between. */
async function readTip(node: NodeCalls): Promise<BlockRef> {
  const best = await node.call('getbestblockhash', [], hash)
  const height = await node.call('getblockheader', [best], (header) => whole(fields(header).height))
  return { height, hash: best }
}

async function hashAt(node: NodeCalls, height: number): Promise<string | undefined> {
  try {
    return await node.call('getblockhash', [height], hash)
  } catch (error) {
    if (error instanceof RpcError && error.code === OUT_OF_RANGE) return undefined
    throw error
  }
}

/** Checks the block's proof of work too. A node whose block lacks it counts as failed. */
async function readBlock(node: NodeCalls, height: number, rules: WorkRules) {
  const wanted = await hashAt(node, height)
  if (wanted === undefined) return undefined
  const block = await node.call('getblock', [wanted, 0], (value) => parseBlock(hexBytes(value)))
  const { header } = block
  if (header.hash !== wanted) throw new AnswerError(`getblock: asked for ${wanted}, got ${header.hash}`)
  checkWork(header, rules)
  if (rules.followsTargets && height > 0)
    checkTarget(header, await expectedBits(node, height, header.parentHash, rules))
  return block
}

/** The target that the earlier blocks require. Those have proof of work too, so they cannot be made up either. */
async function expectedBits(node: NodeCalls, height: number, parentHash: string, rules: WorkRules): Promise<number> {
  const parent = await readHeader(node, parentHash)
  checkWork(parent, rules)
  if (!startsPeriod(height)) return parent.bits
  const firstHash = await hashAt(node, height - PERIOD_BLOCKS)
  if (firstHash === undefined) throw new AnswerError(`the node lacks block ${height - PERIOD_BLOCKS}`)
  const first = await readHeader(node, firstHash)
  checkWork(first, rules)
  return nextBits(parent, first)
}

async function readHeader(node: NodeCalls, wanted: string): Promise<Header> {
  const header = await node.call('getblockheader', [wanted, false], (value) => parseHeader(hexBytes(value)))
  if (header.hash !== wanted) throw new AnswerError(`getblockheader: asked for ${wanted}, got ${header.hash}`)
  return header
}
