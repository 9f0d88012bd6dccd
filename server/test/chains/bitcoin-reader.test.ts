// The Bitcoin reader on bcoin nodes on regtest.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { text } from '../../src/chains/readers/answer-shape.ts'
import { bitcoinReader } from '../../src/chains/readers/bitcoin.ts'
import { prefixesOf } from '../../src/chains/readers/bitcoin-address.ts'
import { bitcoinMempool } from '../../src/chains/readers/bitcoin-mempool.ts'
import { JsonRpc, type NodeCalls } from '../../src/chains/readers/json-rpc.ts'
import { until } from '../until.ts'
import { hasChainNodes, startBitcoinNode } from './nodes/chain-nodes.ts'
import { startFaultyNode } from './nodes/faulty-node.ts'
import { newBitcoinAddress, watching } from './watched-addresses.ts'

if (hasChainNodes()) {
  const log = pino({ level: 'silent' })
  const node = await startBitcoinNode()
  const readerOf = (...urls: string[]) => {
    const reader = bitcoinReader({ urls, log })
    after(() => reader.close())
    return reader
  }
  const reader = readerOf(node.url)

  test('the chain is known by its first block', async () => {
    assert.equal(await reader.chainId(), '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206')
  })

  test('the tip is a height and its hash, and nothing is beyond it', async () => {
    const [hash] = await node.mine()
    const tip = await reader.tip()
    assert.deepEqual(tip, { height: await node.rpc('getblockcount'), hash })
    assert.equal(await reader.hashAt(tip.height), hash)
    assert.equal(await reader.hashAt(tip.height + 1), undefined)
    assert.equal(await reader.block(tip.height + 1, watching()), undefined)
  })

  test('a payment is seen in the mempool, then in its block, with the same identity', async () => {
    const [ours, other] = [newBitcoinAddress(), newBitcoinAddress()]
    const payment = await node.sign([
      [other, 5_000],
      [ours, 123_456],
      [ours, 70_000],
    ])
    const txHash = await node.send(payment)
    const expected = [
      { currency: 'btc', address: ours, txHash, output: 1, amount: 123_456n },
      { currency: 'btc', address: ours, txHash, output: 2, amount: 70_000n },
    ]
    assert.deepEqual(await reader.unconfirmed!(watching(ours)), { arrivals: expected, isComplete: true })
    const parent = await reader.tip()
    const [hash] = await node.mine()
    const watched = watching(ours)
    const block = await reader.block(parent.height + 1, watched)
    assert.deepEqual(block, { height: parent.height + 1, hash, parentHash: parent.hash, arrivals: expected })
    assert.equal(watched.asked.length, 1, 'one question for the whole block')
    assert.ok(watched.asked[0]!.includes(other))
    assert.deepEqual(await reader.unconfirmed!(watching(ours)), { arrivals: [], isComplete: true })
  })

  test('the coinbase counts like any output', async () => {
    const own = await node.rpc('ownaddress')
    const { height } = await reader.tip()
    const block = await reader.block(height, watching(own))
    assert.ok(block!.arrivals.length >= 1 && block!.arrivals.every(({ address }) => address === own))
  })

  test('a full mempool is taken in piece by piece, each transaction fetched once', async () => {
    await node.mine(10)
    const addresses = Array.from({ length: 7 }, newBitcoinAddress)
    for (const address of addresses) await node.pay(address, 20_000)
    const front = await startFaultyNode(node.url)
    const identify = (each: NodeCalls) => each.call('getblockhash', [0], text)
    const rpc = new JsonRpc({ urls: [front.url], log, identify, maxBehind: 1 })
    after(() => rpc.close())
    const mempool = bitcoinMempool(rpc, async () => prefixesOf(await reader.chainId()), 3)
    const seen: number[] = []
    for (let n = 0; n < 4; n++) {
      const { arrivals, isComplete } = await mempool.read(watching(...addresses))
      assert.equal(isComplete, arrivals.length === 7)
      seen.push(arrivals.length)
    }
    assert.deepEqual(seen, [3, 6, 7, 7])
    assert.equal(front.calls.filter((method) => method === 'getrawtransaction').length, 7)
    await node.mine()
  })

  test('a reorganisation shows in the hashes, and a double spend takes the place of the payment', async () => {
    const rival = await startBitcoinNode(0)
    await rival.follow(node)
    const ours = newBitcoinAddress()
    const payment = await node.sign([[ours, 50_000]])
    const doubleSpend = await node.sign([[newBitcoinAddress(), 50_000]], payment.take)
    await node.send(payment)
    await node.mine()
    const before = await reader.tip()
    assert.equal((await reader.block(before.height, watching(ours)))!.arrivals.length, 1)
    await rival.send(doubleSpend)
    await rival.mine(2)
    await node.follow(rival)
    const after = await reader.tip()
    assert.equal(after.height, before.height + 1)
    assert.notEqual(await reader.hashAt(before.height), before.hash)
    const block = await reader.block(before.height, watching(ours))
    assert.deepEqual(block!.arrivals, [])
    assert.equal((await reader.block(after.height, watching(ours)))!.parentHash, block!.hash)
    assert.deepEqual(await reader.unconfirmed!(watching(ours)), { arrivals: [], isComplete: true })
  })

  test('a payment whose coin is spent by a mined one leaves the mempool', async () => {
    const rival = await startBitcoinNode(0)
    await rival.follow(node)
    const ours = newBitcoinAddress()
    const payment = await node.sign([[ours, 60_000]])
    await node.send(payment)
    assert.equal((await reader.unconfirmed!(watching(ours))).arrivals.length, 1)
    await rival.send(await node.sign([[newBitcoinAddress(), 60_000]], payment.take))
    await rival.mine()
    await node.follow(rival)
    await until('the payment gone', async () => (await reader.unconfirmed!(watching(ours))).arrivals.length === 0)
  })

  test('when the first node dies the second carries on', async () => {
    const first = await startBitcoinNode(0)
    await first.follow(node)
    const both = readerOf(first.url, node.url)
    const tip = await both.tip()
    assert.deepEqual(tip, await reader.tip())
    await first.kill()
    assert.deepEqual(await both.tip(), tip)
    const block = await both.block(tip.height, watching())
    assert.equal(block!.hash, tip.hash)
    assert.deepEqual(
      both.nodes().map(({ healthy }) => healthy),
      [false, true],
    )
    assert.doesNotMatch(JSON.stringify(both.nodes()), /secret/)
  })

  test('a node that stays behind is passed over', async () => {
    const stuck = await startBitcoinNode(0)
    const both = readerOf(stuck.url, node.url)
    assert.deepEqual(await both.tip(), await reader.tip())
    assert.match(both.nodes()[0]!.lastError!, /behind/)
  })

  test('a block that is not the one asked for is refused', async () => {
    const tip = await reader.tip()
    const wrong = await node.rpc('getblock', await node.rpc('getblockhash', 5), 0)
    const liar = await startFaultyNode(node.url, ({ method }) =>
      method === 'getblock' ? { result: wrong } : undefined,
    )
    await assert.rejects(readerOf(liar.url).block(tip.height, watching()), /getblock: asked for/)
    const cut = await startFaultyNode(node.url, ({ method }) =>
      method === 'getblock' ? { result: wrong.slice(0, -8) } : undefined,
    )
    await assert.rejects(readerOf(cut.url).block(5, watching()), /getblock: the bytes end too early/)
    const both = readerOf(liar.url, node.url)
    assert.equal((await both.block(tip.height, watching()))!.hash, tip.hash)
  })

  test('wrong credentials are said to be, and not repeated', async () => {
    const url = new URL(node.url)
    url.password = 'not-the-password'
    await assert.rejects(readerOf(url.href).tip(), (error: Error) => {
      assert.match(error.message, /401/)
      assert.doesNotMatch(error.message, /not-the-password/)
      return true
    })
  })
}
