// Questions of processors also wait for the customer, within the time limit of the processor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import type { Api } from '../harness.ts'
import { openScene } from '../processors/scene.ts'
import type { Life } from '../processors/world.ts'
import { done, type Json } from '../sandbox/scene.ts'
import { attemptsOf, says, startCustomer } from './scene.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const purchase: Life = { amount: 2_500n, merchant, begins: 'asked', steps: [] }

const env = { WEBHOOK_ALLOW_LOOPBACK: 'true' }
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind, { env })))

for (const scene of scenes) {
  const { service, world } = scene
  const { kind } = world

  async function asking(settings: object = {}) {
    const api = await service.fundedWorkspace(1_000)
    const customer = await startCustomer()
    done(await api.put('/decision-hook', { url: customer.url, ...settings }), 200)
    return { api, customer, ...(await scene.newCard(api, 100)) }
  }

  async function lastOf(api: Api, cardId: string): Promise<Json> {
    const { data } = done(await api.get(`/transactions?card_id=${cardId}`), 200)
    return done(await api.get(`/transactions/${data[0].id}`), 200)
  }

  test(`${kind}: the decision hook approves and declines purchases`, async () => {
    const { api, customer, id, externalId } = await asking()
    await world.live(externalId, purchase)
    assert.equal(customer.questions[0]!.body.data.amount, 25)
    assert.equal((await lastOf(api, id)).decision.outcome, 'approved')
    assert.equal(done(await api.get(`/cards/${id}`), 200).balance, 75)
    customer.respond = says({ approved: false, reason: 'no food' })
    await world.live(externalId, purchase)
    const { decline_reason, decline_detail, decision, processor } = await lastOf(api, id)
    assert.deepEqual(
      [decline_reason, decline_detail, decision.outcome, processor],
      ['hook_declined', { reason: 'no food' }, 'declined', scene.name],
    )
    assert.equal(done(await api.get(`/cards/${id}`), 200).balance, 75)
    await service.audit()
  })

  test(`${kind}: a hook that does not respond leaves enough time for the response to the processor`, async () => {
    const { api, customer, id, externalId } = await asking({ timeout_ms: 2000 })
    customer.respond = () => {}
    await world.live(externalId, purchase)
    const { decline_reason, decision } = await lastOf(api, id)
    assert.deepEqual([decline_reason, decision.outcome, decision.fallback], ['hook_unavailable', 'timeout', 'decline'])
    // Of two seconds, 0.3 s are for our decision and 0.3 s for the response.
    if (kind === 'stripe') assert.ok(decision.duration_ms < 1_900, `${decision.duration_ms} ms`)
    const [attempt] = await attemptsOf({ api })
    assert.equal(attempt!.card_id, id)
    await service.audit()
  })

  test(`${kind}: the hook is not called for a purchase that would be declined anyway`, async () => {
    const { api, customer, id, externalId } = await asking()
    await world.live(externalId, { ...purchase, amount: 600_000n })
    assert.equal((await lastOf(api, id)).decline_reason, 'transaction_limit_exceeded')
    assert.equal(customer.questions.length, 0)
  })
}
