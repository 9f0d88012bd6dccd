// Deposits that are deep enough but not credited: only one node shows them, they are too large for one node, or they
// exceed the limit of an hour. An operator sees them and can release them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrival, catchUp, FakeChain, startWatching } from '../../test/chains/watcher-fixture.ts'
import { cardwright, environmentOf, fails, succeeds } from '../../test/operator/operator-fixture.ts'

const scene = await startWatching()
const env = environmentOf(scene.service.connection)
const BITCOIN = 100_000_000n // worth 50,000.00, of which 49,500.00 is credited
const depositsOf = async (customer: Awaited<ReturnType<typeof scene.customer>>) =>
  (await customer.api.get('/wallet/deposits')).body.data
const balanceOf = async (customer: Awaited<ReturnType<typeof scene.customer>>) =>
  (await customer.api.get('/wallet/balance')).body.balance

async function held(): Promise<{ deposit: string; why: string }[]> {
  return JSON.parse(await succeeds(['deposits', 'held', '--json'], env))
}

/** Starts two nodes with the same blocks, of which the first is read, and a customer who will be paid. */
async function twoNodes(network: 'bitcoin' | 'ethereum' = 'bitcoin') {
  await scene.forgetChains()
  const [read, second] = [new FakeChain(network), new FakeChain(network)]
  read.url = 'https://first.example'
  second.url = 'https://second.example'
  second.blocks = [...read.blocks]
  const watcher = scene.watcher(read, { witnesses: [read.reader(), second.reader()] })
  await catchUp(watcher)
  const customer = await scene.customer()
  /** Gives the second node the blocks of the first. */
  const follow = () => {
    second.blocks = [...read.blocks]
  }
  return { read, second, watcher, customer, follow }
}

test('a deposit that two nodes show is credited', async () => {
  const { read, watcher, customer, follow } = await twoNodes()
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(2)
  follow()
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 49_500)
  assert.deepEqual(await held(), [])
})

test('a block that only one of two nodes has credits nothing, and an operator sees the reason', async () => {
  const { read, second, watcher, customer } = await twoNodes()
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(3)
  second.mineEmpty(4)
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 0)
  const [deposit] = await depositsOf(customer)
  assert.equal(deposit.status, 'pending')
  const [entry, ...others] = await held()
  assert.deepEqual(
    [entry!.deposit, entry!.why, others],
    [deposit.id, 'the nodes disagree: https://second.example has another block 6', []],
  )
  const { code, out } = await cardwright(['chains', 'status'], env)
  assert.equal(code, 1)
  assert.match(out, new RegExp(`${deposit.id} .*the nodes disagree`))
  const metrics = await scene.service.services.metrics.registry.metrics()
  assert.match(metrics, /cardwright_chain_held_deposits\{chain="bitcoin"\} 1/)
})

test('a payment that only one of two nodes shows in a shared block credits nothing', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes()
  read.mineEmpty(4)
  follow()
  read.blocks[6] = { ...read.blocks[6]!, arrivals: [arrival(customer.btc, BITCOIN)] }
  await catchUp(watcher)
  assert.equal(
    (await held())[0]!.why,
    'the nodes disagree: https://second.example does not show the payment in block 6',
  )
  // A payment with another amount, or to another address, is not credited either.
  const [lie] = read.blocks[6]!.arrivals
  second.blocks[6] = { ...second.blocks[6]!, arrivals: [{ ...lie!, amount: lie!.amount - 1n }] }
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 0)
})

test('a deposit waits while the second node is silent or behind, and is credited afterwards', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes()
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(2)
  await catchUp(watcher)
  assert.equal((await held())[0]!.why, 'no second node confirms it: https://second.example has no block 6')
  follow()
  second.onCall = () => {
    throw new Error('away')
  }
  await catchUp(watcher)
  assert.equal((await held())[0]!.why, 'no second node confirms it: https://second.example does not answer')
  second.onCall = () => {}
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 49_500)
  assert.deepEqual(await held(), [])
})

test('a held deposit is checked again only after the recheck interval, unless it is released', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes()
  const patient = { ...watcher, recheckHeldMs: 3_600_000 }
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(2)
  await catchUp(patient)
  await catchUp(patient) // The first round after the hold stores its time.
  follow()
  let asked = 0
  second.onCall = () => {
    asked += 1
  }
  await catchUp(patient)
  assert.equal(asked, 0)
  await succeeds(['deposits', 'release', (await held())[0]!.deposit], env)
  await catchUp(patient)
  assert.equal(await balanceOf(customer), 49_500)
})

test('two of three nodes are enough to credit a deposit, even if the third one disagrees', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes()
  const liar = second.copy('https://liar.example')
  liar.mineEmpty(5)
  const three = { ...watcher, witnesses: [read.reader(), liar.reader(), second.reader()] }
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(2)
  follow()
  await catchUp(three)
  assert.equal(await balanceOf(customer), 49_500)
})

test('ether from a contract is confirmed by the balance if the second node shows no traces', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes('ethereum')
  const eth = (amount: bigint) => arrival(customer.eth, amount, { currency: 'eth', output: 1_000_001 })
  read.mine(eth(10n ** 18n))
  read.mineEmpty(12)
  follow()
  second.blocks[6] = { ...read.blocks[6]!, arrivals: [], isTraced: false }
  await catchUp(watcher)
  assert.match((await held())[0]!.why, /does not show the payment/)
  second.hidden.set(read.blocks[6]!.hash, [{ address: customer.eth, amount: 10n ** 18n, sent: 1 }])
  await catchUp(watcher)
  assert.match((await held())[0]!.why, /cannot show the payment/)
  second.hidden.set(read.blocks[6]!.hash, [{ address: customer.eth, amount: 10n ** 18n, sent: 0 }])
  await catchUp(watcher)
  assert.deepEqual(await held(), [])
  const balance = await balanceOf(customer)
  assert.ok(balance > 0, `a balance of ${balance}`)
})

test('with one node a deposit above the limit waits until an operator releases it', async () => {
  await scene.forgetChains()
  const chain = new FakeChain('bitcoin')
  const guards = { secondNodeAboveCents: 1_000_000n, creditsPerHourCents: 0n }
  const watcher = scene.watcher(chain, { guards })
  await catchUp(watcher)
  const customer = await scene.customer()
  // These are worth 50,000 and exactly 10,000.
  chain.mine(arrival(customer.btc, BITCOIN), arrival(customer.btc, BITCOIN / 5n))
  chain.mineEmpty(2)
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 9_900)
  const [{ deposit, why }] = (await held()) as [{ deposit: string; why: string }]
  assert.equal(why, 'it is worth more than 10000.00 USD, and only one node is configured')
  assert.match(await succeeds(['deposits', 'held'], env), new RegExp(`${deposit} +1 btc .*only one node`))
  assert.match(await succeeds(['deposits', 'release', deposit], env), /the watcher credits it in its next round/)
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 59_400)
  assert.match(await fails(['deposits', 'release', deposit], env), /it is not held/)
  assert.match(await fails(['deposits', 'release', 'dep_x'], env), /is not the id of a deposit/)
  const acts = await scene.owner`
    select subject from audit_log where action = 'deposit.release' and subject = ${deposit}`
  assert.equal(acts.length, 1)
})

test('a release applies to one amount, and a deposit that changes its amount is checked again', async () => {
  await scene.forgetChains()
  const chain = new FakeChain('bitcoin')
  const watcher = scene.watcher(chain, { guards: { secondNodeAboveCents: 1_000_000n, creditsPerHourCents: 0n } })
  await catchUp(watcher)
  const customer = await scene.customer()
  const paid = arrival(customer.btc, BITCOIN)
  chain.mine(paid)
  chain.mineEmpty(2)
  await catchUp(watcher)
  const [{ deposit }] = (await held()) as [{ deposit: string; why: string }]
  await succeeds(['deposits', 'release', deposit], env)
  chain.drop(3)
  chain.mine({ ...paid, amount: 9n * BITCOIN })
  chain.mineEmpty(3)
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 0)
  assert.equal((await held()).length, 1)
})

test('the credits of an hour are capped over all customers until time passes or an operator releases them', async () => {
  await scene.forgetChains()
  const chain = new FakeChain('bitcoin')
  const watcher = scene.watcher(chain, {
    guards: { secondNodeAboveCents: 10n ** 12n, creditsPerHourCents: 10_000_000n },
  })
  await catchUp(watcher)
  const customers = [await scene.customer(), await scene.customer(), await scene.customer(), await scene.customer()]
  for (const { btc } of customers) chain.mine(arrival(btc, BITCOIN))
  chain.mineEmpty(2)
  await catchUp(watcher)
  const balances = () => Promise.all(customers.map(balanceOf))
  assert.deepEqual(await balances(), [49_500, 49_500, 0, 0])
  const waiting = await held()
  for (const { why } of waiting) assert.equal(why, 'the credits of this hour would exceed 100000.00 USD')
  await succeeds(['deposits', 'release', (await depositsOf(customers[3]!))[0].id], env)
  await catchUp(watcher)
  assert.deepEqual(await balances(), [49_500, 49_500, 0, 49_500])
  scene.pass(3_600_001)
  await catchUp(watcher)
  assert.deepEqual(await balances(), [49_500, 49_500, 49_500, 49_500])
  assert.deepEqual(await held(), [])
  await scene.service.audit()
})
