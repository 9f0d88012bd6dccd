// Deposits of SOL on litesvm: finalized blocks, failed transactions, repeated signatures, and slots without a block.

import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { pino } from 'pino'
import { solanaReader } from '../../src/chains/readers/solana.ts'
import { watchOnce } from '../../src/chains/watch-once.ts'
import { startDepositScene } from './deposit-scene.ts'
import { hasChainNodes, startSolanaNode } from './nodes/chain-nodes.ts'
import { startFaultyNode } from './nodes/faulty-node.ts'

if (hasChainNodes()) {
  const node = await startSolanaNode()
  const readerOf = (...urls: string[]) => {
    const reader = solanaReader({ urls, log: pino({ level: 'silent' }) })
    after(() => reader.close())
    return reader
  }
  await node.finalize()
  const scene = await startDepositScene(readerOf(node.url))
  await scene.watch()
  afterEach(() => scene.service.audit())

  const SOL = 10n ** 9n
  /** Ten SOL at 150 dollars, minus one percent. */
  const AMOUNT = 10n * SOL
  const CREDITED = 1_485

  /** Finalizes everything and adds 32 more slots. */
  async function settle(): Promise<void> {
    await node.finalize()
    await node.finalize()
    await scene.watch()
  }

  test('a Solana transfer is not seen before it is finalized and is then credited once', async () => {
    const customer = await scene.customer()
    const signature = await node.pay([[customer.addresses.sol, AMOUNT]])
    await node.endSlot()
    await scene.watch()
    assert.equal(await customer.state(), 'none')
    await settle()
    await scene.watch()
    const [deposit] = await customer.deposits()
    assert.deepEqual([deposit!.tx_hash, deposit!.status, deposit!.amount_crypto], [signature, 'confirmed', '10'])
    assert.equal(await customer.balance(), CREDITED)
  })

  test('one transaction credits several customers, also through an address lookup table', async () => {
    const [first, second] = [await scene.customer(), await scene.customer()]
    const both: [string, bigint][] = [
      [first.addresses.sol, AMOUNT],
      [second.addresses.sol, 2n * AMOUNT],
    ]
    await node.pay(both)
    await node.pay(both, { byLookupTable: true })
    await settle()
    assert.deepEqual([await first.balance(), await second.balance()], [2 * CREDITED, 4 * CREDITED])
  })

  test('a failed Solana transaction creates no deposit', async () => {
    const customer = await scene.customer()
    await node.pay([[customer.addresses.sol, AMOUNT]], { fails: true })
    await settle()
    assert.equal(await customer.state(), 'none')
  })

  test('a signature that appears in two blocks is credited once', async () => {
    const customer = await scene.customer()
    const signature = await node.pay([[customer.addresses.sol, AMOUNT]])
    await node.endSlot()
    await node.rpc('repeat', signature)
    await settle()
    await node.rpc('repeat', signature)
    await settle()
    assert.equal((await customer.deposits()).length, 1)
    assert.equal(await customer.balance(), CREDITED)
  })

  test('the watcher skips slots without a block', async () => {
    const customer = await scene.customer()
    await node.endSlot(40)
    await node.pay([[customer.addresses.sol, AMOUNT]])
    await node.endSlot(3)
    await node.pay([[customer.addresses.sol, AMOUNT]])
    await settle()
    assert.equal(await customer.balance(), 2 * CREDITED)
  })

  test('Solana payments that arrived while nothing was watching are found, even if the first node is down', async () => {
    const dead = await startFaultyNode(node.url)
    await dead.close()
    const customer = await scene.customer()
    for (let n = 0; n < 5; n++) {
      await node.pay([[customer.addresses.sol, AMOUNT]])
      await node.finalize()
    }
    await node.finalize()
    await watchOnce({ ...scene.watcher, reader: readerOf(dead.url, node.url) })
    assert.equal(await customer.balance(), 5 * CREDITED)
  })
}
