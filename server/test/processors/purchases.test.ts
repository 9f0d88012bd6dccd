// A card at each kind of processor, from its creation to its end, with a simulated processor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import type { Api } from '../harness.ts'
import { pushStates } from './rounds.ts'
import { OUTSIDE_BIN, openScene, type Scene } from './scene.ts'
import type { Life, LifeStep } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const asked = (amount: bigint, steps: LifeStep[] = []): Life => ({ amount, merchant, begins: 'asked', steps })

// All scenes are opened before the first test. A scene that is opened later would be closed with the tests before it.
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world } = scene
  const { kind } = world

  async function funded(amount = 100): Promise<{ api: Api; id: string; externalId: string }> {
    const api = await service.fundedWorkspace(1_000)
    return { api, ...(await scene.newCard(api, amount)) }
  }

  test(`${kind}: a card is issued at the processor and funded here`, async () => {
    const { api, id, externalId } = await funded(100)
    const { body } = await api.get(`/cards/${id}`)
    assert.equal(body.status, 'active')
    assert.equal(body.balance, 100)
    assert.deepEqual(world.cards.get(externalId), { ...world.cards.get(externalId), cardId: id, state: 'active' })
    const details = await api.get(`/cards/${id}/details`)
    assert.equal(details.status, 200)
    assert.match(details.body.pan, /^\d{16}$/)
    assert.equal(details.body.pan.slice(-4), body.last4)
    await service.audit()
  })

  test(`${kind}: a purchase is approved, settled and refunded`, async () => {
    const { api, id, externalId } = await funded(100)
    await world.live(externalId, asked(2_500n))
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 75)
    await deliverAll(scene)
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 75)
    const [authorization] = (await api.get(`/transactions?card_id=${id}`)).body.data
    assert.equal(authorization.type, 'authorization')
    assert.equal(authorization.processor, scene.name)
    await world.live(
      externalId,
      asked(4_000n, [
        { act: 'settle', amount: 3_000n, isFinal: true },
        { act: 'refund', amount: 1_000n },
      ]),
    )
    await deliverAll(scene)
    await assertBooks(scene, api, id, externalId)
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 100 - 25 - 30 + 10)
    await service.audit()
  })

  test(`${kind}: a verification on a card with uses holds nothing, also after the report of the processor`, async () => {
    const { api, id, externalId } = await funded(20)
    assert.equal((await api.patch(`/cards/${id}`, { controls: { uses: 1 } })).status, 200)
    await world.live(externalId, asked(100n))
    await deliverAll(scene)
    const { body: verified } = await api.get(`/cards/${id}`)
    assert.deepEqual([verified.balance, verified.held, verified.status], [20, 0, 'active'])
    await world.live(externalId, asked(100n, [{ act: 'settle', amount: 100n, isFinal: true }]))
    await deliverAll(scene)
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 19)
    await world.live(externalId, asked(1_900n))
    await deliverAll(scene)
    const { body: used } = await api.get(`/cards/${id}`)
    assert.deepEqual([used.held, used.status], [19, 'terminated'])
    await service.audit()
  })

  test(`${kind}: a purchase that the BIN does not allow is declined once`, async () => {
    const { api, id, externalId } = await funded(10)
    await world.live(externalId, asked(600_000n))
    await deliverAll(scene)
    const [decline] = (await api.get(`/transactions?card_id=${id}`)).body.data
    assert.equal(decline.type, 'decline')
    assert.equal(await reasonOf(api, decline.id), 'transaction_limit_exceeded')
    assert.equal(
      (await api.get(`/transactions?card_id=${id}`)).body.data.length,
      1,
      'the report of the processor does not add a second decline',
    )
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 10)
  })

  test(`${kind}: a purchase that was approved in our place is held, even if it overdraws the card`, async () => {
    const { api, id, externalId } = await funded(10)
    await world.live(externalId, { amount: 2_500n, merchant, begins: 'stood_in', steps: [] })
    await deliverAll(scene)
    assert.equal((await api.get(`/cards/${id}`)).body.balance, -15)
    const [adopted] = (await api.get(`/transactions?card_id=${id}`)).body.data
    assert.equal(adopted.source, 'stand_in')
    await service.audit()
  })

  test(`${kind}: a purchase that the processor declined without asking us is shown as a decline with the processor's text`, async () => {
    const { api, id, externalId } = await funded(10)
    await world.live(externalId, { amount: 500n, merchant, begins: 'declined_there', steps: [] })
    await deliverAll(scene)
    const [decline] = (await api.get(`/transactions?card_id=${id}`)).body.data
    const [entry] = (await api.get(`/transactions/${decline.id}`)).body.authorization_timeline
    assert.equal(entry.reason, 'declined_by_processor')
    assert.ok(entry.processor_word.length > 0, `the processor's text is empty`)
  })

  test(`${kind}: a frozen card declines immediately and is then frozen at the processor, and a terminated card is closed there`, async () => {
    const { api, id, externalId } = await funded(50)
    assert.equal((await api.post(`/cards/${id}/freeze`)).status, 200)
    await world.live(externalId, asked(500n))
    await deliverAll(scene)
    const [decline] = (await api.get(`/transactions?card_id=${id}`)).body.data
    assert.equal(await reasonOf(api, decline.id), 'card_frozen')
    await pushStates(service.services)
    assert.equal(world.cards.get(externalId)!.state, 'frozen')
    assert.equal((await api.post(`/cards/${id}/unfreeze`)).status, 200)
    assert.equal(world.cards.get(externalId)!.state, 'active', 'the card is still active at the processor')
    assert.equal((await api.delete(`/cards/${id}`)).status, 200)
    await world.live(externalId, asked(500n))
    await deliverAll(scene)
    const [last] = (await api.get(`/transactions?card_id=${id}`)).body.data
    assert.equal(
      await reasonOf(api, last.id),
      'card_terminated',
      'the purchase is declined before the card is closed at the processor',
    )
    await pushStates(service.services)
    assert.equal(world.cards.get(externalId)!.state, 'closed')
  })

  test(`${kind}: unfreezing fails if the processor does not respond, and the card remains frozen`, async () => {
    const { api, id } = await funded(50)
    await api.post(`/cards/${id}/freeze`)
    await pushStates(service.services)
    world.faults.push('fail')
    assert.equal((await api.post(`/cards/${id}/unfreeze`)).status, 503)
    assert.equal((await api.get(`/cards/${id}`)).body.status, 'frozen')
  })

  test(`${kind}: a card that the processor rejects returns the money, with the reason in the response`, async () => {
    const { api } = await funded(50)
    const before = (await api.get('/wallet/balance')).body.balance
    world.faults.push('refuse')
    const headers = { 'x-idempotency-key': `refused-${kind}` }
    const refused = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, headers)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error, 'processor_refused')
    assert.equal((await api.get('/wallet/balance')).body.balance, before)
    const again = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, headers)
    assert.deepEqual(again.body, refused.body)
    await service.audit()
  })

  for (const fault of ['fail', 'limit', 'silent after effect'] as const) {
    test(`${kind}: a creation after "${fault}" returns 503, and repeating it results in one card`, async () => {
      const { api } = await funded(50)
      const cards = world.cards.size
      world.faults.push(fault)
      const headers = { 'x-idempotency-key': `silence-${kind}-${fault}` }
      const first = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, headers)
      assert.equal(first.status, 503, JSON.stringify(first.body))
      await service.audit()
      const second = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, headers)
      assert.equal(second.status, 201)
      const third = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, headers)
      assert.deepEqual(third.body, second.body)
      assert.equal(world.cards.size, cards + 1, 'the processor has one card')
      assert.equal((await api.get('/cards')).body.data.length, 2)
      await service.audit()
    })
  }
}

async function deliverAll({ world, deliver }: Scene): Promise<void> {
  for (const message of world.take()) {
    const { status, body } = await deliver(message)
    assert.equal(status, 200, body)
  }
}

async function reasonOf(api: Api, id: string): Promise<string> {
  return (await api.get(`/transactions/${id}`)).body.authorization_timeline[0].reason
}

async function assertBooks({ world }: Scene, api: Api, id: string, externalId: string): Promise<void> {
  const { held, taken } = world.books(externalId)
  const { body } = await api.get(`/cards/${id}`)
  const transactions = (await api.get(`/transactions?card_id=${id}&per_page=100`)).body.data
  const posted = transactions
    .filter(({ type }: { type: string }) => type === 'settlement' || type === 'refund')
    .reduce((sum: number, { amount }: { amount: number }) => sum - amount, 0)
  assert.equal(BigInt(Math.round(posted * 100)), taken)
  assert.equal(BigInt(Math.round((body.held ?? 0) * 100)), held)
}
