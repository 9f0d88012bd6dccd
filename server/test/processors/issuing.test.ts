// A card that exists at the processor is never forgotten here and never created twice, whatever the response to its
// creation was.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { finishIssuances } from '../../src/due/finish-issuances.ts'
import { asOwner } from '../contract/assertions.ts'
import type { Api } from '../harness.ts'
import { OUTSIDE_BIN, openScene, type Scene } from './scene.ts'

const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))
let creations = 0

for (const scene of scenes) {
  const { service, world } = scene
  const { kind } = world

  for (const refusal of ['key refused', 'forbidden', 'limit'] as const) {
    test(`${kind}: "${refusal}" after a lost response does not fail the creation, and the existing card is found`, async () => {
      const { api, create, walletBefore } = await begun(scene)
      const cards = world.cards.size
      world.faults.push('silent after effect')
      assert.equal((await create()).status, 503)
      assert.equal(world.cards.size, cards + 1)
      // The search for the card is rejected. If it were not, the card would be requested again.
      world.faults.push(refusal)
      assert.equal((await create()).status, 503)
      assert.equal(
        (await api.get('/wallet/balance')).body.balance,
        walletBefore - 20,
        'the money was returned too early',
      )
      const made = await create()
      assert.equal(made.status, 201, JSON.stringify(made.body))
      assert.equal(world.cards.size, cards + 1, 'the processor has one card')
      await service.audit()
    })

    test(`${kind}: "${refusal}" on the first attempt does not fail the creation, and the worker creates the card later`, async () => {
      const { api, create } = await begun(scene)
      const cards = world.cards.size
      world.faults.push(refusal)
      assert.equal((await create()).status, 503)
      await retryByWorker(scene)
      assert.equal(world.cards.size, cards + 1)
      assert.equal((await create()).status, 201)
      assert.equal((await api.get('/cards')).body.data.length, 2)
      await service.audit()
    })
  }

  test(`${kind}: a validation error after a lost response returns the money only if the processor has no such card`, async () => {
    const { api, create, walletBefore } = await begun(scene)
    const cards = world.cards.size
    world.faults.push('silent before effect')
    assert.equal((await create()).status, 503)
    // The search finds nothing, and the repeated request is rejected.
    world.faults.push('none', 'refuse')
    const refused = await create()
    assert.deepEqual([refused.status, refused.body.error], [400, 'processor_refused'])
    assert.equal(world.cards.size, cards)
    assert.equal((await api.get('/wallet/balance')).body.balance, walletBefore)
    await service.audit()
  })

  for (const fault of ['fail', 'fail after effect'] as const) {
    test(`${kind}: a creation after "${fault}" results in one card, through a repeated request or through the worker`, async () => {
      for (const isWorker of [false, true]) {
        const { api, create } = await begun(scene)
        const cards = world.cards.size
        world.faults.push(fault)
        assert.equal((await create()).status, 503)
        if (isWorker) await retryByWorker(scene)
        assert.equal((await create()).status, 201)
        assert.equal(world.cards.size, cards + 1)
        assert.equal((await api.get('/cards')).body.data.length, 2)
      }
      await service.audit()
    })
  }
}

test('stripe: a holder whose creation failed is searched for, and created once with a new idempotency key', async () => {
  const scene = scenes.find(({ world }) => world.kind === 'stripe')!
  const { service, world } = scene
  for (const fault of ['fail', 'fail after effect'] as const) {
    const api = await service.fundedWorkspace(500)
    const create = creatorOf(api)
    const before = await holdersOf(scene)
    world.faults.push(fault)
    assert.equal((await create()).status, 503)
    const [first, second] = await Promise.all([create(), creatorOf(api)()])
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(await holdersOf(scene), before + 1)
  }
  await service.audit()
})

test('stripe: a second card of an account succeeds even if its first card requested the holder with another address', async () => {
  const scene = scenes.find(({ world }) => world.kind === 'stripe')!
  const { service, world } = scene
  const api = await service.fundedWorkspace(500)
  const before = await holdersOf(scene)
  world.faults.push('silent after effect')
  assert.equal((await creatorOf(api)()).status, 503)
  await asOwner(service, (sql) => sql`update accounts set holder_name = 'Another Name'`)
  const create = creatorOf(api)
  await create()
  assert.equal((await create()).status, 201)
  assert.equal(await holdersOf(scene), before + 1)
})

/** A workspace whose account already has its holder. */
async function begun(scene: Scene) {
  scene.world.faults.length = 0
  const api = await scene.service.fundedWorkspace(500)
  await scene.newCard(api, 10)
  const walletBefore = (await api.get('/wallet/balance')).body.balance
  return { api, create: creatorOf(api), walletBefore }
}

/** Returns a function that requests one card, with the same idempotency key each time. */
function creatorOf(api: Api) {
  const headers = { 'x-idempotency-key': `creation-${creations++}` }
  return () => api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, headers)
}

async function retryByWorker({ service }: Scene): Promise<void> {
  await asOwner(service, (sql) => sql`update card_issuances set next_try_at = now() - interval '1 minute'`)
  await finishIssuances(service.services)
}

async function holdersOf({ world }: Scene): Promise<number> {
  return (world as unknown as { state: { cardholders: Map<string, unknown> } }).state.cardholders.size
}
