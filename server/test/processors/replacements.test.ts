// Replacing a card at each kind of processor: the old card ends first, then either the new card is issued or the money
// returns to the wallet.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { finishIssuances } from '../../src/due/finish-issuances.ts'
import { asOwner, assertError, withKey } from '../contract/assertions.ts'
import type { Answer, Api } from '../harness.ts'
import { pushStates } from './rounds.ts'
import { OUTSIDE_BIN, openScene, type Scene } from './scene.ts'
import type { Life, LifeStep } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const asked = (amount: bigint, steps: LifeStep[] = []): Life => ({ amount, merchant, begins: 'asked', steps })

const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world } = scene
  const { kind } = world

  async function funded(settings: object = {}): Promise<{ api: Api; id: string; externalId: string }> {
    const api = await service.fundedWorkspace(1_000)
    const { status, body } = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 100, ...settings })
    assert.equal(status, 201, JSON.stringify(body))
    return { api, id: body.id, externalId: thereOf(scene, body.id) }
  }
  const replace = (api: Api, id: string, headers = {}): Promise<Answer> =>
    api.post(`/cards/${id}/replace`, { reason: 'lost' }, headers)
  const cardOf = async (api: Api, id: string) => (await api.get(`/cards/${id}`)).body
  const walletOf = async (api: Api): Promise<number> => (await api.get('/wallet/balance')).body.balance

  test(`${kind}: the new card is issued with the settings of the old card, and the old card is closed at the processor`, async () => {
    const controls = { limits: [{ window: 'day', amount: 60 }] }
    const { api, id, externalId } = await funded({ label: 'Ads', metadata: { team: 'growth' }, controls })
    await world.live(externalId, asked(2_500n))
    await deliverAll(scene)
    const wallet = await walletOf(api)
    const { status, body: card } = await replace(api, id)
    assert.equal(status, 201, JSON.stringify(card))
    assert.deepEqual(
      [card.balance, card.label, card.metadata, card.replaces, card.status],
      [75, 'Ads', { team: 'growth' }, id, 'active'],
    )
    assert.equal(await walletOf(api), wallet, 'no money went through the wallet')
    const old = await cardOf(api, id)
    assert.deepEqual([old.status, old.balance, old.held, old.replaced_by], ['terminated', 0, 25, card.id])
    await pushStates(service.services)
    assert.equal(world.cards.get(externalId)!.state, 'closed')
    const fresh = thereOf(scene, card.id)
    assert.notEqual(fresh, externalId)
    await world.live(fresh, asked(4_000n))
    await deliverAll(scene)
    const [decline] = (await api.get(`/transactions?card_id=${card.id}`)).body.data
    assert.equal(
      (await api.get(`/transactions/${decline.id}`)).body.decline_reason,
      'limit_exceeded',
      '25 of the limit of 60 was already used',
    )
    await world.live(fresh, asked(1_000n))
    assert.equal((await cardOf(api, card.id)).balance, 65)
    await service.audit()
  })

  test(`${kind}: a hold of the old card settles at the processor, and the wallet pays the part above the hold`, async () => {
    const { api, id, externalId } = await funded()
    await world.live(externalId, asked(2_500n, [{ act: 'settle', amount: 3_000n, isFinal: true }]))
    const late = world.take()
    const { body: card } = await replace(api, id)
    const wallet = await walletOf(api)
    for (const message of late) assert.equal((await scene.deliver(message)).status, 200)
    const old = await cardOf(api, id)
    assert.deepEqual([old.held, old.total_spent], [0, 30])
    assert.equal(await walletOf(api), wallet - 5)
    assert.equal((await cardOf(api, card.id)).balance, 75)
    await service.audit()
  })

  test(`${kind}: if the new card is rejected, the old card has ended, its money is in the wallet, and the response says so`, async () => {
    const { api, id } = await funded()
    const wallet = await walletOf(api)
    world.faults.push('refuse')
    const refused = await replace(api, id, withKey('refused'))
    assertError(refused, 400, 'processor_refused')
    assert.match(refused.body.message, /old card is terminated, and its balance of 100\.00 USD is in the wallet/)
    assert.equal(await walletOf(api), wallet + 100)
    const old = await cardOf(api, id)
    assert.deepEqual([old.status, old.balance, old.replaced_by], ['terminated', 0, null])
    assert.equal((await api.delete(`/cards/${id}`)).body.refunded_amount, 100)
    const again = await replace(api, id, withKey('refused'))
    assert.deepEqual([again.status, again.body], [400, refused.body])
    assertError(await replace(api, id), 400, 'card_terminated')
    await service.audit()
  })

  test(`${kind}: the money is on its way while the processor does not respond, and a repeat or the worker completes it once`, async () => {
    for (const ends of ['a repeat', 'the worker']) {
      const { api, id } = await funded()
      const wallet = await walletOf(api)
      const issued = world.cards.size
      world.faults.push('silent after effect')
      assertError(await replace(api, id, withKey('silent')), 503, 'service_unavailable')
      const between = await cardOf(api, id)
      assert.deepEqual([between.status, between.balance, between.replaced_by], ['terminated', 0, null], ends)
      await service.audit()
      const other = { bin_id: OUTSIDE_BIN, amount: 10 }
      assertError(await api.post('/cards', other, withKey('silent')), 400, 'idempotency_key_reused')
      if (ends === 'the worker') await finishNow(scene)
      const { status, body: card } = await replace(api, id, withKey('silent'))
      assert.equal(status, 201, JSON.stringify(card))
      assert.deepEqual([card.balance, card.replaces], [100, id])
      assert.equal((await cardOf(api, id)).replaced_by, card.id)
      assert.equal(await walletOf(api), wallet)
      assert.equal(world.cards.size, issued + 1, 'exactly one card was issued')
      await service.audit()
    }
  })

  test(`${kind}: a card without money is replaced by a card without money`, async () => {
    const { api, id } = await funded()
    await api.post(`/cards/${id}/withdraw`, { amount: 100 })
    await api.post(`/cards/${id}/freeze`)
    const { status, body: card } = await replace(api, id)
    assert.deepEqual([status, card.balance, card.status], [201, 0, 'active'])
    await service.audit()
  })

  test(`${kind}: the history of the old card shows its end and either the new card or that none was issued`, async () => {
    const told = async (id: string) => {
      const rows = await asOwner(
        service,
        (sql) => sql<{ type: number; reason: string | null; amount_cents: bigint }[]>`
          select type, reason, amount_cents from card_history where type in (7, 11, 12) and card_id in (
            select id from cards where label = ${id}) order by id`,
      )
      return rows.map(({ type, reason, amount_cents }) => [type, reason, amount_cents])
    }
    const replaced = await funded({ label: `${kind} replaced` })
    await replace(replaced.api, replaced.id)
    assert.deepEqual(await told(`${kind} replaced`), [
      [7, 'lost', 0n],
      [11, 'lost', 10_000n],
    ])
    const ended = await funded({ label: `${kind} refused` })
    world.faults.push('refuse')
    await replace(ended.api, ended.id)
    assert.deepEqual(await told(`${kind} refused`), [
      [7, 'lost', 0n],
      [12, null, 10_000n],
    ])
  })
}

function thereOf({ world }: Scene, cardId: string): string {
  return [...world.cards].find(([, card]) => card.cardId === cardId)![0]
}

async function deliverAll({ world, deliver }: Scene): Promise<void> {
  for (const message of world.take()) assert.equal((await deliver(message)).status, 200)
}

/** Lets the worker finish, as if half a minute had passed. */
async function finishNow({ service }: Scene): Promise<void> {
  await asOwner(service, (sql) => sql`update card_issuances set next_try_at = now() - interval '1 minute'`)
  await finishIssuances(service.services)
}
