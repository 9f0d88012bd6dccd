// What is not credited although it lies deep enough: what one node alone says, what is too much for one node, what is too
// much for an hour. And how an operator sees it and releases it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardwright, environmentOf, fails, succeeds } from '../operator/operator-fixture.ts'
import { arrival, catchUp, FakeChain, startWatching } from './watcher-fixture.ts'

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

/** Two nodes with the same blocks, of which the first is read, and a customer to be paid. */
async function twoNodes(network: 'bitcoin' | 'ethereum' = 'bitcoin') {
  await scene.forgetChains()
  const [read, second] = [new FakeChain(network), new FakeChain(network)]
  read.url = 'https://first.example'
  second.url = 'https://second.example'
  second.blocks = [...read.blocks]
  const watcher = scene.watcher(read, { witnesses: [read.reader(), second.reader()] })
  await catchUp(watcher)
  const customer = await scene.customer()
  /** What the first has mined, the second has too. */
  const follow = () => {
    second.blocks = [...read.blocks]
  }
  return { read, second, watcher, customer, follow }
}

test('what two nodes show is credited', async () => {
  const { read, watcher, customer, follow } = await twoNodes()
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(2)
  follow()
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 49_500)
  assert.deepEqual(await held(), [])
})

test('a block that one of two nodes has invented credits nothing, and an operator sees why', async () => {
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

test('a payment that one of two nodes has put into a true block credits nothing', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes()
  read.mineEmpty(4)
  follow()
  read.blocks[6] = { ...read.blocks[6]!, arrivals: [arrival(customer.btc, BITCOIN)] }
  await catchUp(watcher)
  assert.equal(
    (await held())[0]!.why,
    'the nodes disagree: https://second.example does not show the payment in block 6',
  )
  // Nor one with another amount, or to another address.
  const [lie] = read.blocks[6]!.arrivals
  second.blocks[6] = { ...second.blocks[6]!, arrivals: [{ ...lie!, amount: lie!.amount - 1n }] }
  await catchUp(watcher)
  assert.equal(await balanceOf(customer), 0)
})

test('while the second node is silent or behind, money waits; then it is credited', async () => {
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

test('what is held is asked about again only after a while, unless it is released', async () => {
  const { read, second, watcher, customer, follow } = await twoNodes()
  const patient = { ...watcher, recheckHeldMs: 3_600_000 }
  read.mine(arrival(customer.btc, BITCOIN))
  read.mineEmpty(2)
  await catchUp(patient)
  await catchUp(patient) // the first round after it was held remembers when
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

test('of three nodes two are enough, and one that lies is outvoted', async () => {
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

test('coin from a contract is confirmed by the balance, where the second node shows no traces', async () => {
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
  assert.ok((await balanceOf(customer)) > 0)
})

test('with one node, what is worth more than the amount waits for an operator, who releases it', async () => {
  await scene.forgetChains()
  const chain = new FakeChain('bitcoin')
  const guards = { secondNodeAboveCents: 1_000_000n, creditsPerHourCents: 0n }
  const watcher = scene.watcher(chain, { guards })
  await catchUp(watcher)
  const customer = await scene.customer()
  chain.mine(arrival(customer.btc, BITCOIN), arrival(customer.btc, BITCOIN / 5n)) // 50,000 and exactly 10,000
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

test('a release is for one amount: what is seen with another is checked anew', async () => {
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

test('the automatic credits of an hour are capped over all customers; time or a release lets more through', async () => {
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
