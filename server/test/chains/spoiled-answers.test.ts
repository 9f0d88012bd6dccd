// For any answer of a node, a reader either understands it or reports what is wrong, and never fails in another way.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import type { ChainReader, ReaderOptions } from '../../src/chains/chain-reader.ts'
import { bitcoinReader } from '../../src/chains/readers/bitcoin.ts'
import { ethereumReader } from '../../src/chains/readers/ethereum.ts'
import { NodeError } from '../../src/chains/readers/node.ts'
import { solanaReader } from '../../src/chains/readers/solana.ts'
import {
  type ChainNode,
  hasChainNodes,
  startBitcoinNode,
  startEthereumNode,
  startSolanaNode,
} from './nodes/chain-nodes.ts'
import { deploy } from './nodes/contracts.ts'
import { type Fault, startFaultyNode } from './nodes/faulty-node.ts'
import { spoiledCopies } from './nodes/spoiled-answers.ts'
import { newBitcoinAddress, newEthereumAddress, newSolanaAddress, watching } from './watched-addresses.ts'

const log = pino({ level: 'silent' })

/** Reads one block again and again, each time with one more thing wrong in one method's answer. */
async function spoil(
  node: ChainNode,
  makeReader: (options: ReaderOptions) => ChainReader,
  method: string,
  read: (reader: ChainReader) => Promise<unknown>,
): Promise<{ refused: number; understood: number }> {
  const count = { refused: 0, understood: 0 }
  let fault: Fault
  let longest: { params: string; said: string } | undefined
  const front = await startFaultyNode(node.url, async (call) => {
    if (call.method !== method) return undefined
    const params = JSON.stringify(call.params)
    if (fault !== undefined) return params === longest?.params ? fault : undefined
    const said = JSON.stringify(await node.rpc(method, ...call.params))
    if (said.length >= (longest?.said.length ?? 0)) longest = { params, said }
    return undefined
  })
  const reader = makeReader({ urls: [front.url], log })
  after(() => reader.close())
  await read(reader)
  assert.ok(longest, `${method} is asked`)
  for (const result of spoiledCopies(JSON.parse(longest.said))) {
    fault = { result }
    // A field that is not read may say anything, and null or an empty list is a block that is not there yet.
    const error = await read(reader).then(
      () => undefined,
      (error) => error,
    )
    if (error === undefined) count.understood++
    else {
      assert.ok(error instanceof NodeError, `${JSON.stringify(result)?.slice(0, 300)}: ${error.stack}`)
      assert.match(error.message, /^http:\/\/127\.0\.0\.1:\d+: \S/)
      count.refused++
    }
  }
  return count
}

if (hasChainNodes()) {
  test('Bitcoin', { timeout: 120_000 }, async () => {
    const node = await startBitcoinNode(101)
    const ours = newBitcoinAddress()
    await node.pay(ours, 50_000)
    const tip = await node.rpc('getblockcount')
    for (const method of ['getbestblockhash', 'getblockheader']) {
      assert.ok((await spoil(node, bitcoinReader, method, (reader) => reader.tip())).refused > 0, method)
    }
    for (const method of ['getblockhash', 'getblock']) {
      const { refused } = await spoil(node, bitcoinReader, method, (reader) => reader.block(tip, watching(ours)))
      assert.ok(refused > 0, method)
    }
    const { refused } = await spoil(node, bitcoinReader, 'getrawmempool', (reader) =>
      reader.unconfirmed!(watching(ours)),
    )
    assert.ok(refused > 0)
  })

  test('Ethereum', { timeout: 120_000 }, async () => {
    const node = await startEthereumNode()
    const usdt = await deploy(node, 'token.sol', 'Token', [10n ** 15n])
    const payer = await deploy(node, 'payer.sol', 'Payer')
    const ours = newEthereumAddress()
    await node.rpc('evm_setAutomine', false)
    await node.pay(ours, 10n ** 18n)
    await usdt.send('transfer(address,uint256)', [ours, 5_000_000n])
    await payer.send('payBoth(address,address)', [ours, ours], 10n ** 18n)
    await node.mine()
    const reader = (options: ReaderOptions) => ethereumReader({ ...options, usdtContract: usdt.address })
    const height = Number(await node.rpc('eth_blockNumber'))
    const methods = ['eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionReceipt']
    for (const method of methods) {
      const { refused } = await spoil(node, reader, method, (each) => each.block(height, watching(ours)))
      assert.ok(refused > 10, method)
    }
    // Traces are optional: what cannot be read is as if the node had none. A new reader each time, since it then waits.
    const traces = await spoil(node, reader, 'debug_traceTransaction', async ({ nodes }) => {
      const fresh = reader({ urls: nodes().map(({ url }) => url), log })
      const block = await fresh.block(height, watching(ours)).finally(() => fresh.close())
      // One by a transaction, one of USDT, two from inside a contract.
      const most = block!.isTraced ? 4 : 2
      assert.ok(block!.arrivals.length >= 2 && block!.arrivals.length <= most)
    })
    assert.equal(traces.refused, 0)
    for (const method of ['eth_getBalance', 'eth_getTransactionCount']) {
      const hash: string = (await node.rpc('eth_getBlockByNumber', 'latest', false)).hash
      const at = { height, hash }
      assert.ok((await spoil(node, reader, method, (each) => each.nativeBalances!([ours], at))).refused > 0, method)
    }
  })

  test('Solana', { timeout: 120_000 }, async () => {
    const node = await startSolanaNode()
    const ours = newSolanaAddress()
    await node.endSlot(2)
    await node.pay([[ours, 10n ** 9n]], { byLookupTable: true })
    await node.pay([[ours, 10n ** 9n]], { fails: true })
    const slot = (await node.endSlot()) - 1
    await node.finalize()
    const reads: [string, number][] = [
      ['getBlocksWithLimit', slot - 1],
      ['getBlock', slot],
    ]
    for (const [method, from] of reads) {
      const { refused } = await spoil(node, solanaReader, method, (reader) => reader.block(from, watching(ours)))
      assert.ok(refused > 5, method)
    }
    assert.ok((await spoil(node, solanaReader, 'getLatestBlockhash', (reader) => reader.tip())).refused > 5)
  })
}
