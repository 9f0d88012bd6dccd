// Rules in live decisions: what they decline, record and count.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { ads, anotherKey, DAY, done, hotel, inParallel, type Json, openScene, sceneOf } from '../sandbox/scene.ts'
import { condition, newRule, transactionOf } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('an active rule declines from the next authorization on and gives the reason', async () => {
  const scene = await openScene(service, { amount: 500 })
  const { api } = scene
  await scene.hold(250)
  const rule = await newRule(api, [condition('amount', 'above', 200)])
  const declined = await scene.ask(200.01)
  assert.deepEqual([declined.approved, declined.decline_reason], [false, 'rule_declined'])
  const explanation = 'amount 200.01 is above 200.00'
  assert.deepEqual(declined.transaction.decline_detail, { rule_id: rule.id, explanation })
  const expected = [{ rule_id: rule.id, version: 1, mode: 'active', matched: true, explanation }]
  const shown = await transactionOf(api, declined.transaction)
  assert.deepEqual(shown.rule_results, expected)
  assert.deepEqual(shown.decline_detail, declined.transaction.decline_detail)
  const passed = await transactionOf(api, await scene.hold(200))
  assert.deepEqual(passed.rule_results, [
    { ...expected[0], matched: false, explanation: 'amount 200.00 is not above 200.00' },
  ])
  const events = done(await api.get('/events?per_page=2'), 200).data
  assert.deepEqual(
    events.map(({ data }: Json) => data.rule_results),
    [passed.rule_results, expected],
  )
  done(await api.patch(`/rules/${rule.id}`, { state: 'off' }), 200)
  await scene.hold(10)
  done(await api.delete(`/rules/${rule.id}`), 200)
  assert.deepEqual((await transactionOf(api, declined.transaction)).rule_results, expected)
})

test('a rule in shadow declines nothing and records what it would have done, and the report counts both', async () => {
  const scene = await openScene(service)
  const rule = await newRule(scene.api, [condition('country', 'is', 'FR')], { state: 'shadow' })
  const held = await scene.hold(10, { merchant: hotel })
  await scene.hold(10)
  assert.equal((await transactionOf(scene.api, held)).rule_results[0].matched, true)
  done(await scene.api.patch(`/rules/${rule.id}`, { state: 'active' }), 200)
  assert.equal(await scene.reason(10, { merchant: hotel }), 'rule_declined')
  const report = done(await scene.api.get(`/rules/${rule.id}/report`), 200)
  assert.deepEqual([report.matched, report.acted], [2, 1])
  assert.deepEqual([report.days.at(-1).matched, report.days.at(-1).acted], [2, 1])
  await scene.advance(DAY)
  assert.equal(await scene.reason(10, { merchant: hotel }), 'rule_declined')
  const later = done(await scene.api.get(`/rules/${rule.id}/report`), 200)
  assert.deepEqual(
    later.days.slice(-2).map((day: Json) => [day.matched, day.acted]),
    [
      [2, 1],
      [1, 1],
    ],
  )
})

test('a purchase that the controls or the balance decline is not checked by rules', async () => {
  const scene = await openScene(service)
  const rule = await newRule(scene.api, [condition('amount', 'at_least', 20)])
  const poor = await scene.ask(1_000)
  assert.equal(poor.decline_reason, 'insufficient_funds')
  assert.deepEqual((await transactionOf(scene.api, poor.transaction)).rule_results, [])
  assert.equal(done(await scene.api.get(`/rules/${rule.id}/report`), 200).matched, 0)
})

test('an increment is checked with the total amount of its purchase, which does not count as a previous purchase', async () => {
  const scene = await openScene(service)
  const held = await scene.hold(10)
  const more = async (amount: number) => done(await scene.on(held, 'increment', { amount }), 201)
  const rule = await newRule(scene.api, [condition('amount', 'above', 40)])
  const tooMuch = await more(31)
  assert.deepEqual([tooMuch.decline_reason, tooMuch.transaction.decline_detail.rule_id], ['rule_declined', rule.id])
  assert.equal(tooMuch.transaction.decline_detail.explanation, 'amount 41.00 is above 40.00')
  const passed = await more(30)
  assert.equal(passed.approved, true)
  const [{ matched, explanation }] = (await transactionOf(scene.api, passed.transaction)).rule_results
  assert.deepEqual([matched, explanation], [false, 'amount 40.00 is not above 40.00'])
  assert.equal(done(await scene.api.get(`/rules/${rule.id}/report`), 200).acted, 1)
  await newRule(scene.api, [condition('card_count_1h', 'at_least', 1)])
  done(await scene.api.delete(`/rules/${rule.id}`), 200)
  assert.equal((await more(1)).approved, true, 'the purchase of the increment does not count as a previous one')
  assert.equal(await scene.reason(1), 'rule_declined')
})

test('an increment is a first purchase or a new merchant exactly if its purchase was', async () => {
  for (const attribute of ['is_new_merchant', 'is_new_country', 'is_first_purchase']) {
    const scene = await openScene(service)
    await newRule(scene.api, [condition(attribute, 'is', true), condition('amount', 'above', 15)])
    const first = await scene.hold(10)
    assert.equal(done(await scene.on(first, 'increment', { amount: 10 }), 201).decline_reason, 'rule_declined')
    const second = await scene.hold(10)
    assert.equal(done(await scene.on(second, 'increment', { amount: 10 }), 201).approved, true)
  }
})

test('an increment is also checked after the last use has ended the card', async () => {
  const scene = await openScene(service, { controls: { uses: 1 } })
  await newRule(scene.api, [condition('amount', 'above', 40)])
  const held = await scene.hold(30)
  assert.equal(done(await scene.on(held, 'increment', { amount: 11 }), 201).decline_reason, 'rule_declined')
  assert.equal(done(await scene.on(held, 'increment', { amount: 10 }), 201).approved, true)
  await service.audit()
})

test('a challenge rule declines an increment unless its purchase passed 3-D Secure', async () => {
  const scene = await openScene(service)
  await newRule(scene.api, [condition('amount', 'above', 15)], { action: 'challenge' })
  const plain = await scene.hold(10)
  assert.equal(done(await scene.on(plain, 'increment', { amount: 10 }), 201).decline_reason, 'authentication_required')
  const challenge = done(await scene.call('3ds', { card_id: scene.card, amount: 10, merchant: 'Acme Ads' }), 201)
  done(await scene.call(`3ds/${challenge.id}/verify`, { otp: challenge.otp }), 200)
  const proven = await scene.hold(10, { three_ds_challenge_id: challenge.id })
  assert.equal(done(await scene.on(proven, 'increment', { amount: 10 }), 201).approved, true)
})

test('a challenge rule requires 3-D Secure and is satisfied by it, and a declining rule takes precedence', async () => {
  const scene = await openScene(service)
  const rule = await newRule(scene.api, [condition('mcc', 'is', '7311')], { action: 'challenge' })
  const refused = await scene.ask(10)
  assert.equal(refused.decline_reason, 'authentication_required')
  assert.equal(refused.transaction.decline_detail.rule_id, rule.id)
  const challenge = done(await scene.call('3ds', { card_id: scene.card, amount: 10, merchant: 'Acme Ads' }), 201)
  done(await scene.call(`3ds/${challenge.id}/verify`, { otp: challenge.otp }), 200)
  const passed = await scene.hold(10, { three_ds_challenge_id: challenge.id })
  assert.equal((await transactionOf(scene.api, passed)).rule_results[0].matched, true)
  const harder = await newRule(scene.api, [condition('amount', 'above', 5)])
  const both = await scene.ask(10)
  assert.deepEqual([both.decline_reason, both.transaction.decline_detail.rule_id], ['rule_declined', harder.id])
})

test('velocity rules count purchases and declines of the card, also from before the rule was created', async () => {
  const scene = await openScene(service)
  await scene.hold(1)
  await scene.hold(1)
  assert.equal(await scene.reason(5_000), 'insufficient_funds')
  const rule = await newRule(scene.api, [condition('card_count_1h', 'at_least', 3)])
  await newRule(scene.api, [condition('card_declines_24h', 'above', 0)], { state: 'shadow' })
  const third = await transactionOf(scene.api, await scene.hold(1))
  assert.deepEqual(
    third.rule_results.map((result: Json) => result.explanation),
    ['card_count_1h 2 is below 3', 'card_declines_24h 1 is above 0'],
  )
  const fourth = await scene.ask(1)
  assert.deepEqual(fourth.transaction.decline_detail, {
    rule_id: rule.id,
    explanation: 'card_count_1h 3 is at least 3',
  })
  const other = sceneOf(scene.api, (await newCard(scene.api, { amount: 50 })).id)
  await other.hold(1)
  await scene.advance(62 * 60)
  await scene.hold(1)
})

test('a velocity rule approves exactly its maximum under concurrent authorizations', async () => {
  const scene = await openScene(service)
  await scene.hold(1)
  await newRule(scene.api, [condition('card_count_24h', 'at_least', 10)])
  const answers = await inParallel(60, 60, () => scene.ask(1))
  assert.equal(answers.filter(({ approved }) => approved).length, 9)
  await service.audit()
})

test('rules can match new merchants, new countries, first purchases, card age, metadata and single cards', async () => {
  const scene = await openScene(service, { metadata: { team: 'growth' } })
  await scene.hold(1)
  const shadow = { state: 'shadow' }
  await newRule(scene.api, [condition('is_new_merchant', 'is', true)], shadow)
  await newRule(scene.api, [condition('is_new_country', 'is', true)], shadow)
  await newRule(scene.api, [condition('is_first_purchase', 'is', true)], shadow)
  await newRule(scene.api, [condition('card_age_days', 'at_least', 1)], shadow)
  await newRule(scene.api, [condition('card_metadata.team', 'is', 'growth')], shadow)
  const another = await newCard(scene.api, { amount: 10 })
  await newRule(scene.api, [condition('amount', 'above', 0)], { ...shadow, card_ids: [another.id] })
  const matched = async (transaction: Json) =>
    (await transactionOf(scene.api, transaction)).rule_results.map((result: Json) => result.matched)
  assert.deepEqual(await matched(await scene.hold(1)), [false, false, false, false, true])
  assert.deepEqual(await matched(await scene.hold(1, { merchant: hotel })), [true, true, false, false, true])
  await scene.advance(DAY)
  const renamed = { ...hotel, name: 'GRAND HOTEL', country: 'DE' }
  assert.deepEqual(await matched(await scene.hold(1, { merchant: renamed })), [false, true, false, true, true])
  const byId = { ...ads, id: 'M1' }
  assert.deepEqual(await matched(await scene.hold(1, { merchant: byId })), [true, false, false, true, true])
  const first = sceneOf(scene.api, another.id)
  assert.deepEqual(await matched(await first.hold(1)), [true, true, true, true, false, true])
  done(await scene.api.patch(`/cards/${scene.card}`, { metadata: { team: 'sales' } }), 200)
  assert.deepEqual(await matched(await scene.hold(1)), [false, false, false, true, false])
})

test('a partial approval is checked with the amount that would be approved', async () => {
  const scene = await openScene(service)
  await newRule(scene.api, [condition('amount', 'below', 150)])
  const stopped = await scene.ask(300, { partial: true })
  const shown = await transactionOf(scene.api, stopped.transaction)
  assert.equal(shown.rule_results[0].explanation, 'amount 100.00 is below 150.00')
  assert.equal(shown.amount, -300)
})

test('a reset sandbox has no rules, and a read-only key can read rules but not change them', async () => {
  const scene = await openScene(service)
  const rule = await newRule(scene.api, [condition('amount', 'above', 0)])
  const readOnly = await anotherKey(service, scene.api, { readOnly: true })
  done(await readOnly.get(`/rules/${rule.id}`), 200)
  assert.equal((await readOnly.patch(`/rules/${rule.id}`, { state: 'off' })).status, 403)
  assert.equal(
    (await readOnly.post(`/rules/${rule.id}/backtests`, { from: '2026-01-01', to: '2026-01-02' })).status,
    403,
  )
  done(await scene.call('reset'), 200)
  assert.deepEqual(done(await scene.api.get('/rules'), 200).data, [])
})
