// Which webhook requests are rejected and in which order the checks run, which keys may make them, and what an
// idempotency key stores.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Call, isReplay, make } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, assertError, done, eventsOf, type Json, unknownId, withKey } from '../sandbox/scene.ts'
import { deliveriesOf, everyType, register, sendTest, tablesHolding } from './scene.ts'

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const strict = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'false' })
const api = await service.workspace()
const url = 'https://8.8.8.8/hook'
const place = { url }
const valid = { url, events: ['*'] }
const shared = await register(api, place)
const requestOr = (id: string) => ['invalid_request', id]

// ---- validation ---------------------------------------------------------------------------------------------

type Refusal = [what: string, body: unknown, error: string | string[], param: string | RegExp | undefined]

const badEvents: Refusal[] = [
  ['no type', { events: [] }, requestOr('invalid_event_type'), 'events'],
  ['an unknown type', { events: ['card.lost'] }, 'invalid_event_type', /^events/],
  ['one unknown type of two', { events: ['card.created', 'card.lost'] }, 'invalid_event_type', /^events/],
  ['a type in capitals', { events: ['CARD.CREATED'] }, 'invalid_event_type', /^events/],
  ['a pattern', { events: ['card.*'] }, 'invalid_event_type', /^events/],
  ['an empty text', { events: [''] }, 'invalid_event_type', /^events/],
  ['the test event', { events: ['webhook.test'] }, 'invalid_event_type', /^events/],
  ['* before another', { events: ['*', 'card.created'] }, 'invalid_event_type', /^events/],
  ['* after another', { events: ['card.created', '*'] }, 'invalid_event_type', /^events/],
  ['* twice', { events: ['*', '*'] }, 'invalid_event_type', /^events/],
  ['* and every type', { events: ['*', ...everyType] }, 'invalid_event_type', /^events/],
  ['a text for the list', { events: '*' }, requestOr('invalid_event_type'), 'events'],
  ['a number in the list', { events: [1] }, requestOr('invalid_event_type'), /^events/],
  ['null for the list', { events: null }, requestOr('invalid_event_type'), 'events'],
]
const badUrls: Refusal[] = [
  ['http', 'http://8.8.8.8/hook'],
  ['another scheme', 'ftp://8.8.8.8/hook'],
  ['javascript', 'javascript:alert(1)'],
  ['no URL', 'example'],
  ['no scheme', '8.8.8.8/hook'],
  ['no host', 'https://'],
  ['a private address', 'https://10.1.2.3/hook'],
  ['loopback with TLS', 'https://127.0.0.1/hook'],
  ['localhost with TLS', 'https://localhost/hook'],
  ['another loopback address', 'http://127.0.0.2/hook'],
  ['loopback in another spelling', 'http://2130706433/hook'],
  ['loopback of IPv6', 'http://[::1]/hook'],
  ['the metadata service', 'https://169.254.169.254/latest/meta-data'],
  ['a mapped private address', 'https://[::ffff:10.0.0.1]/'],
  ['a name of a local network', 'https://db.internal/hook'],
  ['a host that only begins like localhost', 'http://localhost.evil.example/hook'],
  ['a user name and password', 'https://user:secret@8.8.8.8/'],
  ['a space', 'https://8.8.8.8/a b'],
  ['port 0', 'https://8.8.8.8:0/'],
].map(([what, bad]): Refusal => [what!, { url: bad }, 'invalid_url', 'url'])
const oddUrls: Refusal[] = [
  ['an empty text', { url: '' }, requestOr('invalid_url'), 'url'],
  ['more than 2,048 characters', { url: `${url}/${'x'.repeat(2_048)}` }, requestOr('invalid_url'), 'url'],
  ['a number', { url: 1 }, requestOr('invalid_url'), 'url'],
  ['null', { url: null }, requestOr('invalid_url'), 'url'],
  ['a NUL', { url: `${url}/\u0000` }, requestOr('invalid_url'), 'url'],
]
const badSecrets: Refusal[] = [
  ['15 characters', 'x'.repeat(15)],
  ['257 characters', 'x'.repeat(257)],
  ['an empty text', ''],
  ['a line break', `${'x'.repeat(16)}\n`],
  ['a tab', `\t${'x'.repeat(16)}`],
  ['a letter beyond ASCII', `${'x'.repeat(16)}é`],
  ['a DEL', `${'x'.repeat(16)}\x7f`],
  ['a number', 1234567890123456],
  ['null', null],
].map(([what, secret]): Refusal => [String(what), { secret }, 'invalid_request', 'secret'])
const unknownFields: Refusal[] = [
  ['an unknown field', { name: 'x' }, 'invalid_request', 'name'],
  ['a field that only answers have', { id: 'wh_1' }, 'invalid_request', 'id'],
]

async function assertRefused(call: Call, [, , error, param]: Refusal): Promise<void> {
  const answer = await make(api, call)
  assertError(answer, 400, error, typeof param === 'string' ? param : undefined)
  if (param instanceof RegExp) assert.match(answer.body.param, param)
}

test('POST /webhooks rejects invalid events, url and secret and unknown fields with 400 and the name of the field', async () => {
  const missing: Refusal[] = [
    ['no url', { url: undefined }, requestOr('invalid_url'), 'url'],
    ['no events', { events: undefined }, requestOr('invalid_event_type'), 'events'],
    ['active, which only PATCH takes', { active: true }, 'invalid_request', 'active'],
  ]
  const before = done(await api.get('/webhooks'), 200)
  for (const row of [...badEvents, ...badUrls, ...oddUrls, ...badSecrets, ...unknownFields, ...missing]) {
    const body = { ...valid, ...(row[1] as object) }
    await assertRefused({ method: 'POST', path: '/webhooks', body }, row).catch((error) => {
      throw new Error(`${row[0]}: ${error.message}`)
    })
  }
  assert.deepEqual(done(await api.get('/webhooks'), 200), before)
})

test('PATCH /webhooks rejects the same values, a secret, an active that is not a boolean and null, and changes nothing', async () => {
  const own: Refusal[] = [
    ['a secret', { secret: 'x'.repeat(20) }, 'invalid_request', 'secret'],
    ['a text for active', { active: 'true' }, 'invalid_request', 'active'],
    ['a number for active', { active: 0 }, 'invalid_request', 'active'],
    ['null for active', { active: null }, 'invalid_request', 'active'],
  ]
  const path = `/webhooks/${shared.id}`
  const before = done(await api.get(path), 200)
  for (const row of [...badEvents, ...badUrls, ...oddUrls, ...unknownFields, ...own])
    await assertRefused({ method: 'PATCH', path, body: row[1] }, row).catch((error) => {
      throw new Error(`${row[0]}: ${error.message}`)
    })
  assert.deepEqual(done(await api.get(path), 200), before)
})

test('rotate-secret rejects invalid secrets and unknown fields, and test, retry and DELETE accept no field', async () => {
  const { id } = await sendTest(api, shared)
  const path = `/webhooks/${shared.id}/rotate-secret`
  for (const row of [...badSecrets, ...unknownFields]) await assertRefused({ method: 'POST', path, body: row[1] }, row)
  for (const tail of ['/test', `/deliveries/${id}/retry`])
    assertError(await api.post(`/webhooks/${shared.id}${tail}`, { a: 1 }), 400, 'invalid_request', 'a')
  for (const query of ['?x=1', '?force=true']) {
    assertError(await api.delete(`/webhooks/${shared.id}${query}`), 400, 'invalid_request')
    assertError(await api.get(`/webhooks/${shared.id}${query}`), 400, 'invalid_request')
  }
})

test('resend rejects a webhook_id of the wrong type and unknown fields', async () => {
  const { event_id } = await sendTest(api, shared)
  for (const body of [{ webhook_id: 1 }, { webhook_id: null }, { webhook: shared.id }, { webhook_id: [shared.id] }])
    assertError(await api.post(`/events/${event_id}/resend`, body), 400, 'invalid_request')
})

// ---- loopback -----------------------------------------------------------------------------------------------

const loopback = ['http://localhost/hook', 'http://localhost:3000/', 'http://127.0.0.1', 'http://127.0.0.1:8080/a?b=c']

test('with WEBHOOK_ALLOW_LOOPBACK=true the sandbox accepts http://localhost and http://127.0.0.1 and production does not', async () => {
  const sandbox = await service.workspace()
  const live = await anotherKey(service, sandbox, { live: true })
  for (const each of loopback) {
    const { id } = done(await sandbox.post('/webhooks', { url: each, events: ['*'] }), 201)
    done(await sandbox.patch(`/webhooks/${id}`, { url: each }), 200)
    assertError(await live.post('/webhooks', { url: each, events: ['*'] }), 400, 'invalid_url', 'url')
  }
  const { id } = done(await live.post('/webhooks', valid), 201)
  assertError(await live.patch(`/webhooks/${id}`, { url: loopback[0] }), 400, 'invalid_url', 'url')
})

test('with WEBHOOK_ALLOW_LOOPBACK=false no environment accepts a loopback URL', async () => {
  const sandbox = await strict.workspace()
  const { id } = done(await sandbox.post('/webhooks', valid), 201)
  for (const each of loopback) {
    assertError(await sandbox.post('/webhooks', { url: each, events: ['*'] }), 400, 'invalid_url', 'url')
    assertError(await sandbox.patch(`/webhooks/${id}`, { url: each }), 400, 'invalid_url', 'url')
  }
})

// ---- keys ---------------------------------------------------------------------------------------------------

/** Every call that writes, each with an endpoint and a delivery of its own. */
const writes: [name: string, status: number, call: (on: { webhook: Json; delivery: Json }) => Call][] = [
  ['POST /webhooks', 201, () => ({ method: 'POST', path: '/webhooks', body: valid })],
  ['PATCH', 200, ({ webhook }) => ({ method: 'PATCH', path: `/webhooks/${webhook.id}`, body: { events: ['*'] } })],
  ['rotate-secret', 200, ({ webhook }) => ({ method: 'POST', path: `/webhooks/${webhook.id}/rotate-secret` })],
  ['test', 201, ({ webhook }) => ({ method: 'POST', path: `/webhooks/${webhook.id}/test` })],
  [
    'retry',
    200,
    ({ webhook, delivery }) => ({
      method: 'POST',
      path: `/webhooks/${webhook.id}/deliveries/${delivery.id}/retry`,
    }),
  ],
  [
    'resend',
    200,
    ({ webhook, delivery }) => ({
      method: 'POST',
      path: `/events/${delivery.event_id}/resend`,
      body: { webhook_id: webhook.id },
    }),
  ],
  ['DELETE', 200, ({ webhook }) => ({ method: 'DELETE', path: `/webhooks/${webhook.id}` })],
]

async function ground(on: Api): Promise<{ webhook: Json; delivery: Json }> {
  const webhook = await register(on, place)
  return { webhook, delivery: await sendTest(on, webhook) }
}

test('a read-only key can read webhooks, and each of its writes returns 403 forbidden', async () => {
  const owner = await service.workspace()
  const reader = await anotherKey(service, owner, { readOnly: true })
  const on = await ground(owner)
  for (const [, , call] of writes) assertError(await make(reader, call(on)), 403, 'forbidden')
  const { id } = on.webhook
  for (const path of ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`, '/events'])
    done(await reader.get(path), 200)
  done(await reader.get(`/events/${on.delivery.event_id}`), 200)
  assert.equal((await deliveriesOf(owner, on.webhook)).length, 1)
})

test('a missing or wrong key returns 401 in every call', async () => {
  const nobody = service.api('sk_test_0000000000000000000000')
  const on = await ground(api)
  for (const [, , call] of writes) assertError(await make(nobody, call(on)), 401, 'unauthorized')
  for (const path of ['/webhooks', `/webhooks/${on.webhook.id}`, `/webhooks/${on.webhook.id}/deliveries`, '/events'])
    assertError(await nobody.get(path), 401, 'unauthorized')
})

// ---- idempotency --------------------------------------------------------------------------------------------

for (const [name, status, call] of writes) {
  test(`${name}: a second request with the same idempotency key gets the first response and changes nothing`, async () => {
    const owner = await service.workspace()
    const request = { ...call(await ground(owner)), headers: withKey('once') }
    const first = await make(owner, request)
    assert.equal(first.status, status)
    const state = async () => {
      const { data } = done(await owner.get('/webhooks'), 200)
      const queued = await Promise.all(data.map((each: Json) => deliveriesOf(owner, each)))
      return { data, queued, events: await eventsOf(service, owner) }
    }
    const before = await state()
    const again = await make(owner, request)
    assert.deepEqual([again.status, again.body, isReplay(again)], [first.status, first.body, true])
    assert.deepEqual(await state(), before)
  })
}

test('replays of create and rotate return the same secret, which no row of the database contains in plain text', async () => {
  const owner = await service.workspace()
  const create = () => owner.post('/webhooks', valid, withKey('create'))
  const made = done(await create(), 201)
  const rotate = () => owner.post(`/webhooks/${made.id}/rotate-secret`, {}, withKey('rotate'))
  const rotated = done(await rotate(), 200)
  assert.notEqual(rotated.secret, made.secret)
  assert.deepEqual([(await create()).body, (await rotate()).body], [made, rotated])
  const custom = 'a secret that I chose'
  done(await owner.post('/webhooks', { ...valid, url: 'https://8.8.8.8/to-find', secret: custom }, withKey('own')), 201)
  assert.deepEqual(
    await tablesHolding(service, 'https://8.8.8.8/to-find'),
    ['webhooks'],
    'the search finds a text that is stored in plain text',
  )
  for (const text of ['whsec_', made.secret.slice(6), rotated.secret.slice(6), custom])
    assert.deepEqual(await tablesHolding(service, text), [], `${text} is stored in plain text`)
})

test('the invalid_state response for the 21st endpoint is replayed for its idempotency key even if there is room again', async () => {
  const owner = await service.workspace()
  const made = await Promise.all(Array.from({ length: 20 }, () => register(owner, place)))
  const again = () => owner.post('/webhooks', valid, withKey('full'))
  assertError(await again(), 400, 'invalid_state')
  await owner.delete(`/webhooks/${made[0].id}`)
  const replay = await again()
  assertError(replay, 400, 'invalid_state')
  assert.ok(isReplay(replay), JSON.stringify(replay))
})

test('a rejection by validation or with 404 is not stored, so its idempotency key can be used again', async () => {
  const owner = await service.workspace()
  for (const body of [
    { ...valid, url: 'http://8.8.8.8' },
    { ...valid, events: ['x'] },
    { ...valid, secret: 'x' },
  ])
    assert.equal((await owner.post('/webhooks', body, withKey('free'))).status, 400)
  const gone = await unknownId(service, owner, 'webhook')
  assertError(await owner.post(`/webhooks/${gone}/test`, {}, withKey('free')), 404, 'webhook_not_found')
  done(await owner.post('/webhooks', valid, withKey('free')), 201)
  assertError(
    await owner.post('/webhooks', { ...valid, events: everyType }, withKey('free')),
    400,
    'idempotency_key_reused',
  )
})

// ---- the order of the checks ------------------------------------------------------------------------------------

test('an invalid request for a missing endpoint or event returns 400 instead of 404', async () => {
  const [gone, lost] = [await unknownId(service, api, 'webhook'), await unknownId(service, api, 'event')]
  const rows: [Call, string][] = [
    [{ method: 'PATCH', path: `/webhooks/${gone}`, body: { url: 'http://8.8.8.8' } }, 'invalid_url'],
    [{ method: 'PATCH', path: `/webhooks/${gone}`, body: { events: ['*', '*'] } }, 'invalid_event_type'],
    [{ method: 'PATCH', path: `/webhooks/${gone}`, body: { active: 1 } }, 'invalid_request'],
    [{ method: 'POST', path: `/webhooks/${gone}/rotate-secret`, body: { secret: 'x' } }, 'invalid_request'],
    [{ method: 'POST', path: `/webhooks/${gone}/test`, body: { a: 1 } }, 'invalid_request'],
    [{ method: 'POST', path: `/webhooks/${gone}/deliveries/x/retry`, body: '{' }, 'invalid_json'],
    [{ method: 'POST', path: `/events/${lost}/resend`, body: { webhook_id: 7 } }, 'invalid_request'],
    [{ method: 'GET', path: `/webhooks/${gone}/deliveries?per_page=0` }, 'invalid_request'],
    [{ method: 'DELETE', path: `/webhooks/${gone}?a=1` }, 'invalid_request'],
  ]
  for (const [call, error] of rows) assertError(await make(api, call), 400, error)
})

test('an invalid request with a used idempotency key is rejected by validation before the key is checked', async () => {
  const { id } = await register(api, place)
  done(await api.patch(`/webhooks/${id}`, { active: true }, withKey('used')), 200)
  const faulty: [object, string][] = [
    [{ events: ['x'] }, 'invalid_event_type'],
    [{ events: ['*', 'card.created'] }, 'invalid_event_type'],
    [{ url: 'http://8.8.8.8/' }, 'invalid_url'],
    [{ url: 'https://10.0.0.1/' }, 'invalid_url'],
  ]
  for (const [body, error] of faulty) {
    assertError(await api.patch(`/webhooks/${id}`, body, withKey('used')), 400, error)
    assertError(await api.post('/webhooks', { ...valid, ...body }, withKey('used')), 400, error)
  }
})

test('a replay for an endpoint that was deleted returns 404', async () => {
  const { id } = await register(api, place)
  done(await api.patch(`/webhooks/${id}`, { active: true }, withKey('gone since')), 200)
  await api.delete(`/webhooks/${id}`)
  assertError(await api.patch(`/webhooks/${id}`, { active: true }, withKey('gone since')), 404, 'webhook_not_found')
})

test('a missing delivery of an inactive endpoint and a resend to a missing endpoint return 404 instead of invalid_state', async () => {
  const { webhook, delivery } = await ground(api)
  await api.patch(`/webhooks/${webhook.id}`, { active: false })
  const missing = await unknownId(service, api, 'delivery')
  assertError(await api.post(`/webhooks/${webhook.id}/deliveries/${missing}/retry`), 404, 'not_found')
  const lost = await unknownId(service, api, 'event')
  assertError(await api.post(`/events/${lost}/resend`, { webhook_id: webhook.id }), 404, 'event_not_found')
  const nobody = { webhook_id: await unknownId(service, api, 'webhook') }
  assertError(await api.post(`/events/${delivery.event_id}/resend`, nobody), 404, 'webhook_not_found')
})
