// The Solana reader on litesvm, with slots and blocks made by the tests.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { solanaReader } from '../../src/chains/readers/solana.ts'
import { hasChainNodes, startSolanaNode } from './nodes/chain-nodes.ts'
import { startFaultyNode } from './nodes/faulty-node.ts'
import { newSolanaAddress, watching } from './watched-addresses.ts'

if (hasChainNodes()) {
  const log = pino({ level: 'silent' })
  const node = await startSolanaNode()
  const readerOf = (...urls: string[]) => {
    const reader = solanaReader({ urls, log })
    after(() => reader.close())
    return reader
  }
  const reader = readerOf(node.url)
  const SOL = 10n ** 9n

  /** Ends the slot that the payments so far are in; its number, once it is final. */
  async function finalSlot(): Promise<number> {
    const next = await node.endSlot()
    await node.finalize()
    return next - 1
  }

  test('only finalized blocks are seen', async () => {
    const ours = newSolanaAddress()
    await node.pay([[ours, SOL]])
    const slot = (await node.endSlot()) - 1
    assert.equal(await reader.block(slot, watching(ours)), undefined)
    assert.equal(await reader.hashAt(slot), undefined)
    await node.finalize()
    assert.equal((await reader.block(slot, watching(ours)))!.arrivals.length, 1)
    const tip = await reader.tip()
    assert.equal(await reader.hashAt(tip.height), tip.hash)
    assert.equal(await reader.block(tip.height + 1, watching(ours)), undefined)
  })

  test('a transfer arrives with what the balance gained', async () => {
    const ours = newSolanaAddress()
    const txHash = await node.pay([[ours, SOL]])
    const slot = await finalSlot()
    const block = (await reader.block(slot, watching(ours)))!
    assert.deepEqual(block.arrivals, [{ currency: 'sol', address: ours, txHash, output: 1, amount: SOL }])
    assert.equal(block.height, slot)
    assert.equal(block.parentHash, await reader.hashAt(slot - 1))
  })

  test('two transfers to one address in one transaction are one gain', async () => {
    const ours = newSolanaAddress()
    await node.pay([
      [ours, SOL],
      [ours, 2n * SOL],
    ])
    const block = await reader.block(await finalSlot(), watching(ours))
    assert.deepEqual(
      block!.arrivals.map(({ amount }) => amount),
      [3n * SOL],
    )
  })

  test('a failed transaction brings nothing', async () => {
    const ours = newSolanaAddress()
    await node.pay([[ours, SOL]])
    await node.pay([[ours, 5n * SOL]], { fails: true })
    const block = await reader.block(await finalSlot(), watching(ours))
    assert.deepEqual(
      block!.arrivals.map(({ amount }) => amount),
      [SOL],
    )
  })

  test('what is marked as failed brings nothing, whatever its balances say', async () => {
    const ours = newSolanaAddress()
    await node.pay([[ours, SOL]])
    const slot = await finalSlot()
    const block = await node.rpc('getBlock', slot, { transactionDetails: 'accounts' })
    block.transactions[0].meta.err = 'AccountInUse'
    const odd = await startFaultyNode(node.url, ({ method }) => (method === 'getBlock' ? { result: block } : undefined))
    assert.deepEqual((await readerOf(odd.url).block(slot, watching(ours)))!.arrivals, [])
  })

  test('transactions of a version yet unknown do not stop the reader', async () => {
    const ours = newSolanaAddress()
    await node.pay([[ours, SOL]])
    const slot = await finalSlot()
    const strict = await startFaultyNode(node.url, ({ method, params }) => {
      const { maxSupportedTransactionVersion: version } = (params[1] ?? {}) as {
        maxSupportedTransactionVersion?: number
      }
      const message = 'Transaction version (1) is not supported by the requesting client.'
      return method === 'getBlock' && version === 0 ? { error: { code: -32_015, message } } : undefined
    })
    assert.equal((await readerOf(strict.url).block(slot, watching(ours)))!.arrivals.length, 1)
  })

  test('an address taken from a lookup table is found at its place', async () => {
    const [first, second] = [newSolanaAddress(), newSolanaAddress()]
    const txHash = await node.pay(
      [
        [first, SOL],
        [second, 2n * SOL],
      ],
      { byLookupTable: true },
    )
    const block = await reader.block(await finalSlot(), watching(first, second))
    // The payer and the program are the message's own; the table's follow in an order of the wallet's choice.
    const { arrivals } = block!
    assert.deepEqual(
      new Map(arrivals.map(({ address, amount }) => [address, amount])),
      new Map([
        [first, SOL],
        [second, 2n * SOL],
      ]),
    )
    assert.deepEqual(
      arrivals.map(({ txHash, output }) => [txHash, output]),
      [
        [txHash, 2],
        [txHash, 3],
      ],
    )
  })

  test('a slot without a block is answered with the next one', async () => {
    const ours = newSolanaAddress()
    const before = (await node.endSlot(3)) - 4
    await node.pay([[ours, SOL]])
    const slot = await finalSlot()
    assert.equal(slot, before + 4)
    for (const from of [before + 1, before + 2, before + 3, slot]) {
      const block = (await reader.block(from, watching(ours)))!
      assert.deepEqual([block.height, block.arrivals.length], [slot, 1])
      assert.equal(block.parentHash, await reader.hashAt(before))
    }
    assert.equal(await reader.hashAt(before + 1), undefined)
  })

  test('the same signature in two blocks has one identity', async () => {
    const ours = newSolanaAddress()
    const txHash = await node.pay([[ours, SOL]])
    const first = await finalSlot()
    await node.rpc('repeat', txHash)
    const second = await finalSlot()
    const [one, two] = [await reader.block(first, watching(ours)), await reader.block(second, watching(ours))]
    assert.notEqual(one!.hash, two!.hash)
    assert.deepEqual(one!.arrivals, two!.arrivals)
  })

  test('a node that sends whole messages is understood too', async () => {
    const [first, second] = [newSolanaAddress(), newSolanaAddress()]
    await node.pay(
      [
        [first, SOL],
        [second, SOL],
      ],
      { byLookupTable: true },
    )
    const slot = await finalSlot()
    const found = await reader.block(slot, watching(first, second))
    const block = await node.rpc('getBlock', slot, { transactionDetails: 'accounts' })
    for (const { transaction, meta } of block.transactions) {
      const keys: { pubkey: string; source: string }[] = transaction.accountKeys
      const of = (source: string) => keys.filter((key) => key.source === source).map(({ pubkey }) => pubkey)
      transaction.message = { accountKeys: of('transaction') }
      meta.loadedAddresses = { writable: of('lookupTable'), readonly: [] }
      delete transaction.accountKeys
    }
    const whole = await startFaultyNode(node.url, ({ method }) =>
      method === 'getBlock' ? { result: block } : undefined,
    )
    assert.deepEqual(await readerOf(whole.url).block(slot, watching(first, second)), found)
  })

  test('balances that do not match the accounts are refused', async () => {
    await node.pay([[newSolanaAddress(), SOL]])
    const slot = await finalSlot()
    const block = await node.rpc('getBlock', slot, { transactionDetails: 'accounts' })
    block.transactions[0].meta.postBalances.pop()
    const liar = await startFaultyNode(node.url, ({ method }) =>
      method === 'getBlock' ? { result: block } : undefined,
    )
    await assert.rejects(readerOf(liar.url).block(slot, watching()), /not as many balances as accounts/)
    assert.equal((await readerOf(liar.url, node.url).block(slot, watching()))!.height, slot)
  })

  test('when the first node dies the second carries on', async () => {
    const first = await startFaultyNode(node.url)
    const both = readerOf(first.url, node.url)
    const tip = await both.tip()
    await first.close()
    assert.deepEqual(await both.tip(), tip)
    assert.equal((await both.block(tip.height, watching()))!.hash, tip.hash)
  })

  test('a node that no longer has the blocks is not mistaken for skipped slots', async () => {
    const pruned = await startSolanaNode()
    const keptFrom = await pruned.endSlot()
    await pruned.finalize()
    await pruned.finalize()
    await pruned.rpc('prune', keptFrom + 1)
    await assert.rejects(readerOf(pruned.url).block(1, watching()), /lacks the blocks of slots 1 to/)
  })
}
