// Bitcoin deposits from the mempool to the wallet, and every way in which they can fail. The tests use two bcoin nodes
// on regtest: the watched one, and a rival with another chain.

import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { bitcoinReader } from '../../src/chains/readers/bitcoin.ts'
import { watchOnce } from '../../src/chains/watch-once.ts'
import { type DepositScene, startDepositScene } from './deposit-scene.ts'
import { type BitcoinNode, hasChainNodes, startBitcoinNode } from './nodes/chain-nodes.ts'
import { startFaultyNode } from './nodes/faulty-node.ts'
import { newBitcoinAddress } from './watched-addresses.ts'

if (hasChainNodes()) {
  const node = await startBitcoinNode()
  const rival = await startBitcoinNode(0)
  const front = await startFaultyNode(node.url)
  const reader = bitcoinReader({ urls: [front.url], log: pino({ level: 'silent' }) })
  after(() => reader.close())
  const scene: DepositScene = await startDepositScene(reader)
  await scene.watch()
  beforeEach(() => rival.follow(node))
  afterEach(() => scene.service.audit())

  /** Makes the rival's chain the longer one, and the watched node follows it. */
  async function reorganise(blocks: number): Promise<void> {
    await rival.mine(blocks)
    await node.follow(rival)
  }
  const mineAndWatch = async (by: BitcoinNode = node) => {
    await by.mine()
    await scene.watch()
  }
  /** 0.01 BTC at 60,000 dollars, minus one percent. */
  const AMOUNT = 1_000_000
  const CREDITED = 594

  test('a payment is pending in the mempool and at one confirmation, and is credited once at two', async () => {
    const customer = await scene.customer()
    assert.match(customer.addresses.btc, /^tb1q/)
    const txid = await node.pay(customer.addresses.btc, AMOUNT)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 0')
    await mineAndWatch()
    assert.equal(await customer.state(), 'pending 1')
    assert.equal(await customer.balance(), 0)
    await mineAndWatch()
    const [deposit] = await customer.deposits()
    assert.equal(deposit!.status, 'confirmed')
    assert.equal(deposit!.tx_hash, txid)
    assert.deepEqual(
      [deposit!.amount_crypto, deposit!.amount_usd, deposit!.fee_usd, deposit!.credited_usd],
      ['0.01', 600, 6, CREDITED],
    )
    await mineAndWatch()
    await scene.watch()
    assert.equal(await customer.balance(), CREDITED)
    assert.equal((await customer.deposits()).length, 1)
  })

  test('several outputs of one transaction to different customers are each credited', async () => {
    const [first, second] = [await scene.customer(), await scene.customer()]
    await node.send(
      await node.sign([
        [first.addresses.btc, AMOUNT],
        [second.addresses.btc, AMOUNT],
        [first.addresses.btc, AMOUNT],
      ]),
    )
    await node.mine(2)
    await scene.watch()
    assert.deepEqual([await first.balance(), await second.balance()], [2 * CREDITED, CREDITED])
  })

  test('a payment below the minimum is not credited', async () => {
    const customer = await scene.customer()
    await node.pay(customer.addresses.btc, 9_999)
    await node.mine(3)
    await scene.watch()
    assert.match(await customer.state(), /^expired/)
    assert.equal(await customer.balance(), 0)
  })

  test('a payment that is double-spent by a longer chain before it is confirmed expires without a credit', async () => {
    const customer = await scene.customer()
    const payment = await node.sign([[customer.addresses.btc, AMOUNT]])
    await node.send(payment)
    await mineAndWatch()
    assert.equal(await customer.state(), 'pending 1')
    await rival.send(await node.sign([[newBitcoinAddress(), AMOUNT]], payment.take))
    await reorganise(2)
    await scene.watch()
    assert.match(await customer.state(), /^expired/)
    await node.mine(3)
    await scene.watch()
    assert.match(await customer.state(), /^expired/)
    assert.equal(await customer.balance(), 0)
    assert.equal(await scene.incidents(), 0)
  })

  test('a double spend after the confirmation keeps the credit and opens one incident', async () => {
    const customer = await scene.customer()
    const payment = await node.sign([[customer.addresses.btc, AMOUNT]])
    await node.send(payment)
    await node.mine(2)
    await scene.watch()
    assert.equal(await customer.balance(), CREDITED)
    await rival.send(await node.sign([[newBitcoinAddress(), AMOUNT]], payment.take))
    await reorganise(3)
    scene.errors.length = 0
    await scene.watch()
    await scene.watch()
    assert.equal(await scene.incidents(), 1)
    assert.match(scene.errors.join(), /a credited deposit is no longer on its chain/)
    assert.equal(scene.errors.length, 1, 'the incident is logged once')
    assert.equal(await customer.balance(), CREDITED)
    assert.match(await customer.state(), /^confirmed/)
  })

  test('a payment that is mined again in another block after a reorganization is credited once', async () => {
    const customer = await scene.customer()
    const payment = await node.sign([[customer.addresses.btc, AMOUNT]])
    await node.send(payment)
    await mineAndWatch()
    assert.equal(await customer.state(), 'pending 1')
    await rival.mine()
    await rival.send(payment)
    await reorganise(1)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 1')
    await mineAndWatch()
    assert.equal(await customer.balance(), CREDITED)
    assert.match(await customer.state(), /^confirmed/)
  })

  test('a credited payment that is mined again in another block is not credited twice and opens no incident', async () => {
    const before = await scene.incidents()
    const customer = await scene.customer()
    const payment = await node.sign([[customer.addresses.btc, AMOUNT]])
    await node.send(payment)
    await node.mine(2)
    await scene.watch()
    assert.equal(await customer.balance(), CREDITED)
    await rival.send(payment)
    await reorganise(3)
    await scene.watch()
    await mineAndWatch()
    assert.equal(await customer.balance(), CREDITED)
    assert.match(await customer.state(), /^confirmed/)
    assert.equal(await scene.incidents(), before)
  })

  test('a pending payment expires when another mined transaction spends its coin', async () => {
    const customer = await scene.customer()
    const payment = await node.sign([[customer.addresses.btc, AMOUNT]])
    await node.send(payment)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 0')
    await rival.send(await node.sign([[newBitcoinAddress(), AMOUNT]], payment.take))
    await reorganise(1)
    await scene.watch()
    assert.equal(await customer.state(), 'expired 0')
    assert.equal(await customer.balance(), 0)
  })

  test('a payment that disappears from the mempool expires, and is credited if it is mined later', async () => {
    const customer = await scene.customer()
    await node.pay(customer.addresses.btc, AMOUNT)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 0')
    front.fault = ({ method }) => (method === 'getrawmempool' ? { result: [] } : undefined)
    await scene.watch()
    assert.equal(await customer.state(), 'expired 0')
    front.fault = () => undefined
    await scene.watch()
    assert.equal(await customer.state(), 'pending 0')
    front.fault = ({ method }) => (method === 'getrawmempool' ? { result: [] } : undefined)
    await scene.watch()
    assert.equal(await customer.state(), 'expired 0')
    await node.mine(2)
    await scene.watch()
    front.fault = () => undefined
    assert.match(await customer.state(), /^confirmed/)
    assert.equal(await customer.balance(), CREDITED)
  })

  test('payments that arrived while nothing was watching are found', async () => {
    const customers = [await scene.customer(), await scene.customer(), await scene.customer()]
    for (const { addresses } of customers) {
      await node.pay(addresses.btc, AMOUNT)
      await node.mine(7)
    }
    await scene.watch()
    for (const customer of customers) assert.equal(await customer.balance(), CREDITED)
  })

  test('the next node takes over from a failed one without missing or repeating a payment', async () => {
    const [first, second] = [await scene.customer(), await scene.customer()]
    const dying = await startFaultyNode(node.url)
    const both = bitcoinReader({ urls: [dying.url, node.url], log: pino({ level: 'silent' }) })
    after(() => both.close())
    const watcher = { ...scene.watcher, reader: both }
    await node.pay(first.addresses.btc, AMOUNT)
    await node.mine()
    await watchOnce(watcher)
    assert.equal(await first.state(), 'pending 1')
    await node.pay(second.addresses.btc, AMOUNT)
    await node.mine(2)
    // The node fails in the middle of a round, after the tip and before the blocks.
    dying.fault = ({ method }) => (method === 'getblock' ? 'cut' : undefined)
    await watchOnce(watcher)
    assert.deepEqual([await first.balance(), await second.balance()], [CREDITED, CREDITED])
    await dying.close()
    await node.mine()
    await watchOnce(watcher)
    assert.deepEqual([await first.balance(), await second.balance()], [CREDITED, CREDITED])
  })

  test('the watcher refuses to continue on a node of another chain', async () => {
    const other = { ...reader, chainId: async () => 'another genesis' }
    await assert.rejects(watchOnce({ ...scene.watcher, reader: other }), /another chain/)
  })
}
