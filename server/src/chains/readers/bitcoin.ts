// Bitcoin through the RPC that Bitcoin Core and its kin share. Blocks are fetched raw and matched here, so the node
// needs no wallet, no transaction index and no knowledge of our addresses.

import type { Block, BlockRef, ChainReader, ReaderOptions, Watched } from '../chain-reader.ts'
import { AnswerError, fields, hash, hexBytes, whole } from './answer-shape.ts'
import { type AddressPrefixes, prefixesOf } from './bitcoin-address.ts'
import { arrivalsIn } from './bitcoin-arrivals.ts'
import { parseBlock } from './bitcoin-block.ts'
import { bitcoinMempool } from './bitcoin-mempool.ts'
import { RpcError } from './endpoint.ts'
import { JsonRpc, type Node } from './json-rpc.ts'

// Blocks come every ten minutes; a node two behind is stuck, one behind has not heard yet.
const MOST_BEHIND = 1
/** RPC_INVALID_PARAMETER: the height is beyond the tip. */
const OUT_OF_RANGE = -8

export function bitcoinReader(options: ReaderOptions): ChainReader {
  const { urls, log, timeoutMs } = options
  const genesis = (node: Node) => node.call('getblockhash', [0], hash)
  const rpc = new JsonRpc({ urls, log, timeoutMs, identify: genesis, mostBehind: MOST_BEHIND })
  let prefixes: AddressPrefixes | undefined
  const findPrefixes = async () => {
    prefixes ??= prefixesOf(await rpc.use(genesis))
    return prefixes
  }
  const mempool = bitcoinMempool(rpc, findPrefixes)
  return {
    network: 'bitcoin',
    chainId: () => rpc.use(genesis),
    tip: () => rpc.tip(readTip),
    hashAt: (height) => rpc.use((node) => hashAt(node, height)),
    async block(height: number, watched: Watched): Promise<Block | undefined> {
      const spelling = await findPrefixes()
      const raw = await rpc.use((node) => readBlock(node, height))
      if (!raw) return undefined
      const { transactions, ...block } = raw
      return { height, ...block, arrivals: await arrivalsIn(transactions, spelling, watched) }
    },
    unconfirmed: (watched) => mempool.read(watched),
    endpoints: () => rpc.endpoints(),
    close: () => rpc.close(),
  }
}

/** By the hash, so that height and hash belong together when a block arrives in between. */
async function readTip(node: Node): Promise<BlockRef> {
  const best = await node.call('getbestblockhash', [], hash)
  const height = await node.call('getblockheader', [best], (header) => whole(fields(header).height))
  return { height, hash: best }
}

async function hashAt(node: Node, height: number): Promise<string | undefined> {
  try {
    return await node.call('getblockhash', [height], hash)
  } catch (error) {
    if (error instanceof RpcError && error.code === OUT_OF_RANGE) return undefined
    throw error
  }
}

async function readBlock(node: Node, height: number) {
  const wanted = await hashAt(node, height)
  if (wanted === undefined) return undefined
  const block = await node.call('getblock', [wanted, 0], (value) => parseBlock(hexBytes(value)))
  if (block.hash !== wanted) throw new AnswerError(`getblock: asked for ${wanted}, got ${block.hash}`)
  return block
}
