// Rules for the authorization requests of processors are checked, recorded and counted as in the sandbox.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { says, startCustomer } from '../decision-hook/scene.ts'
import type { Api } from '../harness.ts'
import { openScene } from '../processors/scene.ts'
import type { Life } from '../processors/world.ts'
import { done, type Json } from '../sandbox/scene.ts'
import { condition, newRule } from './scene.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const purchase = (amount: bigint, begins: Life['begins'] = 'asked'): Life => ({ amount, merchant, begins, steps: [] })

const env = { WEBHOOK_ALLOW_LOOPBACK: 'true' }
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind, { env })))

for (const scene of scenes) {
  const { service, world } = scene
  const { kind } = world

  async function withCard() {
    const api = await service.fundedWorkspace(1_000)
    return { api, ...(await scene.newCard(api, 500)) }
  }

  async function live(externalId: string, life: Life): Promise<void> {
    await world.live(externalId, life)
    for (const message of world.take()) assert.equal((await scene.deliver(message)).status, 200)
  }

  async function lastOf(api: Api, cardId: string): Promise<Json> {
    const { data } = done(await api.get(`/transactions?card_id=${cardId}`), 200)
    return done(await api.get(`/transactions/${data[0].id}`), 200)
  }

  test(`${kind}: an active rule declines, a rule in shadow records, and both give the reason`, async () => {
    const { api, id, externalId } = await withCard()
    const large = await newRule(api, [condition('amount', 'above', 20)])
    const food = await newRule(api, [condition('category', 'is', 'restaurants')], { state: 'shadow' })
    await live(externalId, purchase(2_500n))
    const declined = await lastOf(api, id)
    const explanation = 'amount 25.00 is above 20.00'
    assert.deepEqual(
      [declined.decline_reason, declined.decline_detail, declined.processor],
      ['rule_declined', { rule_id: large.id, explanation }, scene.name],
    )
    assert.deepEqual(
      declined.rule_results.map(({ rule_id, mode, matched }: Json) => [rule_id, mode, matched]),
      [
        [large.id, 'active', true],
        [food.id, 'shadow', true],
      ],
    )
    assert.equal(done(await api.get(`/cards/${id}`), 200).balance, 500)
    await live(externalId, purchase(1_500n))
    const approved = await lastOf(api, id)
    assert.deepEqual(
      [approved.type, approved.rule_results.map(({ matched }: Json) => matched)],
      ['authorization', [false, true]],
    )
    const report = done(await api.get(`/rules/${large.id}/report`), 200)
    assert.deepEqual([report.matched, report.acted], [1, 1])
    assert.equal(done(await api.get(`/cards/${id}`), 200).balance, 485)
    await service.audit()
  })

  test(`${kind}: a purchase that a processor approved in our place is not checked by rules and counts as a purchase`, async () => {
    const { api, id, externalId } = await withCard()
    await newRule(api, [condition('card_count_1h', 'at_least', 1)])
    await live(externalId, purchase(100n, 'stood_in'))
    const stoodIn = await lastOf(api, id)
    assert.deepEqual([stoodIn.source, stoodIn.rule_results], ['stand_in', []])
    await live(externalId, purchase(100n))
    const { decline_reason, rule_results } = await lastOf(api, id)
    assert.deepEqual([decline_reason, rule_results[0].explanation], ['rule_declined', 'card_count_1h 1 is at least 1'])
    await service.audit()
  })

  test(`${kind}: rules are checked before the decision hook, and a purchase that passes them shows both results`, async () => {
    const { api, id, externalId } = await withCard()
    const customer = await startCustomer(says({ approved: true }))
    done(await api.put('/decision-hook', { url: customer.url }), 200)
    const rule = await newRule(api, [condition('amount', 'above', 20)])
    await live(externalId, purchase(2_500n))
    const declined = await lastOf(api, id)
    assert.deepEqual([declined.decline_reason, declined.decision], ['rule_declined', null])
    assert.equal(customer.questions.length, 0)
    await live(externalId, purchase(1_500n))
    const { decision, rule_results } = await lastOf(api, id)
    assert.deepEqual(
      [decision.outcome, rule_results],
      [
        'approved',
        [
          {
            rule_id: rule.id,
            version: 1,
            mode: 'active',
            matched: false,
            explanation: 'amount 15.00 is not above 20.00',
          },
        ],
      ],
    )
    assert.equal(customer.questions.length, 1)
  })
}
