// Ethereum: ether sent by transactions and by contracts, and USDT by the logs of its contract. Everything about a block
// is requested by its hash, so that a reorganisation in between cannot mix two blocks.

import type { Arrival, Block, BlockRef, ChainReader, NativeAccount, ReaderOptions, Watched } from '../chain-reader.ts'
import { AnswerError, address0x, fields, hash0x, list, number0x, quantity } from './answer-shape.ts'
import { readTokenTransfers } from './ethereum-token.ts'
import { internalTransfers, NATIVE_OUTPUT } from './ethereum-traces.ts'
import { JsonRpc, type NodeCalls } from './json-rpc.ts'
import { RpcError } from './node.ts'

// Half a minute.
const MAX_BEHIND = 3

type Transaction = { hash: string; to: string | undefined; value: bigint }
type FullBlock = BlockRef & { parentHash: string; transactions: Transaction[] }

export function ethereumReader(options: ReaderOptions): ChainReader {
  const { urls, log, timeoutMs } = options
  const usdtContract = options.usdtContract === undefined ? undefined : address0x(options.usdtContract)
  const chainId = (node: NodeCalls) => node.call('eth_chainId', [], (id) => quantity(id).toString())
  const rpc = new JsonRpc({ urls, log, timeoutMs, identify: chainId, maxBehind: MAX_BEHIND })
  const traces = internalTransfers(rpc, log)
  return {
    network: 'ethereum',
    chainId: () => rpc.use(chainId),
    tip: () => rpc.tip((node) => node.call('eth_getBlockByNumber', ['latest', false], readRef)),
    hashAt: (height) => rpc.use((node) => readHashAt(node, height)),
    async block(height: number, watched: Watched): Promise<Block | undefined> {
      const found = await rpc.use(async (node) => {
        const block = await readBlock(node, height)
        return block && { block, tokens: await readTokenTransfers(node, usdtContract, block.hash) }
      })
      if (!found) return undefined
      const { block, tokens } = found
      const internal = await traces.read(block)
      const sent = block.transactions.flatMap(transferOf)
      const candidates = [...sent, ...(internal ?? []), ...tokens]
      const ours =
        candidates.length > 0 ? await watched([...new Set(candidates.map(({ address }) => address))]) : new Set()
      const isOurs = ({ address }: Arrival) => ours.has(address)
      const succeeded = await rpc.use((node) => readSucceeded(node, block.hash, sent.filter(isOurs)))
      return {
        height,
        hash: block.hash,
        parentHash: block.parentHash,
        arrivals: [...succeeded, ...(internal ?? []).filter(isOurs), ...tokens.filter(isOurs)],
        isTraced: internal !== undefined,
      }
    },
    nativeBalances: (addresses, at) => rpc.use((node) => readAccounts(node, addresses, at)),
    nodes: () => rpc.nodes(),
    close: () => rpc.close(),
  }
}

function readRef(value: unknown): BlockRef {
  const { number, hash } = fields(value)
  return { height: number0x(number), hash: hash0x(hash) }
}

function toHex(height: number): string {
  return `0x${height.toString(16)}`
}

function readHashAt(node: NodeCalls, height: number): Promise<string | undefined> {
  return node.call('eth_getBlockByNumber', [toHex(height), false], (value) =>
    value === null ? undefined : atHeight(readRef(value), height).hash,
  )
}

function readBlock(node: NodeCalls, height: number): Promise<FullBlock | undefined> {
  return node.call('eth_getBlockByNumber', [toHex(height), true], (value) => {
    if (value === null) return undefined
    const { parentHash, transactions } = fields(value)
    const block = atHeight(readRef(value), height)
    return {
      ...block,
      parentHash: hash0x(parentHash),
      transactions: list(transactions).map((each) => readTransaction(each, block)),
    }
  })
}

function atHeight(ref: BlockRef, height: number): BlockRef {
  if (ref.height !== height) throw new AnswerError(`asked for block ${height}, got ${ref.height}`)
  return ref
}

function readTransaction(value: unknown, block: BlockRef): Transaction {
  const { hash, to, value: wei, blockHash } = fields(value)
  if (hash0x(blockHash) !== block.hash) throw new AnswerError('a transaction is of another block')
  // A transaction that makes a contract has no recipient.
  return { hash: hash0x(hash), to: to === null || to === undefined ? undefined : address0x(to), value: quantity(wei) }
}

function transferOf({ hash, to, value }: Transaction): Arrival[] {
  if (to === undefined || value === 0n) return []
  return [{ currency: 'eth', address: to, txHash: hash, output: NATIVE_OUTPUT, amount: value }]
}

/** A failed transaction is in the block too, and moved nothing. */
async function readSucceeded(node: NodeCalls, blockHash: string, arrivals: Arrival[]): Promise<Arrival[]> {
  const calls = arrivals.map(({ txHash }) => ({ method: 'eth_getTransactionReceipt', params: [txHash] }))
  const receipts = await node.batch(calls, (value) => {
    const { transactionHash, blockHash, status } = fields(value)
    return { txHash: hash0x(transactionHash), blockHash: hash0x(blockHash), succeeded: quantity(status) === 1n }
  })
  return arrivals.filter((arrival, index) => {
    const receipt = receipts[index]!
    if (receipt instanceof RpcError) throw receipt
    if (receipt.txHash !== arrival.txHash || receipt.blockHash !== blockHash) {
      throw new AnswerError('eth_getTransactionReceipt: the receipt is of another transaction or block')
    }
    return receipt.succeeded
  })
}

async function readAccounts(node: NodeCalls, addresses: string[], at: BlockRef): Promise<Map<string, NativeAccount>> {
  // EIP-1898: by hash, and only while the block is on the best chain.
  const block = { blockHash: at.hash, requireCanonical: true }
  const ask = async (method: string) => {
    const answers = await node.batch(
      addresses.map((address) => ({ method, params: [address, block] })),
      quantity,
    )
    return answers.map((answer) => {
      if (answer instanceof RpcError) throw answer
      return answer
    })
  }
  const balances = await ask('eth_getBalance')
  const nonces = await ask('eth_getTransactionCount')
  return new Map(
    addresses.map((address, index) => [address, { balance: balances[index]!, nonce: Number(nonces[index]!) }]),
  )
}
