// GET /transactions/{txn_id}/explanation: which checks ran, in order, and whether the purchase would pass now.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declineWords } from '../../src/explanations/decline-words.ts'
import { declineReasons } from '../../src/ledger/decline-reasons.ts'
import { startTestService } from '../harness.ts'
import {
  ads,
  assertError,
  changesNothing,
  DAY,
  done,
  hotel,
  type Json,
  openScene,
  type Scene,
  unknownId,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const explain = async ({ api }: Scene, { id }: Json): Promise<Json> =>
  changesNothing(service, api, async () => done(await api.get(`/transactions/${id}/explanation`), 200))
const control = async ({ api, card }: Scene, controls: object) =>
  done(await api.patch(`/cards/${card}`, { controls }), 200)
const outcomes = (tests: Json[]) => Object.fromEntries(tests.map(({ test: name, outcome }) => [name, outcome]))
const failedOf = (tests: Json[]) => tests.filter(({ outcome }) => outcome === 'failed')

/** The order of the contract, without the checks that apply only to some purchases. */
const ORDER = Object.keys(declineReasons).filter(
  (reason) =>
    !['invalid_card', 'rule_declined', 'hook_declined', 'hook_unavailable', 'declined_by_processor'].includes(reason),
)

test('an id that is unknown or belongs to another workspace returns 404 transaction_not_found', async () => {
  const { api } = await openScene(service)
  const theirs = await (await openScene(service)).hold(1)
  for (const id of ['txn_x', await unknownId(service, api, 'transaction'), theirs.id])
    assertError(await api.get(`/transactions/${id}/explanation`), 404, 'transaction_not_found')
})

test('a purchase declined by a limit is explained with the amounts at that time, and would pass on the next day', async () => {
  const scene = await openScene(service, {
    controls: { limits: [{ window: 'day', amount: 50, categories: ['7311'] }] },
  })
  await scene.advanceToDay(10)
  await scene.hold(45)
  const { transaction } = await scene.ask(10)
  const { decline_detail } = transaction
  const numbers = `45.00 USD of 50.00 USD used this day for 7311, 10.00 USD more; resets at ${decline_detail.resets_at}`
  const today = await explain(scene, transaction)
  assert.deepEqual(
    [today.outcome, today.decline_reason, today.title, today.remedy],
    ['declined', 'limit_exceeded', declineWords.limit_exceeded.title, declineWords.limit_exceeded.remedy],
  )
  assert.deepEqual(failedOf(today.tests), [
    { test: 'limit_exceeded', outcome: 'failed', words: "No limit of the card's controls is exceeded.", numbers },
  ])
  assert.equal(outcomes(today.tests).insufficient_funds, 'not_reached')
  assert.deepEqual([today.now.would_pass, today.now.decline_reason], [false, 'limit_exceeded'])
  assert.equal(failedOf(today.now.tests)[0].numbers, '45.00 USD of 50.00 USD this day for 7311')
  await scene.advance(DAY)
  const { now, ...then } = await explain(scene, transaction)
  assert.deepEqual({ ...then, now: null }, { ...today, now: null }, 'the explanation of the past does not change')
  assert.deepEqual([now.would_pass, now.decline_reason, now.remedy], [true, null, null])
  // What passes between two calls is real time.
  const agoMs = (await scene.now()).getTime() - Date.parse(now.judged_at)
  assert.ok(agoMs >= 0 && agoMs < 60_000, `${agoMs} ms`)
})

test('an explanation lists every check in the order of the contract and marks the checks on merchant input as assumed', async () => {
  const scene = await openScene(service)
  const explained = await explain(scene, await scene.hold(60))
  assert.deepEqual(
    [explained.outcome, explained.decline_reason, explained.title],
    ['approved', null, 'It was approved'],
  )
  assert.deepEqual(outcomes(explained.tests), Object.fromEntries(ORDER.map((reason) => [reason, 'passed'])))
  assert.deepEqual(
    explained.tests.map(({ test: name }: Json) => name),
    ORDER,
  )
  assert.deepEqual([explained.now.would_pass, explained.now.decline_reason], [false, 'insufficient_funds'])
  assert.equal(failedOf(explained.now.tests)[0].numbers, '40.00 USD on the card, 60.00 USD asked for')
  assert.deepEqual(
    explained.now.tests.filter(({ outcome }: Json) => outcome === 'assumed').map(({ test: name }: Json) => name),
    ['expiry_mismatch', 'cvv_mismatch', 'authentication_required', 'authentication_failed'],
  )
})

/**
 * Each case has the controls, the amount, further fields of the request, the expected reason, and the numbers that
 * explain it.
 */
const CASES: [object, number, Record<string, unknown>, string, string | null][] = [
  [{ categories: { blocked: ['7311'] } }, 5, {}, 'category_not_allowed', 'advertising (7311)'],
  [{ merchants: { blocked: [{ name: 'acme*' }] } }, 5, {}, 'merchant_not_allowed', 'Acme Ads'],
  [
    { merchants: { allowed: [{ id: '1' }] } },
    5,
    { merchant: { ...ads, id: '77' } },
    'merchant_not_allowed',
    'Acme Ads (77)',
  ],
  [{ countries: { allowed: ['US'] } }, 5, { merchant: hotel }, 'country_not_allowed', 'FR'],
  [{ active_from: '2099-01-01T00:00:00Z' }, 5, {}, 'outside_active_period', null],
  [{}, 101, {}, 'insufficient_funds', '100.00 USD on the card, 101.00 USD asked for'],
  [
    { limits: [{ window: 'per_transaction', amount: 4 }] },
    5,
    {},
    'limit_exceeded',
    '0.00 USD of 4.00 USD used by this purchase, 5.00 USD more',
  ],
]

for (const [controls, amount, more, reason, numbers] of CASES)
  test(`a decline with ${reason} is explained with ${numbers ?? 'no numbers'}, and would pass after its cause is removed`, async () => {
    const scene = await openScene(service, { controls })
    const { transaction } = await scene.ask(amount, more)
    const explained = await explain(scene, transaction)
    assert.deepEqual([explained.decline_reason, failedOf(explained.tests)[0].numbers], [reason, numbers])
    assert.equal(explained.now.decline_reason, reason)
    await control(scene, { merchants: null, categories: null, countries: null, active_from: null, limits: null })
    done(await scene.api.post(`/cards/${scene.card}/fund`, { amount: 10 }), 200)
    assert.equal((await explain(scene, transaction)).now.would_pass, true)
  })

test('the explanation shows how many uses of a card are left, and reports a used-up card as terminated', async () => {
  const scene = await openScene(service, { controls: { uses: 2 } })
  const first = await scene.hold(5)
  const { now } = await explain(scene, first)
  assert.equal(now.tests.find(({ test: name }: Json) => name === 'use_limit_reached').numbers, '1 of 2 used')
  await scene.hold(5)
  assert.equal((await explain(scene, first)).now.decline_reason, 'card_terminated')
})

test('a declined increment is checked as an increment while its hold is pending, and is reported as ended afterwards', async () => {
  const scene = await openScene(service)
  const held = await scene.hold(90)
  const { transaction } = done(await scene.on(held, 'increment', { amount: 20 }), 201)
  const explained = await explain(scene, transaction)
  assert.deepEqual(
    [explained.decline_reason, explained.now.decline_reason],
    ['insufficient_funds', 'insufficient_funds'],
  )
  done(await scene.on(held, 'reverse'), 200)
  const { now } = await explain(scene, transaction)
  assert.deepEqual([now.would_pass, now.decline_reason, now.title], [false, null, 'Its authorization has ended'])
})

test('an explanation names the rule that declined a purchase, and shows a shadow rule as passing', async () => {
  const scene = await openScene(service)
  const when = [{ attribute: 'amount', op: 'above', value: 20 }]
  const rule = done(await scene.api.post('/rules', { name: 'Large', action: 'decline', when, state: 'active' }), 201)
  const { transaction } = await scene.ask(30)
  const explained = await explain(scene, transaction)
  assert.deepEqual([explained.decline_reason, explained.now.decline_reason], ['rule_declined', 'rule_declined'])
  for (const tests of [explained.tests, explained.now.tests])
    assert.match(failedOf(tests)[0].numbers, new RegExp(`^${rule.id}: amount 30\\.00 is above 20\\.00`))
  done(await scene.api.patch(`/rules/${rule.id}`, { state: 'shadow' }), 200)
  assert.equal((await explain(scene, transaction)).now.would_pass, true)
  const shadowed = await explain(scene, await scene.hold(30))
  const checked = shadowed.tests.find(({ test: name }: Json) => name === 'rule_declined')
  assert.deepEqual([checked.outcome, /\(shadow\): amount 30\.00/.test(checked.numbers)], ['passed', true])
  done(await scene.api.patch(`/rules/${rule.id}`, { state: 'active', action: 'challenge' }), 200)
  const challenged = await explain(scene, (await scene.ask(31)).transaction)
  assert.equal(challenged.decline_reason, 'authentication_required')
  assert.deepEqual(
    [failedOf(challenged.tests)[0].test, outcomes(challenged.tests).insufficient_funds],
    ['rule_declined', 'passed'],
  )
})

test('the explanation of a settlement or a refund contains no checks', async () => {
  const scene = await openScene(service)
  const settled = await scene.force(5)
  const explained = await explain(scene, settled)
  assert.deepEqual([explained.outcome, explained.tests, explained.now], ['not_judged', [], null])
})

test('every decline reason has an explanation text', () => {
  for (const [reason, words] of Object.entries(declineWords))
    for (const text of Object.values(words)) assert.match(text, /^[A-Z].{5,}$/, reason)
  assert.deepEqual(Object.keys(declineWords), Object.keys(declineReasons))
})
