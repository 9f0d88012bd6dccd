// Deposits of ether and USDT on a hardhat node: by transactions, by token logs, and by contracts.

import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { pino } from 'pino'
import { ethereumReader } from '../../src/chains/readers/ethereum.ts'
import { watchOnce } from '../../src/chains/watch-once.ts'
import { startDepositScene } from './deposit-scene.ts'
import { hasChainNodes, startEthereumNode } from './nodes/chain-nodes.ts'
import { deploy } from './nodes/contracts.ts'
import { startFaultyNode } from './nodes/faulty-node.ts'

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
  const scene = await startDepositScene(readerOf(node.url))
  await scene.watch()
  afterEach(() => scene.service.audit())

  const ETH = 10n ** 18n
  const DEPTH = 12
  /** One ether at 3,000 dollars, minus one percent. */
  const CREDITED = 2_970

  test('ether is pending until it has twelve confirmations and is then credited once', async () => {
    const customer = await scene.customer()
    await node.pay(customer.addresses.eth, ETH)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 1')
    await node.mine(DEPTH - 2)
    await scene.watch()
    assert.equal(await customer.state(), `pending ${DEPTH - 1}`)
    assert.equal(await customer.balance(), 0)
    await node.mine()
    await scene.watch()
    assert.equal(await customer.state(), `confirmed ${DEPTH}`)
    await node.mine(5)
    await scene.watch()
    assert.equal(await customer.balance(), CREDITED)
  })

  test('USDT is credited with the amount in the token log, after the fee of the token', async () => {
    const customer = await scene.customer()
    await usdt.send('transfer(address,uint256)', [customer.addresses.usdt, 100_000_000n])
    await usdt.send('setFee(uint256)', [100n])
    await usdt.send('transfer(address,uint256)', [customer.addresses.usdt, 100_000_000n])
    await usdt.send('setFee(uint256)', [0n])
    await node.mine(DEPTH)
    await scene.watch()
    const deposits = await customer.deposits()
    assert.deepEqual(
      deposits.map(({ currency, amount_crypto, status }) => `${amount_crypto} ${currency} ${status}`).sort(),
      ['100 usdt confirmed', '99 usdt confirmed'],
    )
    assert.equal(await customer.balance(), 99 + 98.01)
  })

  test('two USDT transfers in one transaction are two deposits', async () => {
    const customer = await scene.customer()
    await usdt.send('transferTwice(address,uint256,uint256)', [customer.addresses.usdt, 20_000_000n, 30_000_000n])
    await node.mine(DEPTH)
    await scene.watch()
    assert.equal((await customer.deposits()).length, 2)
    assert.equal(await customer.balance(), 49.5)
  })

  test('another token, a transfer of zero and a failed transaction create no deposit', async () => {
    const customer = await scene.customer()
    const fake = await deploy(node, 'token.sol', 'Token', [10n ** 15n])
    await fake.send('transfer(address,uint256)', [customer.addresses.usdt, 100_000_000n])
    await usdt.send('transfer(address,uint256)', [customer.addresses.usdt, 0n])
    await payer.send('payInVain(address)', [customer.addresses.eth], ETH)
    await node.mine(DEPTH)
    await scene.watch()
    assert.equal(await customer.state(), 'none')
    assert.equal(await customer.balance(), 0)
  })

  test('a reorganization that removes a pending payment expires its deposit', async () => {
    const customer = await scene.customer()
    const snapshot = await node.rpc('evm_snapshot')
    await node.pay(customer.addresses.eth, ETH)
    await node.mine(3)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 4')
    await node.rpc('evm_revert', snapshot)
    await node.rpc('evm_increaseTime', 500)
    await node.mine(20)
    await scene.watch()
    assert.match(await customer.state(), /^expired/)
    assert.equal(await customer.balance(), 0)
  })

  test('an Ethereum payment that a reorganization moves to another block is credited once', async () => {
    const customer = await scene.customer()
    const transfer = () => usdt.send('transfer(address,uint256)', [customer.addresses.usdt, 50_000_000n])
    const snapshot = await node.rpc('evm_snapshot')
    const first = await transfer()
    await node.mine(2)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 3')
    await node.rpc('evm_revert', snapshot)
    await node.rpc('evm_increaseTime', 500)
    await node.mine(2)
    assert.equal(await transfer(), first, 'the repeated transfer is the same transaction')
    await node.mine(2)
    await scene.watch()
    assert.equal(await customer.state(), 'pending 3')
    await node.mine(DEPTH)
    await scene.watch()
    assert.match(await customer.state(), /^confirmed/)
    assert.equal(await customer.balance(), 49.5)
  })

  test('a reorganization after the credit opens an incident and keeps the credit', async () => {
    const customer = await scene.customer()
    const snapshot = await node.rpc('evm_snapshot')
    await node.pay(customer.addresses.eth, ETH)
    await node.mine(DEPTH)
    await scene.watch()
    assert.equal(await customer.balance(), CREDITED)
    await node.rpc('evm_revert', snapshot)
    await node.rpc('evm_increaseTime', 500)
    await node.mine(DEPTH + 3)
    await scene.watch()
    assert.equal(await scene.incidents(), 1)
    assert.equal(await customer.balance(), CREDITED)
  })

  test('ether sent by a contract is found through traces and credited once', async () => {
    const [first, second] = [await scene.customer(), await scene.customer()]
    await payer.send('payBoth(address,address)', [first.addresses.eth, second.addresses.eth], 4n * ETH)
    await node.mine(DEPTH)
    await scene.watch()
    await scene.watch()
    assert.deepEqual([await first.balance(), await second.balance()], [CREDITED, 2 * CREDITED])
  })

  /** The watcher with a node that does not support traces. */
  const withoutTraces = async () => {
    const plain = await startFaultyNode(node.url, ({ method }) =>
      method.startsWith('debug_') ? { error: { code: -32_601, message: 'the method does not exist' } } : undefined,
    )
    return { ...scene.watcher, reader: readerOf(plain.url) }
  }

  test('withdrawals from a deposit address do not hide or duplicate deposits on a node without traces', async () => {
    const watcher = await withoutTraces()
    const customer = await scene.customer()
    const { eth } = customer.addresses
    const send = (wei: bigint) => payer.send('payBoth(address,address)', [eth, node.accounts[5]!], 4n * wei)
    await node.pay(eth, ETH)
    await send(ETH)
    await node.mine(2 * DEPTH)
    await watchOnce(watcher)
    assert.equal(await customer.balance(), 2 * CREDITED)
    await node.rpc('hardhat_impersonateAccount', eth)
    const sweep = (wei: bigint) =>
      node.rpc('eth_sendTransaction', { from: eth, to: node.accounts[3], value: `0x${wei.toString(16)}` })
    await sweep(ETH)
    await send(ETH)
    await node.mine(3)
    await sweep(ETH / 2n)
    await node.mine(2 * DEPTH)
    await watchOnce(watcher)
    assert.equal(await customer.balance(), 3 * CREDITED)
    await node.mine(DEPTH)
    await watchOnce(watcher)
    assert.equal(await customer.balance(), 3 * CREDITED)
    assert.equal((await customer.deposits()).length, 3)
  })

  test('ether sent by a contract is found through balances on a node without traces and credited once', async () => {
    const watcher = await withoutTraces()
    const [first, second] = [await scene.customer(), await scene.customer()]
    await node.pay(first.addresses.eth, ETH)
    await payer.send('payBoth(address,address)', [first.addresses.eth, second.addresses.eth], 4n * ETH)
    await node.mine(DEPTH)
    await watchOnce(watcher)
    await payer.send('payBoth(address,address)', [first.addresses.eth, second.addresses.eth], 4n * ETH)
    await node.mine(2 * DEPTH)
    await watchOnce(watcher)
    // The node with traces takes over. Deposits that were found through balances are not found again.
    await node.mine(DEPTH)
    await scene.watch()
    await watchOnce(watcher)
    assert.deepEqual([await first.balance(), await second.balance()], [3 * CREDITED, 4 * CREDITED])
    assert.equal((await first.deposits()).length, 3)
    assert.equal((await second.deposits()).length, 2)
  })

  test('payments that arrived while nothing was watching are found, even if the first node is down', async () => {
    const dead = await startFaultyNode(node.url)
    await dead.close()
    const customers = [await scene.customer(), await scene.customer()]
    for (const { addresses } of customers) {
      await node.pay(addresses.eth, ETH)
      await usdt.send('transfer(address,uint256)', [addresses.usdt, 100_000_000n])
      await node.mine(40)
    }
    await watchOnce({ ...scene.watcher, reader: readerOf(dead.url, node.url) })
    for (const customer of customers) assert.equal(await customer.balance(), CREDITED + 99)
  })
}
