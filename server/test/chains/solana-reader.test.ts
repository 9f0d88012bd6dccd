// The Solana reader on litesvm, with slots and blocks that the tests create.

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

  /** Ends the slot with the payments so far, finalizes it, and returns its number. */
  async function finalSlot(): Promise<number> {
    const next = await node.endSlot()
    await node.finalize()
    return next - 1
  }

  test('the Solana reader sees only finalized blocks', async () => {
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

  test('a SOL transfer arrives with the amount that the balance gained', async () => {
    const ours = newSolanaAddress()
    const txHash = await node.pay([[ours, SOL]])
    const slot = await finalSlot()
    const block = (await reader.block(slot, watching(ours)))!
    assert.deepEqual(block.arrivals, [{ currency: 'sol', address: ours, txHash, output: 1, amount: SOL }])
    assert.equal(block.height, slot)
    assert.equal(block.parentHash, await reader.hashAt(slot - 1))
  })

  test('two transfers to one address in one transaction are one arrival', async () => {
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

  test('a failed Solana transaction is not an arrival', async () => {
    const ours = newSolanaAddress()
    await node.pay([[ours, SOL]])
    await node.pay([[ours, 5n * SOL]], { fails: true })
    const block = await reader.block(await finalSlot(), watching(ours))
    assert.deepEqual(
      block!.arrivals.map(({ amount }) => amount),
      [SOL],
    )
  })

  test('a transaction that is marked as failed is not an arrival, whatever its balances show', async () => {
    const ours = newSolanaAddress()
    await node.pay([[ours, SOL]])
    const slot = await finalSlot()
    const block = await node.rpc('getBlock', slot, { transactionDetails: 'accounts' })
    block.transactions[0].meta.err = 'AccountInUse'
    const odd = await startFaultyNode(node.url, ({ method }) => (method === 'getBlock' ? { result: block } : undefined))
    assert.deepEqual((await readerOf(odd.url).block(slot, watching(ours)))!.arrivals, [])
  })

  test('transactions of an unknown version do not stop the Solana reader', async () => {
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

  test('an address from a lookup table is found at its position', async () => {
    const [first, second] = [newSolanaAddress(), newSolanaAddress()]
    const txHash = await node.pay(
      [
        [first, SOL],
        [second, 2n * SOL],
      ],
      { byLookupTable: true },
    )
    const block = await reader.block(await finalSlot(), watching(first, second))
    // The payer and the program are accounts of the message. Those of the table follow in an order that the wallet
    // chooses.
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

  test('reading a slot without a block returns the next block', async () => {
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

  test('a signature that appears in two blocks has one identity', async () => {
    const ours = newSolanaAddress()
    const txHash = await node.pay([[ours, SOL]])
    const first = await finalSlot()
    await node.rpc('repeat', txHash)
    const second = await finalSlot()
    const [one, two] = [await reader.block(first, watching(ours)), await reader.block(second, watching(ours))]
    assert.notEqual(one!.hash, two!.hash)
    assert.deepEqual(one!.arrivals, two!.arrivals)
  })

  test('a node that returns whole messages is supported as well', async () => {
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

  test('balances that do not match the accounts are rejected', async () => {
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

  test('the second Solana node takes over when the first one fails', async () => {
    const first = await startFaultyNode(node.url)
    const both = readerOf(first.url, node.url)
    const tip = await both.tip()
    await first.close()
    assert.deepEqual(await both.tip(), tip)
    assert.equal((await both.block(tip.height, watching()))!.hash, tip.hash)
  })

  test('missing blocks of a pruned node are not mistaken for skipped slots', async () => {
    const pruned = await startSolanaNode()
    const keptFrom = await pruned.endSlot()
    await pruned.finalize()
    await pruned.finalize()
    await pruned.rpc('prune', keptFrom + 1)
    await assert.rejects(readerOf(pruned.url).block(1, watching()), /lacks the blocks of slots 1 to/)
  })
}
