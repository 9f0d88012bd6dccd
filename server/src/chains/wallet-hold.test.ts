// A credited deposit that leaves its chain: nothing leaves the wallet until it is back or an operator has decided.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIVE_BIN } from '../../test/processors/live-cards.ts'
import { parseId } from '../ids.ts'
import { reverseOrphaned } from './reverse-orphaned.ts'
import { arrival, type Customer, catchUp, FakeChain, startWatching } from './watcher-fixture.ts'

const scene = await startWatching()
const { service } = scene
const BTC = 100_000_000n
const ORPHANED = 3

/** A customer with a card of 10.00, one deposit still on the chain, and `count` that were credited and are gone. */
async function orphaned(count: number) {
  await scene.forgetChains()
  const chain = new FakeChain('bitcoin')
  const watcher = scene.watcher(chain)
  await catchUp(watcher)
  const customer = await scene.customer()
  chain.mine(arrival(customer.btc, BTC))
  const payments = Array.from({ length: count }, () => arrival(customer.btc, BTC))
  chain.mine(...payments)
  chain.mineEmpty(2)
  await catchUp(watcher)
  const card = await customer.api.post('/cards', { bin_id: LIVE_BIN, amount: 10 })
  assert.equal(card.status, 201)
  chain.drop(ORPHANED)
  chain.mineEmpty(ORPHANED + 1)
  await catchUp(watcher)
  return { chain, watcher, customer, payments, card: card.body }
}

const reverse = async (id: string) =>
  service.services.database.transaction((tx) => reverseOrphaned(tx, parseId('deposit', id)!, scene.clock()))

async function assertHeld({ api }: Customer, cardId: string): Promise<void> {
  const before = (await api.get('/wallet/balance')).body
  for (const [path, body] of [
    ['/cards', { bin_id: LIVE_BIN, amount: 10 }],
    [`/cards/${cardId}/fund`, { amount: 10 }],
    // Checked before the funds: what is not there for the asking is not told either.
    [`/cards/${cardId}/fund`, { amount: 5_000 }],
  ] as const) {
    const { status, body: answer } = await api.post(path, body)
    assert.deepEqual([status, answer.error], [400, 'invalid_state'])
  }
  assert.deepEqual((await api.get('/wallet/balance')).body, before)
}

async function assertFree({ api }: Customer, cardId: string): Promise<void> {
  assert.equal((await api.post(`/cards/${cardId}/fund`, { amount: 10 })).status, 200)
}

test('held: no new card and no funding; money still comes back to the wallet', async () => {
  const { customer, card } = await orphaned(1)
  await assertHeld(customer, card.id)
  assert.equal((await customer.api.post(`/cards/${card.id}/withdraw`, { amount: 1 })).status, 200)
  assert.equal((await customer.api.post(`/cards/${card.id}/freeze`)).status, 200)
})

test('seen again on its chain, it is free', async () => {
  const { chain, watcher, customer, payments, card } = await orphaned(1)
  await assertHeld(customer, card.id)
  chain.mine(...payments)
  await catchUp(watcher)
  await assertFree(customer, card.id)
  await service.audit()
})

test('of two that are gone, the last one that is decided frees it', async () => {
  const { customer, card } = await orphaned(2)
  const { data } = (await customer.api.get('/wallet/deposits')).body
  const ids: string[] = []
  for (const { id } of data) {
    const { isDone } = await reverse(id)
    if (!isDone) continue
    ids.push(id)
    if (ids.length < 2) await assertHeld(customer, card.id)
  }
  assert.equal(ids.length, 2)
  await assertFree(customer, card.id)
  await service.audit()
})

test('another customer is not held', async () => {
  await orphaned(1)
  const other = await service.fundedWorkspace(100)
  const card = await other.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  assert.equal(card.status, 201)
})
