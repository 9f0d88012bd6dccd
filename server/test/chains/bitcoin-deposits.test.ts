// Bitcoin deposits from the mempool to the wallet, and every way in which they can fail. Uses two bcoin nodes on
// regtest: the watched one, and a rival with another chain.

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

  /** The rival's chain becomes the longer one, and the watched node follows it. */
  async function reorganise(blocks: number): Promise<void> {
    await rival.mine(blocks)
    await node.follow(rival)
  }
  const mineAndWatch = async (by: BitcoinNode = node) => {
    await by.mine()
    await scene.watch()
  }
  /** 0.01 btc at 60,000 dollars, less one percent. */
  const AMOUNT = 1_000_000
  const CREDITED = 594

  test('mempool, one confirmation, two: credited, and only once', async () => {
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

  test('several outputs of one transaction, to one customer and another, are each credited', async () => {
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

  test('below the minimum nothing is credited', async () => {
    const customer = await scene.customer()
    await node.pay(customer.addresses.btc, 9_999)
    await node.mine(3)
    await scene.watch()
    assert.match(await customer.state(), /^expired/)
    assert.equal(await customer.balance(), 0)
  })

  test('a double spend in a longer chain before the depth: expired, nothing credited', async () => {
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

  test('a double spend after the depth: the credit stays, and an operator is called', async () => {
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
    assert.equal(scene.errors.length, 1, 'said once')
    assert.equal(await customer.balance(), CREDITED)
    assert.match(await customer.state(), /^confirmed/)
  })

  test('mined again in another block after a reorganisation: credited once', async () => {
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

  test('credited, then mined again in another block: no second credit and no alarm', async () => {
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

  test('its coin spent by a mined transaction: expired', async () => {
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

  test('dropped from the mempool: expired; mined after all: credited', async () => {
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

  test('what came while nobody watched is found', async () => {
    const customers = [await scene.customer(), await scene.customer(), await scene.customer()]
    for (const { addresses } of customers) {
      await node.pay(addresses.btc, AMOUNT)
      await node.mine(7)
    }
    await scene.watch()
    for (const customer of customers) assert.equal(await customer.balance(), CREDITED)
  })

  test('a node that dies is replaced by the next, and nothing is missed or counted twice', async () => {
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
    // It dies in the middle of a round: after the tip, before the blocks.
    dying.fault = ({ method }) => (method === 'getblock' ? 'cut' : undefined)
    await watchOnce(watcher)
    assert.deepEqual([await first.balance(), await second.balance()], [CREDITED, CREDITED])
    await dying.close()
    await node.mine()
    await watchOnce(watcher)
    assert.deepEqual([await first.balance(), await second.balance()], [CREDITED, CREDITED])
  })

  test('an installation is not moved to another chain by mistake', async () => {
    const other = { ...reader, chainId: async () => 'another genesis' }
    await assert.rejects(watchOnce({ ...scene.watcher, reader: other }), /another chain/)
  })
}
