// 3-D Secure: GET /3ds, GET /3ds/{id}, POST /sandbox/3ds, POST /sandbox/3ds/{id}/verify.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, countsOf, startTestService } from '../harness.ts'
import {
  assertError,
  changesNothing,
  done,
  inParallel,
  type Json,
  newCard,
  openScene,
  unknownId,
  withKey,
  wrongOtp,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const read = async (api: Api, { id }: Json): Promise<Json> => done(await api.get(`/3ds/${id}`), 200)
const list = async (api: Api, query = ''): Promise<Json> => done(await api.get(`/3ds${query}`), 200)
const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id)

test('a new challenge returns 201 with all fields of the specification, a six-digit passcode and an expiry after five minutes', async () => {
  const { api, card, challenge } = await openScene(service)
  const made = await challenge(49.99)
  const { id, otp, created_at, expires_at } = made
  assert.deepEqual(made, {
    id,
    card_id: card,
    merchant: 'Acme Ads',
    amount: 49.99,
    method: 'passcode',
    otp,
    status: 'pending',
    outcome: null,
    expires_at,
    created_at,
  })
  assert.match(id, /^3ds_\w{28}$/)
  assert.match(otp, /^\d{6}$/)
  assert.equal(new Date(expires_at).getTime() - new Date(created_at).getTime(), 300_000)
  assert.deepEqual(await read(api, made), made)
})

test('passcodes differ from one challenge to the next', async () => {
  const { challenge } = await openScene(service)
  const codes = await inParallel(20, 5, async () => (await challenge(1)).otp)
  assert.ok(new Set(codes).size > 15, codes.join(' '))
})

test('the list of challenges shows the newest first, with 50 on a page and pagination fields', async () => {
  const { api, challenge } = await openScene(service)
  assert.deepEqual(await list(api), { data: [], pagination: { page: 1, per_page: 50, total: 0, next_cursor: null } })
  const made: Json[] = []
  for (let n = 1; n <= 5; n++) made.unshift(await challenge(n))
  assert.deepEqual(await list(api), { data: made, pagination: { page: 1, per_page: 50, total: 5, next_cursor: null } })
  const second = await list(api, '?page=2&per_page=2')
  assert.deepEqual(second.data, made.slice(2, 4))
  assert.deepEqual(countsOf(second.pagination), { page: 2, per_page: 2, total: 5 })
  assert.deepEqual(idsOf(await list(api, '?page=4&per_page=2')), [])
})

test('the list of challenges filters by card_id and status, alone and together', async () => {
  const { api, card, challenge, verify, advance } = await openScene(service)
  const second = (await newCard(api)).id
  const old = await challenge(1)
  await advance(301)
  const [done1, pending1, done2] = [await challenge(2), await challenge(3), await challenge(4, { card_id: second })]
  for (const each of [done1, done2]) done(await verify(each), 200)
  const expected: [string, Json[]][] = [
    [`?card_id=${card}`, [pending1, done1, old]],
    [`?card_id=${second}`, [done2]],
    ['?status=pending', [pending1]],
    ['?status=completed', [done2, done1]],
    ['?status=expired', [old]],
    [`?card_id=${card}&status=completed`, [done1]],
    [`?card_id=${second}&status=expired`, []],
    [`?card_id=${await unknownId(service, api, 'card')}`, []],
    ['?card_id=nonsense', []],
    [`?card_id=${(await openScene(service)).card}`, []],
  ]
  for (const [query, challenges] of expected) {
    const answer = await list(api, query)
    assert.deepEqual(
      idsOf(answer),
      challenges.map(({ id }) => id),
      query,
    )
    assert.equal(answer.pagination.total, challenges.length, query)
  }
})

test('an unknown query parameter of the list returns 400 invalid_request', async () => {
  const { api } = await openScene(service)
  const wrong = [
    ['status=done', 'status'],
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['page=0', 'page'],
    ['merchant=x', 'merchant'],
  ]
  for (const [query, param] of wrong) assertError(await api.get(`/3ds?${query}`), 400, 'invalid_request', param)
})

test('reading or verifying a challenge that is unknown or belongs to another workspace returns 404 challenge_not_found', async () => {
  const { api, verify } = await openScene(service)
  const other = await openScene(service)
  const theirs = await other.challenge(5)
  for (const id of ['3ds_x', 'txn_x', await unknownId(service, api, 'challenge'), theirs.id]) {
    assertError(await api.get(`/3ds/${id}`), 404, 'challenge_not_found')
    assertError(await verify({ id, otp: theirs.otp }), 404, 'challenge_not_found')
  }
  assert.equal((await read(other.api, theirs)).status, 'pending')
})

test('a challenge for an unknown card returns 404 card_not_found, and for a terminated card 400 card_terminated', async () => {
  const { api, card, call } = await openScene(service)
  const body = { merchant: 'X', amount: 1 }
  assertError(await call('3ds', { ...body, card_id: await unknownId(service, api, 'card') }), 404, 'card_not_found')
  assertError(await call('3ds', { ...body, card_id: (await openScene(service)).card }), 404, 'card_not_found')
  await api.delete(`/cards/${card}`)
  assertError(await changesNothing(service, api, () => call('3ds', { ...body, card_id: card })), 400, 'card_terminated')
})

test('the right code completes a challenge, which cannot be verified again and does not expire', async () => {
  const { api, challenge, verify, advance } = await openScene(service)
  const made = await challenge(5)
  assert.deepEqual(done(await verify(made), 200), { ...made, status: 'completed' })
  assertError(await changesNothing(service, api, () => verify(made)), 400, 'invalid_state')
  await advance(3600)
  assert.deepEqual(await read(api, made), { ...made, status: 'completed' })
})

test('a challenge is pending for five minutes and is read as expired afterwards', async () => {
  const { api, challenge, verify, advance } = await openScene(service)
  const made = await challenge(5)
  await advance(240)
  assert.equal((await read(api, made)).status, 'pending')
  await advance(60)
  assert.deepEqual(await read(api, made), { ...made, status: 'expired' })
  assert.equal((await list(api)).data[0].status, 'expired')
  assertError(await changesNothing(service, api, () => verify(made)), 400, 'invalid_state')
})

test('a wrong code is counted although the request is rejected, and the third one ends the challenge', async () => {
  const { api, challenge, verify } = await openScene(service)
  const made = await challenge(5)
  for (const status of ['pending', 'pending', 'expired']) {
    assertError(await verify(made, wrongOtp(made)), 400, 'invalid_otp', 'otp')
    assert.deepEqual(await read(api, made), { ...made, status }, 'the passcode is still shown')
  }
  for (const otp of [made.otp, wrongOtp(made)]) {
    assertError(await changesNothing(service, api, () => verify(made, otp)), 400, 'invalid_state')
  }
})

test('the right code still completes a challenge after two wrong ones', async () => {
  const { challenge, verify } = await openScene(service)
  const made = await challenge(5)
  for (const otp of [wrongOtp(made), `${made.otp}0`]) assertError(await verify(made, otp), 400, 'invalid_otp')
  assert.equal(done(await verify(made), 200).status, 'completed')
})

test('a code that only resembles the right one is rejected', async () => {
  const { challenge, verify } = await openScene(service)
  const looksLike = [
    (otp: string) => ` ${otp}`,
    (otp: string) => otp.slice(0, 5),
    (otp: string) => otp.replace(/./g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  ]
  for (const change of looksLike) {
    const made = await challenge(5)
    assertError(await verify(made, change(made.otp)), 400, 'invalid_otp')
  }
})

test('a wrong code that is repeated with one idempotency key is counted once', async () => {
  const { api, challenge } = await openScene(service)
  const made = await challenge(5)
  for (let n = 0; n < 5; n++) {
    const answer = await api.post(`/sandbox/3ds/${made.id}/verify`, { otp: wrongOtp(made) }, withKey('w'))
    assertError(answer, 400, 'invalid_otp')
    assert.equal(answer.headers.get('idempotent-replayed'), n === 0 ? null : 'true')
  }
  assert.equal((await read(api, made)).status, 'pending')
})

test('only three of many concurrent wrong codes are checked, and then the challenge has ended', async () => {
  const { api, challenge, verify } = await openScene(service)
  const made = await challenge(5)
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(made, wrongOtp(made))))
  assert.deepEqual(answers.filter(({ body }) => body.error === 'invalid_otp').length, 3)
  assert.equal((await read(api, made)).status, 'expired')
})

test('the books balance', () => service.audit())
