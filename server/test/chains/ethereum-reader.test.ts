// The Ethereum reader on hardhat's node: coin, contract-internal coin and USDT.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { ethereumReader } from '../../src/chains/readers/ethereum.ts'
import { hasChainNodes, startEthereumNode } from './nodes/chain-nodes.ts'
import { deploy } from './nodes/contracts.ts'
import { type Fault, startFaultyNode } from './nodes/faulty-node.ts'
import { newEthereumAddress, watching } from './watched-addresses.ts'

if (hasChainNodes()) {
  const log = pino({ level: 'silent' })
  const node = await startEthereumNode()
  const usdt = await deploy(node, 'token.sol', 'Token', [10n ** 15n])
  const payer = await deploy(node, 'payer.sol', 'Payer')
  const readerOf = (...urls: string[]) => {
    const reader = ethereumReader({ urls, log, usdtContract: usdt.address })
    after(() => reader.close())
    return reader
  }
  const reader = readerOf(node.url)
  const ETH = 10n ** 18n
  /** hardhat mines a block for each transaction: this is the last one. */
  const newest = async (...addresses: string[]) =>
    (await reader.block((await reader.tip()).height, watching(...addresses)))!

  test('the chain is known by its id, the tip by height and hash', async () => {
    assert.equal(await reader.chainId(), '31337')
    const tip = await reader.tip()
    assert.equal(await reader.hashAt(tip.height), tip.hash)
    assert.equal(await reader.hashAt(tip.height + 1), undefined)
    assert.equal(await reader.block(tip.height + 1, watching()), undefined)
  })

  test('coin sent by a transaction arrives', async () => {
    const ours = newEthereumAddress()
    const parent = await reader.tip()
    const txHash = await node.pay(ours, ETH)
    const block = await newest(ours)
    const arrivals = [{ currency: 'eth', address: ours, txHash, output: 1_000_000, amount: ETH }]
    assert.deepEqual(block, { ...(await reader.tip()), parentHash: parent.hash, arrivals, isTraced: true })
  })

  test('addresses are compared in one spelling', async () => {
    const upper = `0x${newEthereumAddress().slice(2).toUpperCase()}`
    await node.pay(upper.toLowerCase(), ETH)
    assert.equal((await newest(upper.toLowerCase())).arrivals.length, 1)
  })

  test('a transaction that failed brings nothing', async () => {
    // The token takes no coin: the transaction is in the block, with its value, and failed.
    await usdt.send('transfer(address,uint256)', [newEthereumAddress(), 1n], ETH).catch(() => undefined)
    const block = await newest(usdt.address)
    assert.deepEqual(block.arrivals, [])
    const [failed] = (await node.rpc('eth_getBlockByNumber', 'latest', true)).transactions
    assert.equal(BigInt(failed.value), ETH)
  })

  test('coin that a contract passes on arrives, once for each call', async () => {
    const [first, second] = [newEthereumAddress(), newEthereumAddress()]
    const txHash = await payer.send('payBoth(address,address)', [first, second], ETH)
    const { arrivals, isTraced } = await newest(first, second)
    assert.equal(isTraced, true)
    assert.deepEqual(arrivals, [
      { currency: 'eth', address: first, txHash, output: 1_000_001, amount: ETH / 4n },
      { currency: 'eth', address: second, txHash, output: 1_000_002, amount: ETH / 2n },
    ])
  })

  test('a call that was undone brings nothing, though its transaction succeeded', async () => {
    const ours = newEthereumAddress()
    const txHash = await payer.send('payInVain(address)', [ours], ETH)
    assert.equal((await node.rpc('eth_getTransactionReceipt', txHash)).status, '0x1')
    assert.deepEqual((await newest(ours)).arrivals, [])
  })

  test('what a contract leaves behind at its end arrives', async () => {
    const ours = newEthereumAddress()
    const txHash = await payer.send('endInto(address)', [ours], ETH)
    assert.equal(BigInt(await node.rpc('eth_getBalance', ours, 'latest')), ETH)
    assert.deepEqual(
      (await newest(ours)).arrivals.map(({ amount, txHash }) => ({ amount, txHash })),
      [{ amount: ETH, txHash }],
    )
  })

  test('without traces the block says so, and balances tell the same', async () => {
    const plain = await startFaultyNode(node.url, ({ method }) =>
      method.startsWith('debug_') ? { error: { code: -32_601, message: 'the method does not exist' } } : undefined,
    )
    const blind = readerOf(plain.url)
    const [first, second] = [newEthereumAddress(), newEthereumAddress()]
    const before = await blind.tip()
    await payer.send('payBoth(address,address)', [first, second], ETH)
    const at = await blind.tip()
    const block = (await blind.block(at.height, watching(first, second)))!
    assert.deepEqual([block.arrivals, block.isTraced], [[], false])
    assert.deepEqual(
      [...(await blind.nativeBalances!([first, second], at)).entries()],
      [
        [first, { balance: ETH / 4n, nonce: 0 }],
        [second, { balance: ETH / 2n, nonce: 0 }],
      ],
    )
    assert.deepEqual((await blind.nativeBalances!([first], before)).get(first), { balance: 0n, nonce: 0 })
    assert.equal(blind.nodes()[0]!.healthy, true)
    assert.ok((await blind.nativeBalances!([node.accounts[0]!], at)).get(node.accounts[0]!)!.nonce > 0)
    // A second node that has traces is asked before the block counts as untraced.
    const both = readerOf(plain.url, node.url)
    assert.equal((await both.block(at.height, watching(first, second)))!.arrivals.length, 2)
  })

  test('traces that do not come, or make no sense, do not stop the reader', async () => {
    const ours = newEthereumAddress()
    const txHash = await node.pay(ours, ETH)
    const { height } = await reader.tip()
    const faults: Fault[] = [{ result: [{ error: 'execution timeout' }] }, { result: 'none' }, { status: 504 }, 'cut']
    for (const fault of faults) {
      const bad = await startFaultyNode(node.url, ({ method }) => (method.startsWith('debug_') ? fault : undefined))
      const blind = readerOf(bad.url)
      const { arrivals, isTraced } = (await blind.block(height, watching(ours)))!
      assert.deepEqual([arrivals.map((each) => each.txHash), isTraced], [[txHash], false])
      assert.equal(blind.nodes()[0]!.healthy, true)
      const asked = bad.calls.length
      await blind.block(height, watching(ours))
      assert.ok(!bad.calls.slice(asked).some((method) => method.startsWith('debug_')), 'not asked again at once')
    }
  })

  test('USDT arrives by the log of its contract', async () => {
    const ours = newEthereumAddress()
    const txHash = await usdt.send('transfer(address,uint256)', [ours, 25_000_000n])
    assert.deepEqual((await newest(ours)).arrivals, [
      { currency: 'usdt', address: ours, txHash, output: 0, amount: 25_000_000n },
    ])
  })

  test('two transfers in one transaction are two arrivals', async () => {
    const ours = newEthereumAddress()
    await usdt.send('transferTwice(address,uint256,uint256)', [ours, 1_000_000n, 2_000_000n])
    assert.deepEqual(
      (await newest(ours)).arrivals.map(({ output, amount }) => [output, amount]),
      [
        [0, 1_000_000n],
        [1, 2_000_000n],
      ],
    )
  })

  test('where the contract keeps a fee, what arrived counts', async () => {
    const ours = newEthereumAddress()
    await usdt.send('setFee(uint256)', [10n])
    await usdt.send('transfer(address,uint256)', [ours, 50_000_000n])
    const { arrivals } = await newest(ours)
    await usdt.send('setFee(uint256)', [0n])
    assert.deepEqual(
      arrivals.map(({ amount }) => amount),
      [49_950_000n],
    )
  })

  test('a transfer of nothing is no arrival', async () => {
    const ours = newEthereumAddress()
    await usdt.send('transfer(address,uint256)', [ours, 0n])
    assert.deepEqual((await newest(ours)).arrivals, [])
  })

  test('a token that only looks like USDT is ignored', async () => {
    const fake = await deploy(node, 'token.sol', 'Token', [10n ** 15n])
    const ours = newEthereumAddress()
    await fake.send('transfer(address,uint256)', [ours, 25_000_000n])
    assert.deepEqual((await newest(ours)).arrivals, [])
  })

  test('a reorganisation shows in the hashes; a payment mined again keeps its identity', async () => {
    const ours = newEthereumAddress()
    const other = node.accounts[1]!
    await usdt.send('transfer(address,uint256)', [other, 1_000_000n])
    const snapshot = await node.rpc('evm_snapshot')
    const txHash = await usdt.send('transfer(address,uint256)', [ours, 5_000_000n])
    const before = await newest(ours)
    await node.rpc('evm_revert', snapshot)
    await node.rpc('evm_increaseTime', 1_000)
    await node.mine()
    assert.notEqual(await reader.hashAt(before.height), before.hash)
    assert.deepEqual((await newest(ours)).arrivals, [])
    // Signed the same by the same account with the same nonce, in another block, after another log.
    await node.rpc('evm_setAutomine', false)
    await usdt.send('transfer(address,uint256)', [node.accounts[2]!, 1n], 0n, other)
    const again = await usdt.send('transfer(address,uint256)', [ours, 5_000_000n])
    await node.mine()
    await node.rpc('evm_setAutomine', true)
    const after = await newest(ours)
    assert.equal(after.parentHash, await reader.hashAt(before.height))
    assert.equal(again, txHash)
    assert.deepEqual(after.arrivals, before.arrivals)
  })

  test('several payments in one block arrive all', async () => {
    const [first, second] = [newEthereumAddress(), newEthereumAddress()]
    await node.rpc('evm_setAutomine', false)
    await node.pay(first, 1n)
    await node.pay(second, 2n)
    await usdt.send('transfer(address,uint256)', [first, 3n])
    await usdt.send('transfer(address,uint256)', [second, 4n])
    await node.mine()
    await node.rpc('evm_setAutomine', true)
    const { arrivals } = await newest(first, second)
    assert.deepEqual(arrivals.map(({ currency, amount }) => `${amount} ${currency}`).sort(), [
      '1 eth',
      '2 eth',
      '3 usdt',
      '4 usdt',
    ])
    assert.equal(new Set(arrivals.map(({ txHash, output }) => `${txHash} ${output}`)).size, 4)
  })

  const log0 = { address: usdt.address, topics: [], data: '0x', blockHash: `0x${'11'.repeat(32)}` }
  const lies: [string, string, unknown, RegExp][] = [
    ['logs of another block', 'eth_getLogs', [log0], /eth_getLogs: a log is of another block/],
    ['logs of another contract', 'eth_getLogs', [{ ...log0, address: payer.address }], /a log is of another contract/],
    ['logs that are none', 'eth_getLogs', 'none', /eth_getLogs: expected an array, got a string/],
    ['no receipt', 'eth_getTransactionReceipt', null, /eth_getTransactionReceipt: expected an object, got null/],
    [
      'another block',
      'eth_getBlockByNumber',
      { number: '0x1', hash: `0x${'22'.repeat(32)}` },
      /asked for block|expected/,
    ],
  ]
  for (const [what, method, result, message] of lies) {
    test(`${what} from a node is refused, and the next node is asked`, async () => {
      const ours = newEthereumAddress()
      await node.pay(ours, ETH)
      const { height } = await reader.tip()
      const liar = await startFaultyNode(node.url, (call) => (call.method === method ? { result } : undefined))
      await assert.rejects(readerOf(liar.url).block(height, watching(ours)), message)
      assert.equal((await readerOf(liar.url, node.url).block(height, watching(ours)))!.arrivals.length, 1)
    })
  }

  test('when the first node dies the second carries on', async () => {
    const first = await startFaultyNode(node.url)
    const both = readerOf(first.url, node.url)
    const tip = await both.tip()
    await first.close()
    assert.deepEqual(await both.tip(), tip)
    assert.equal((await both.block(tip.height, watching()))!.hash, tip.hash)
  })
}
