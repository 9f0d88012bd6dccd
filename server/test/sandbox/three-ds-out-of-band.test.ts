// 3-D Secure without a passcode: POST /3ds/{id}/approve, POST /3ds/{id}/decline, and their effect in the sandbox.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import {
  assertError,
  changesNothing,
  done,
  eventsDuring,
  type Json,
  openScene,
  type Scene,
  unknownId,
  withKey,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const ask = ({ challenge }: Scene, amount = 50): Promise<Json> => challenge(amount, { method: 'out_of_band' })
const answer = (api: Api, { id }: Json, verb: 'approve' | 'decline', headers = {}) =>
  api.post(`/3ds/${id}/${verb}`, undefined, headers)

test('an out-of-band challenge shows no passcode in the response, the list, the detail and the event', async () => {
  const scene = await openScene(service)
  let made: Json
  const [types] = await eventsDuring(service, scene.api, async () => {
    made = await ask(scene, 49.99)
  })
  assert.deepEqual(types, ['3ds.challenge'])
  const { id, created_at, expires_at } = made
  assert.deepEqual(made, {
    id,
    card_id: scene.card,
    merchant: 'Acme Ads',
    amount: 49.99,
    method: 'out_of_band',
    otp: null,
    status: 'pending',
    outcome: null,
    expires_at,
    created_at,
  })
  assert.deepEqual(done(await scene.api.get(`/3ds/${id}`), 200), made)
  assert.deepEqual(done(await scene.api.get('/3ds'), 200).data, [made])
  done(await answer(scene.api, made, 'approve'), 200)
  const [event] = done(await scene.api.get('/events?type=3ds.challenge'), 200).data
  assert.deepEqual(event.data, made, 'the event shows the challenge as it was created')
})

test('a read-only key reads the unmasked event of an out-of-band challenge and cannot approve or decline it', async () => {
  const scene = await openScene(service)
  const made = await ask(scene)
  const owner = await join(service, await accountOf(service, scene.api.key), 'owner')
  const reader = service.api((await owner.post('/dashboard/keys', { name: 'Reports', read_only: true })).body.key)
  const [event] = done(await reader.get('/events?type=3ds.challenge'), 200).data
  assert.deepEqual(event.data, made)
  for (const verb of ['approve', 'decline'] as const) assertError(await answer(reader, made, verb), 403, 'forbidden')
})

for (const [verb, outcome] of [
  ['approve', 'approved'],
  ['decline', 'declined'],
] as const) {
  test(`${verb} completes a challenge once, so repeats change nothing, the opposite answer is rejected and no event is sent`, async () => {
    const scene = await openScene(service)
    const made = await ask(scene)
    const completed = { ...made, status: 'completed', outcome }
    const [types] = await eventsDuring(service, scene.api, async () => {
      assert.deepEqual(done(await answer(scene.api, made, verb), 200), completed)
    })
    assert.deepEqual(types, [])
    await changesNothing(service, scene.api, async () => {
      assert.deepEqual(done(await answer(scene.api, made, verb), 200), completed)
      const other = verb === 'approve' ? 'decline' : 'approve'
      const refused = await answer(scene.api, made, other)
      assertError(refused, 400, 'invalid_state')
      assert.match(refused.body.message, new RegExp(outcome))
    })
    await scene.advance(3_600)
    assert.deepEqual(done(await scene.api.get(`/3ds/${made.id}`), 200), completed)
    assert.deepEqual(
      done(await answer(scene.api, made, verb), 200),
      completed,
      'the same answer is also accepted after the time limit',
    )
  })
}

test('a repeated idempotency key returns the first response, and is rejected for the opposite answer', async () => {
  const scene = await openScene(service)
  const made = await ask(scene)
  const first = await answer(scene.api, made, 'approve', withKey('yes'))
  const again = await answer(scene.api, made, 'approve', withKey('yes'))
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
  assertError(await answer(scene.api, made, 'decline', withKey('yes')), 400, 'idempotency_key_reused')
})

test('a passcode challenge cannot be approved, and an out-of-band challenge cannot be verified', async () => {
  const scene = await openScene(service)
  const withCode = await scene.challenge(5)
  const without = await ask(scene)
  await changesNothing(service, scene.api, async () => {
    for (const verb of ['approve', 'decline'] as const)
      assertError(await answer(scene.api, withCode, verb), 400, 'invalid_state')
    assertError(await scene.verify(without, '000000'), 400, 'invalid_state')
  })
})

test('an expired challenge cannot be approved or declined', async () => {
  const scene = await openScene(service)
  const made = await ask(scene)
  await scene.advance(300)
  await changesNothing(service, scene.api, async () => {
    for (const verb of ['approve', 'decline'] as const)
      assertError(await answer(scene.api, made, verb), 400, 'invalid_state')
  })
  assert.deepEqual(done(await scene.api.get(`/3ds/${made.id}`), 200), { ...made, status: 'expired' })
})

test('a challenge that is unknown or belongs to another workspace returns 404, and an unknown field returns 400', async () => {
  const scene = await openScene(service)
  const theirs = await ask(await openScene(service))
  for (const id of ['3ds_x', 'txn_x', await unknownId(service, scene.api, 'challenge'), theirs.id])
    for (const verb of ['approve', 'decline'] as const)
      assertError(await answer(scene.api, { id }, verb), 404, 'challenge_not_found')
  const made = await ask(scene)
  assertError(await scene.api.post(`/3ds/${made.id}/approve`, { otp: '1' }), 400, 'invalid_request', 'otp')
  const body = { card_id: scene.card, merchant: 'X', amount: 1 }
  assertError(await scene.call('3ds', { ...body, method: 'telepathy' }), 400, 'invalid_request', 'method')
})

test('one of many concurrent answers wins, and every request with the same answer gets the same response', async () => {
  const scene = await openScene(service)
  for (let round = 0; round < 5; round++) {
    const made = await ask(scene)
    const verbs = ['approve', 'decline', 'approve', 'decline', 'approve', 'decline'] as const
    const answers = await Promise.all(verbs.map((verb) => answer(scene.api, made, verb)))
    const { outcome } = done(await scene.api.get(`/3ds/${made.id}`), 200)
    const winner = outcome === 'approved' ? 'approve' : 'decline'
    for (const [index, { status, body }] of answers.entries()) {
      if (verbs[index] === winner) assert.deepEqual([status, body.outcome], [200, outcome])
      else assert.deepEqual([status, body.error], [400, 'invalid_state'])
    }
  }
})

test('an approved challenge authenticates one payment, a declined one fails it, and a pending one requires authentication', async () => {
  const scene = await openScene(service)
  const [yes, no] = [await ask(scene), await ask(scene)]
  const pay = async ({ id }: Json): Promise<[string | null, string]> => {
    const { decline_reason, transaction } = await scene.ask(50, { three_ds_challenge_id: id })
    return [decline_reason, (await scene.full(transaction))['3ds_status']]
  }
  assert.deepEqual(await pay(yes), ['authentication_required', 'pending'])
  done(await answer(scene.api, yes, 'approve'), 200)
  done(await answer(scene.api, no, 'decline'), 200)
  assert.deepEqual(await pay(no), ['authentication_failed', 'failed'])
  assert.deepEqual(await pay(yes), [null, 'authenticated'])
  assert.deepEqual(await pay(yes), ['authentication_failed', 'failed'], 'the challenge is used up')
})

test('the card history shows who approved or declined a challenge', async () => {
  const scene = await openScene(service)
  const owner = await join(service, await accountOf(service, scene.api.key), 'owner')
  const [first, second] = [await ask(scene, 12), await ask(scene, 13)]
  assert.equal((await owner.post(`/v1/3ds/${first.id}/approve`)).status, 200)
  done(await answer(scene.api, second, 'decline'), 200)
  const { body } = await owner.get(`/dashboard/cards/${scene.card}/history`)
  const { body: session } = await owner.get('/dashboard/session')
  const [declined, approved] = body.data
  assert.deepEqual([declined.type, declined.amount, declined.reason], ['payment_declined', 13, 'Acme Ads'])
  assert.deepEqual(
    [approved.type, approved.amount, approved.reason, approved.actor],
    ['payment_approved', 12, 'Acme Ads', session.user.id],
  )
})

test('the books balance', () => service.audit())
