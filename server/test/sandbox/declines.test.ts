// Every decline reason on its own, and together with each reason that has a lower priority.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { DAY, done, type Json, newCard, openScene, type Scene } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

type Request = { amount: number; more: Record<string, unknown> }
type Fault = (scene: Scene, request: Request, details: Json) => Promise<unknown>

/** In the order in which the checks run. Each entry makes exactly its own check fail. */
const faults: Record<string, Fault> = {
  card_terminated: async ({ api, card }) => done(await api.delete(`/cards/${card}`), 200),
  card_frozen: async ({ api, card }) => done(await api.post(`/cards/${card}/freeze`), 200),
  card_expired: ({ advance }) => advance(37 * 31 * DAY),
  expiry_mismatch: async (_, { more }, { exp_year }) => Object.assign(more, { exp_year: exp_year + 1 }),
  cvv_mismatch: async (_, { more }, { cvv }) => Object.assign(more, { cvv: cvv === '000' ? '001' : '000' }),
  authentication_required: async ({ challenge }, { more }) =>
    Object.assign(more, { three_ds_challenge_id: (await challenge(9000)).id }),
  authentication_failed: async ({ api, challenge }, { more }) =>
    Object.assign(more, {
      three_ds_challenge_id: (await challenge(9000, { card_id: (await newCard(api, { amount: 1 })).id })).id,
    }),
  transaction_limit_exceeded: async (_, request) => Object.assign(request, { amount: 5000.01 }),
  category_not_allowed: async ({ api, card }) =>
    done(await api.patch(`/cards/${card}`, { allowed_categories: ['software'] }), 200),
  spending_limit_exceeded: async ({ api, card }) =>
    done(await api.patch(`/cards/${card}`, { spending_limit: 10 }), 200),
  insufficient_funds: async ({ api, card }) => done(await api.post(`/cards/${card}/withdraw`, { amount: 5990 }), 200),
}
const reasons = Object.keys(faults)
// A challenge is valid for five minutes, so the clock moves first. Nothing can be changed on a terminated card, so the
// termination comes last.
const ends = ['card_expired', 'card_terminated']
const arrangement = ['card_expired', ...reasons.filter((reason) => !ends.includes(reason)), 'card_terminated']

async function reasonWith(...wanted: string[]): Promise<string | null> {
  const scene = await openScene(service, { wallet: 1100, amount: 5000 })
  done(await scene.api.post(`/cards/${scene.card}/fund`, { amount: 1000 }), 200)
  const details = done(await scene.api.get(`/cards/${scene.card}/details`), 200)
  const { pan, cvv, exp_month, exp_year } = details
  const request: Request = { amount: 20, more: { pan, cvv, exp_month, exp_year } }
  for (const name of arrangement) if (wanted.includes(name)) await faults[name]!(scene, request, details)
  const { approved, decline_reason, transaction } = await scene.ask(request.amount, request.more)
  assert.equal(approved, decline_reason === null)
  assert.deepEqual([transaction.type, transaction.amount], [approved ? 'authorization' : 'decline', -request.amount])
  return decline_reason
}

test('an authorization with no fault is approved', async () => {
  assert.equal(await reasonWith(), null)
})

for (const reason of reasons) {
  test(`an authorization whose only fault is ${reason} is declined with that reason`, async () => {
    assert.equal(await reasonWith(reason), reason)
  })
}

for (const [index, first] of reasons.entries()) {
  // The two 3-D Secure reasons are one check: a challenge can cause only one of them.
  const rest = reasons
    .slice(index + 1)
    .filter((each) => !(first === 'authentication_required' && each === 'authentication_failed'))
  if (rest.length === 0) continue
  test(`${first} takes precedence over ${rest.join(', ')}`, async () => {
    for (const second of rest)
      assert.equal(await reasonWith(first, second), first, `${first} takes precedence over ${second}`)
  })
}

test('a wrong expiry month alone is declined with expiry_mismatch', async () => {
  const { api, card, reason } = await openScene(service)
  const { pan, exp_month } = (await api.get(`/cards/${card}/details`)).body
  assert.equal(await reason(1, { pan, exp_month: (exp_month % 12) + 1 }), 'expiry_mismatch')
})

test('a card is accepted until the end of its expiry month', async () => {
  const scene = await openScene(service)
  const { expires_at } = await scene.summary()
  const left = (new Date(expires_at).getTime() - (await scene.now()).getTime()) / 1000
  await scene.advance(Math.floor(left) - 60)
  await scene.hold(1)
  await scene.advance(61)
  assert.equal(await scene.reason(1), 'card_expired')
})

test('the books balance', () => service.audit())
