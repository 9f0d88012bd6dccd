// The life of a deposit on a chain, row by row.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIVE_BIN } from '../../test/processors/live-cards.ts'
import { expireDueEverywhere } from '../due/expire-everywhere.ts'
import { parseId } from '../ids.ts'
import { CursorLost, inStep } from './cursor.ts'
import { reverseOrphaned } from './reverse-orphaned.ts'
import { watchOnce } from './watch-once.ts'
import type { Watcher } from './watcher.ts'
import { arrival, type Customer, catchUp, FakeChain, startWatching } from './watcher-fixture.ts'

const scene = await startWatching()
const { service } = scene
const BTC = 100_000_000n

/** A chain of its own for each test: the cursor begins anew. */
async function begin(options: Partial<Watcher> = {}, network: 'bitcoin' | 'ethereum' = 'bitcoin', rate = '50000') {
  await scene.forgetChains()
  scene.state.rate = rate
  scene.pass(2 * 3_600_000) // so that a price of another test is no measure of a jump
  const chain = new FakeChain(network)
  const watcher = scene.watcher(chain, options)
  await catchUp(watcher)
  return { chain, watcher, customer: await scene.customer() }
}
const deposits = async ({ api }: Customer) => (await api.get('/wallet/deposits')).body.data
const only = async (customer: Customer) => {
  const all = await deposits(customer)
  assert.equal(all.length, 1)
  return all[0]
}
const balance = async ({ api }: Customer) => (await api.get('/wallet/balance')).body.balance
const events = async ({ bucket, workspaceId }: Customer) => {
  const rows = await scene.owner<{ type: number }[]>`
    select type from events where bucket = ${bucket} and workspace_id = ${workspaceId} order by sequence`
  return rows.map(({ type }) => ['', 'pending', 'confirmed', 'expired'][type - 12]).join(' ')
}
const incidents = async ({ bucket, workspaceId }: Customer) => {
  const rows = await scene.owner<{ kind: number; resolution: string | null }[]>`
    select kind, resolution from deposit_incidents where bucket = ${bucket} and workspace_id = ${workspaceId} order by opened_at`
  return rows.map(({ kind, resolution }) => `${kind} ${resolution ?? 'open'}`)
}

test('seen in the mempool it is pending; in a block it counts confirmations; at its depth it is confirmed and credited', async () => {
  const { chain, watcher, customer } = await begin({ confirmations: { btc: 3, eth: 12, usdt: 12, sol: 32 } })
  const payment = arrival(customer.btc, BTC / 10n)
  chain.mempool.push(payment)
  await catchUp(watcher)
  const seen = await only(customer)
  assert.deepEqual(
    [
      seen.status,
      seen.confirmations,
      seen.amount_crypto,
      seen.amount_usd,
      seen.fee_usd,
      seen.credited_usd,
      seen.tx_hash,
    ],
    ['pending', 0, '0.1', 5000, 50, 4950, payment.txHash],
  )
  assert.equal(seen.confirmed_at, undefined)
  assert.equal((await customer.api.get('/wallet/balance')).body.pending_deposits, 4950)
  chain.mine(payment)
  await catchUp(watcher)
  assert.equal((await only(customer)).confirmations, 1)
  chain.mine()
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).confirmations, await balance(customer)], [2, 0])
  scene.state.rate = '51000'
  scene.pass(60_000)
  chain.mine()
  await catchUp(watcher)
  const done = await only(customer)
  assert.deepEqual(
    [done.id, done.status, done.confirmations, done.amount_usd, done.fee_usd, done.credited_usd],
    [seen.id, 'confirmed', 3, 5100, 51, 5049],
  )
  assert.equal(done.created_at, seen.created_at)
  assert.equal(done.confirmed_at, scene.state.wall.toISOString())
  assert.equal(await balance(customer), 5049)
  assert.equal(await events(customer), 'pending confirmed')
  const [stored] = await scene.owner`select rate_micros, price_sources from deposits where tx_hash = ${payment.txHash}`
  assert.deepEqual(stored, {
    rate_micros: 51_000_000_000n,
    price_sources: [
      { source: 'one', rate: '51000', age_seconds: 0 },
      { source: 'two', rate: '51000', age_seconds: 0 },
    ],
  })
  chain.mineEmpty(5)
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), await events(customer)], [5049, 'pending confirmed'])
})

test('several outputs of one transaction, to one or several workspaces, are several deposits', async () => {
  const { chain, watcher, customer } = await begin()
  const other = await scene.customer()
  const first = arrival(customer.btc, BTC)
  chain.mine(first, { ...first, output: 1, amount: 2n * BTC }, { ...first, output: 2, address: other.btc })
  chain.mine()
  await catchUp(watcher)
  assert.equal((await deposits(customer)).length, 2)
  assert.deepEqual([await balance(customer), await balance(other)], [148_500, 49_500])
})

test('what goes to nobody here is ignored', async () => {
  const { chain, watcher, customer } = await begin()
  chain.mine(arrival('bc1qsomebodyelse', BTC))
  chain.mine()
  await catchUp(watcher)
  assert.deepEqual(await deposits(customer), [])
})

test('below the minimum it is expired at once, and never credited; at the minimum it is', async () => {
  const { chain, watcher, customer } = await begin()
  const [small, enough] = [arrival(customer.btc, 9_999n), arrival(customer.btc, 10_000n)]
  chain.mempool.push(small)
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'expired')
  chain.mine(small, enough)
  chain.mineEmpty(3)
  await catchUp(watcher)
  const statuses = (await deposits(customer)).map((deposit: { status: string }) => deposit.status).sort()
  assert.deepEqual(statuses, ['confirmed', 'expired'])
  assert.equal(await balance(customer), 4.95)
  assert.equal(await events(customer), 'expired pending confirmed')
})

test('replaced or dropped from the mempool it expires; when it comes back it is picked up again', async () => {
  const { chain, watcher, customer } = await begin({ vanishedAfterMs: 120_000 })
  const payment = arrival(customer.btc, BTC)
  chain.mempool.push(payment)
  await catchUp(watcher)
  chain.mempool = []
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'pending', 'not at once: a node may have restarted')
  scene.pass(120_000)
  await catchUp(watcher)
  const gone = await only(customer)
  assert.deepEqual([gone.status, gone.credited_usd], ['expired', 0])
  chain.mempool.push(payment)
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'pending')
  chain.mine(payment)
  chain.mine()
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).id, await balance(customer)], [gone.id, 49_500])
  assert.equal(await events(customer), 'pending expired pending confirmed')
})

test('a mempool that was not read to its end says nothing of what is missing', async () => {
  const { chain, watcher, customer } = await begin()
  chain.mempool.push(arrival(customer.btc, BTC))
  await catchUp(watcher)
  chain.mempool = []
  chain.isMempoolComplete = false
  await catchUp(watcher)
  scene.pass(1_000_000)
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'pending')
})

test('not confirmed in 24 hours it expires; a block that holds it later picks it up again', async () => {
  const { chain, watcher, customer } = await begin()
  const payment = arrival(customer.btc, BTC)
  chain.mempool.push(payment)
  await catchUp(watcher)
  scene.pass(24 * 3_600_000)
  await expireDueEverywhere(service.services, scene.clock())
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'expired', 'still in the mempool, and expired')
  chain.mine(payment)
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'pending')
  await expireDueEverywhere(service.services, scene.clock())
  assert.equal((await only(customer)).status, 'pending', 'with a day of its own')
  chain.mine()
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'confirmed')
  assert.equal(await events(customer), 'pending expired pending confirmed')
})

test('reorganised into another block it is one deposit, credited once', async () => {
  const { chain, watcher, customer } = await begin({ confirmations: { btc: 4, eth: 12, usdt: 12, sol: 32 } })
  const payment = arrival(customer.btc, BTC)
  chain.mine(payment)
  chain.mine()
  await catchUp(watcher)
  assert.equal((await only(customer)).confirmations, 2)
  chain.drop(2)
  chain.mineEmpty(2)
  chain.mine(payment)
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).status, (await only(customer)).confirmations], ['pending', 1])
  chain.mineEmpty(3)
  await catchUp(watcher)
  assert.equal(await balance(customer), 49_500)
  assert.equal(await events(customer), 'pending confirmed')
})

test('reorganised in the very round in which it would be credited, it is not', async () => {
  const { chain, watcher, customer } = await begin()
  chain.mine(arrival(customer.btc, BTC))
  chain.mine()
  chain.onCall = (method) => {
    if (method !== 'unconfirmed') return // the last question before the credits
    chain.onCall = () => {}
    chain.drop(2)
    chain.mineEmpty(3)
  }
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).status, await balance(customer)], ['pending', 0])
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).status, await incidents(customer)], ['expired', []])
})

test('reorganised away before it was credited it expires', async () => {
  const { chain, watcher, customer } = await begin()
  chain.mine(arrival(customer.btc, BTC))
  await catchUp(watcher)
  chain.drop(1)
  chain.mineEmpty(3)
  await catchUp(watcher)
  const gone = await only(customer)
  assert.deepEqual([gone.status, gone.confirmations, await balance(customer)], ['expired', 0, 0])
})

test('credited and then orphaned: the wallet stays, an operator is told, and seen again it is settled', async () => {
  const { chain, watcher, customer } = await begin()
  const payment = arrival(customer.btc, BTC)
  chain.mine(payment)
  chain.mineEmpty(2)
  await catchUp(watcher)
  chain.drop(3)
  chain.mineEmpty(4)
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).status, await balance(customer)], ['confirmed', 49_500])
  assert.deepEqual(await incidents(customer), ['1 open'])
  await catchUp(watcher)
  assert.deepEqual(await incidents(customer), ['1 open'])
  chain.mine(payment)
  chain.mineEmpty(4)
  await catchUp(watcher)
  assert.deepEqual(await incidents(customer), ['1 seen again'])
  assert.deepEqual([await balance(customer), await events(customer)], [49_500, 'pending confirmed'])
})

const reverse = async (id: string) => {
  const at = parseId('deposit', id)!
  return service.services.database.transaction((tx) => reverseOrphaned(tx, at, scene.clock()))
}

test('an operator reverses an orphaned deposit: the wallet pays what it has, the rest is owed; seen again it is a new one', async () => {
  const { chain, watcher, customer } = await begin()
  const payment = arrival(customer.btc, BTC)
  chain.mine(payment)
  chain.mine()
  await catchUp(watcher)
  const { id } = await only(customer)
  const refused = await reverse(id)
  assert.equal(refused.isDone, false, 'its money is there')
  await customer.api.post('/cards', { bin_id: LIVE_BIN, amount: 4_500 })
  chain.drop(2)
  chain.mineEmpty(3)
  await catchUp(watcher)
  const done = await reverse(id)
  assert.ok(done.isDone)
  assert.deepEqual([done.takenCents, done.owedCents], [4_500_000n, 450_000n])
  assert.equal((await reverse(id)).isDone, false, 'once')
  const reversed = await only(customer)
  assert.deepEqual([reversed.status, reversed.credited_usd, await balance(customer)], ['expired', 0, 0])
  const wallet = (await customer.api.get('/wallet/balance')).body
  assert.deepEqual([wallet.total_deposited, wallet.pending_deposits], [0, 0])
  const [last] = (await customer.api.get('/wallet/transactions')).body.data
  assert.deepEqual([last.type, last.amount, last.balance_after, last.deposit_id], ['deposit_reversal', -45_000, 0, id])
  assert.deepEqual(await incidents(customer), ['1 reversed'])
  await service.audit()
  chain.mine(payment)
  chain.mine()
  await catchUp(watcher)
  const [again] = await deposits(customer)
  assert.notEqual(again.id, id)
  assert.deepEqual([again.status, await balance(customer)], ['confirmed', 45_000])
  assert.equal(await events(customer), 'pending confirmed  expired pending confirmed')
  await service.audit()
})

test('a reorganisation deeper than is believed stops all credits until an operator rescans', async () => {
  const { chain, watcher, customer } = await begin()
  const payment = arrival(customer.btc, BTC)
  chain.mine(payment)
  chain.mineEmpty(11)
  await catchUp(watcher)
  const before = await balance(customer)
  chain.drop(12)
  chain.mineEmpty(3)
  const later = arrival(customer.btc, BTC)
  chain.mine(later)
  chain.mineEmpty(12)
  await catchUp(watcher)
  await catchUp(watcher)
  const [cursor] = await scene.owner`select halted from chain_cursors`
  assert.match(cursor!.halted, /deeper than 10 blocks/)
  assert.deepEqual([await balance(customer), (await deposits(customer)).length], [before, 1])
  await scene.owner`update chain_cursors set rescan_from = 3`
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), await incidents(customer)], [before + 49_500, ['1 open']])
})

test('a rescan finds what was paid before the watcher began, and credits nothing twice', async () => {
  const { chain, watcher, customer } = await begin()
  await scene.forgetChains()
  const [old, young] = [arrival(customer.btc, BTC), arrival(customer.btc, BTC)]
  const { height } = chain.mine(old)
  chain.mineEmpty(4)
  await catchUp(watcher)
  chain.mine(young)
  chain.mine()
  await catchUp(watcher)
  assert.equal(await balance(customer), 49_500)
  await scene.owner`update chain_cursors set rescan_from = ${height}`
  await catchUp(watcher)
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), await incidents(customer)], [99_000, []])
})

test('without a price to trust it waits, and is credited when there is one, also after its day', async () => {
  const { chain, watcher, customer } = await begin()
  scene.state.rate = undefined
  scene.pass(60_000)
  chain.mine(arrival(customer.btc, BTC))
  chain.mineEmpty(3)
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).status, await balance(customer)], ['pending', 0])
  scene.state.rate = '70000' // a jump
  scene.pass(60_000)
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'pending')
  scene.pass(24 * 3_600_000)
  await expireDueEverywhere(service.services, scene.clock())
  assert.equal((await only(customer)).status, 'expired')
  await catchUp(watcher)
  assert.deepEqual([(await only(customer)).status, await balance(customer)], ['confirmed', 69_300])
})

test('what was missed while nobody watched is read, in rounds', async () => {
  const { chain, watcher, customer } = await begin({ maxBlocks: 7, ahead: 4 })
  const payments = Array.from({ length: 30 }, () => arrival(customer.btc, BTC / 100n))
  for (const payment of payments) chain.mine(payment)
  chain.mineEmpty(10)
  const first = await watchOnce(watcher)
  assert.deepEqual([first.isBehind, first.cursor?.height], [true, 12])
  await catchUp(watcher)
  assert.equal((await deposits(customer)).length, 30)
  assert.equal(await balance(customer), 14_850)
})

test('of two watchers one holds the lease; when it lapses, or is given up, the other goes on', async () => {
  const { chain, watcher, customer } = await begin()
  const second = scene.watcher(chain)
  chain.mine(arrival(customer.btc, BTC))
  assert.equal((await watchOnce(second)).isHolder, false)
  assert.deepEqual(await deposits(customer), [])
  await scene.lapse()
  assert.equal((await watchOnce(second)).isHolder, true)
  assert.equal((await watchOnce(watcher)).isHolder, false)
  chain.mine()
  await catchUp(second)
  assert.equal(await balance(customer), 49_500)
})

test('a step is refused to who has lost the lease, or believes the cursor elsewhere', async () => {
  const { chain, watcher } = await begin()
  const [old, rival] = [{ ...chain.tip }, scene.watcher(chain)]
  let ran = 0
  const step = (by: Watcher, at: { height: number; hash: string }) =>
    inStep(by, at, async () => {
      ran += 1
    })
  await step(watcher, old)
  await assert.rejects(step(rival, old), CursorLost)
  await assert.rejects(step(watcher, { ...old, hash: 'another' }), CursorLost)
  chain.mine()
  await catchUp(watcher)
  await assert.rejects(step(watcher, old), CursorLost)
  await scene.lapse()
  await step(watcher, chain.tip) // lapsed, but nobody has taken it
  await watchOnce(rival)
  await assert.rejects(step(watcher, chain.tip), CursorLost)
  assert.equal(ran, 2)
})

test('nodes of another chain are refused, and a node that is behind is waited for', async () => {
  const { chain, watcher, customer } = await begin()
  chain.mine(arrival(customer.btc, BTC))
  await catchUp(watcher)
  const kept = chain.blocks.splice(chain.blocks.length - 2)
  await catchUp(watcher)
  assert.equal((await only(customer)).status, 'pending')
  chain.blocks.push(...kept)
  chain.mine()
  await catchUp(watcher)
  assert.equal(await balance(customer), 49_500)
  chain.id = 'another'
  await assert.rejects(watchOnce(watcher), /another chain/)
})

test('eth and usdt share the address and have each their depth', async () => {
  const depths = { btc: 2, eth: 3, usdt: 2, sol: 32 }
  const { chain, watcher, customer } = await begin({ confirmations: depths }, 'ethereum', '1')
  chain.mine(
    arrival(customer.eth, 10n ** 18n * 20n, { currency: 'eth', output: 1_000_000 }),
    arrival(customer.eth, 50_000_000n, { currency: 'usdt' }),
  )
  chain.mine()
  await catchUp(watcher)
  assert.equal(await balance(customer), 49.5)
  chain.mine()
  await catchUp(watcher)
  assert.equal(await balance(customer), 69.3)
})

test('coin that a contract sent is found by balances where the node does not trace, once', async () => {
  const depths = { btc: 2, eth: 3, usdt: 2, sol: 32 }
  const { chain, watcher, customer } = await begin({ confirmations: depths }, 'ethereum', '3000')
  const other = await scene.customer()
  chain.isTraced = false
  const hide = (amount: bigint, sent = 0, address = customer.eth) => {
    const block = chain.mine()
    chain.hidden.set(block.hash, [...(chain.hidden.get(block.hash) ?? []), { address, amount, sent }])
    return block
  }
  chain.mine(arrival(customer.eth, 10n ** 18n, { currency: 'eth' }))
  const internal = hide(2n * 10n ** 18n)
  chain.hidden.get(internal.hash)!.push({ address: other.eth, amount: 10n ** 18n, sent: 0 })
  chain.mineEmpty(6)
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), await balance(other)], [8_910, 2_970])
  const found = (await deposits(customer)).find((each: { tx_hash: string }) => each.tx_hash === internal.hash)
  assert.deepEqual([found.amount_crypto, found.status], ['2', 'confirmed'])
  hide(-3n * 10n ** 18n, 1) // swept
  chain.mineEmpty(2)
  hide(10n ** 18n)
  chain.mineEmpty(5)
  await catchUp(watcher)
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), (await deposits(customer)).length], [11_880, 3])
})

test('balances are followed only while blocks go untraced, and one that is forgotten is never taken for a deposit', async () => {
  const depths = { btc: 2, eth: 2, usdt: 2, sol: 32 }
  const { chain, watcher, customer } = await begin({ confirmations: depths }, 'ethereum', '3000')
  const ETH = 10n ** 18n
  const asked: string[] = []
  chain.onCall = (method) => void asked.push(method)
  chain.isTraced = true
  chain.mine(arrival(customer.eth, ETH, { currency: 'eth' }))
  chain.mineEmpty(3)
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), asked.includes('nativeBalances')], [2_970, false])
  // One block could not be traced, and the node has forgotten what was before it.
  chain.isTraced = false
  const { hash } = chain.mine()
  chain.hidden.set(hash, [{ address: customer.eth, amount: ETH, sent: 0 }])
  chain.isTraced = true
  chain.mineEmpty(3)
  chain.forgottenBelow = chain.tip.height - 1
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), asked.includes('nativeBalances')], [2_970, true])
  // The next time it remembers.
  chain.forgottenBelow = 0
  chain.isTraced = false
  const again = chain.mine()
  chain.hidden.set(again.hash, [{ address: customer.eth, amount: 2n * ETH, sent: 0 }])
  chain.isTraced = true
  chain.mineEmpty(4)
  await catchUp(watcher)
  assert.equal(await balance(customer), 8_910)
  asked.length = 0
  chain.mineEmpty(5)
  await catchUp(watcher)
  assert.equal(asked.includes('nativeBalances'), false)
  // A rescan keeps what only balances have shown, and finds what had been forgotten.
  await scene.owner`update chain_cursors set rescan_from = 3`
  await catchUp(watcher)
  await catchUp(watcher)
  assert.deepEqual([await balance(customer), await incidents(customer)], [11_880, []])
  chain.onCall = () => {}
})

test('the books balance', () => service.audit())
