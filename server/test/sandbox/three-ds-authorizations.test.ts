// The effect of a 3-D Secure challenge on an authorization.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, done, type Json, newCard, openScene, type Scene, wrongOtp } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

async function completed({ challenge, verify }: Scene, amount: number, more: object = {}): Promise<Json> {
  return done(await verify(await challenge(amount, { ...more })), 200)
}

/** Returns the decline reason (null if approved) and the 3-D Secure status of an authorization with this challenge. */
async function outcome(
  { ask, full }: Scene,
  { id }: Json,
  amount: number,
  more: object = {},
): Promise<[string | null, string]> {
  const { decline_reason, transaction } = await ask(amount, { three_ds_challenge_id: id, ...more })
  return [decline_reason, (await full(transaction))['3ds_status']]
}

test('an authorization without a challenge is decided without 3-D Secure and shows not_required', async () => {
  const { hold, full, ask } = await openScene(service)
  assert.equal((await full(await hold(5)))['3ds_status'], 'not_required')
  assert.equal((await full((await ask(5000)).transaction))['3ds_status'], 'not_required')
})

test('an authorization with a pending challenge is declined with authentication_required and shows pending', async () => {
  const scene = await openScene(service)
  assert.deepEqual(await outcome(scene, await scene.challenge(50), 50), ['authentication_required', 'pending'])
})

test('an authorization does not use up a pending challenge, which authenticates after it is completed', async () => {
  const scene = await openScene(service)
  const challenge = await scene.challenge(50)
  assert.deepEqual(await outcome(scene, challenge, 50), ['authentication_required', 'pending'])
  done(await scene.verify(challenge), 200)
  assert.deepEqual(await outcome(scene, challenge, 50), [null, 'authenticated'])
})

test('a completed challenge authenticates any amount up to its own, also after its five minutes', async () => {
  const scene = await openScene(service)
  assert.deepEqual(await outcome(scene, await completed(scene, 50), 50), [null, 'authenticated'])
  assert.deepEqual(await outcome(scene, await completed(scene, 50), 0.01), [null, 'authenticated'])
  const old = await completed(scene, 10)
  await scene.advance(3600)
  assert.deepEqual(await outcome(scene, old, 10), [null, 'authenticated'])
})

test('a challenge authenticates only one authorization, and a second use fails with authentication_failed', async () => {
  const scene = await openScene(service)
  const challenge = await completed(scene, 50)
  assert.deepEqual(await outcome(scene, challenge, 10), [null, 'authenticated'])
  assert.deepEqual(await outcome(scene, challenge, 10), ['authentication_failed', 'failed'])
})

test('only one of many concurrent authorizations with the same challenge is approved', async () => {
  const scene = await openScene(service)
  const { id } = await completed(scene, 50)
  const answers = await Promise.all(Array.from({ length: 8 }, () => scene.ask(1, { three_ds_challenge_id: id })))
  const reasons = answers.map(({ decline_reason }) => decline_reason)
  assert.equal(reasons.filter((reason) => reason === null).length, 1)
  assert.equal(reasons.filter((reason) => reason === 'authentication_failed').length, 7)
})

test('a challenge that expired by time or after three wrong codes fails with authentication_failed', async () => {
  const scene = await openScene(service)
  const late = await scene.challenge(50)
  await scene.advance(301)
  assert.deepEqual(await outcome(scene, late, 50), ['authentication_failed', 'failed'])
  const guessed = await scene.challenge(50)
  for (let n = 0; n < 3; n++) await scene.verify(guessed, wrongOtp(guessed))
  assert.deepEqual(await outcome(scene, guessed, 50), ['authentication_failed', 'failed'])
})

test('a challenge for another card or for a smaller amount fails with authentication_failed and is not used up', async () => {
  const scene = await openScene(service)
  const second = (await newCard(scene.api)).id
  const theirs = await completed(scene, 50, { card_id: second })
  assert.deepEqual(await outcome(scene, theirs, 50), ['authentication_failed', 'failed'])
  assert.deepEqual(await outcome(scene, theirs, 50, { card_id: second }), [null, 'authenticated'])
  const small = await completed(scene, 20)
  assert.deepEqual(await outcome(scene, small, 20.01), ['authentication_failed', 'failed'])
  assert.deepEqual(await outcome(scene, small, 20), [null, 'authenticated'])
})

test('an authorization that is declined by a later check is still shown as authenticated', async () => {
  const scene = await openScene(service)
  assert.deepEqual(await outcome(scene, await completed(scene, 500), 101), ['insufficient_funds', 'authenticated'])
})

test('an authorization that is declined by an earlier check leaves the challenge for another attempt', async () => {
  const scene = await openScene(service)
  const challenge = await completed(scene, 50)
  await scene.api.post(`/cards/${scene.card}/freeze`)
  assert.deepEqual(await outcome(scene, challenge, 50), ['card_frozen', 'not_required'])
  await scene.api.post(`/cards/${scene.card}/unfreeze`)
  assert.deepEqual(await outcome(scene, challenge, 50), [null, 'authenticated'])
})

test('a partial approval is authenticated for the requested amount', async () => {
  const scene = await openScene(service)
  const challenge = await completed(scene, 150)
  assert.deepEqual(await outcome(scene, challenge, 150, { partial: true }), [null, 'authenticated'])
})

test('the settlement and the refund of an authenticated authorization show authenticated', async () => {
  const scene = await openScene(service)
  const authorization = await scene.hold(50, { three_ds_challenge_id: (await completed(scene, 50)).id })
  const settlement = done(await scene.on(authorization, 'settle'), 201)
  const refund = done(await scene.call('refunds', { transaction_id: settlement.id }), 201)
  const unlinked = done(await scene.call('refunds', { card_id: scene.card, merchant: ads, amount: 1 }), 201)
  const statuses = await Promise.all([authorization, settlement, refund, unlinked].map(scene.full))
  const expected = ['authenticated', 'authenticated', 'authenticated', 'not_required']
  assert.deepEqual(
    statuses.map((each) => each['3ds_status']),
    expected,
  )
})

test('the books balance', () => service.audit())
