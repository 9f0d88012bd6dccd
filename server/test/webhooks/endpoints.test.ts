// How the endpoints of a workspace are registered, read, changed, rotated and deleted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, countsOf, startTestService } from '../harness.ts'
import { anotherKey, assertError, done, type Json, unknownId } from '../sandbox/scene.ts'
import { auditLog, everyType, register, sendTest } from './scene.ts'

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const url = 'https://8.8.8.8/hook'
const other = 'https://1.1.1.1/other'
const place = { url }

const withoutSecret = ({ secret: _, ...rest }: Json) => rest
const create = async (api: Api, more: object = {}): Promise<Json> =>
  done(await api.post('/webhooks', { url, events: ['*'], ...more }), 201)

test('POST /webhooks returns 201 with id, url, events, secret, active and created_at', async () => {
  const api = await service.workspace()
  const before = Date.now()
  const body = await create(api, { events: ['card.created', 'deposit.confirmed'] })
  assert.deepEqual(Object.keys(body).sort(), ['active', 'created_at', 'events', 'id', 'secret', 'url'])
  assert.match(body.id, /^wh_[0-9a-z]+$/)
  assert.deepEqual([body.url, body.events, body.active], [url, ['card.created', 'deposit.confirmed'], true])
  assert.equal(new Date(body.created_at).toISOString(), body.created_at)
  assert.ok(Math.abs(new Date(body.created_at).getTime() - before) < 60_000, body.created_at)
})

test('a generated secret is whsec_ followed by 32 random bytes in base64, and every secret is different', async () => {
  const api = await service.workspace()
  const secrets = [(await create(api)).secret, (await create(api)).secret]
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]+=*$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  }
  assert.notEqual(secrets[0], secrets[1])
})

test('a custom secret is stored unchanged', async () => {
  const api = await service.workspace()
  const all = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
  for (const secret of ['sixteen letters!', ' '.repeat(16), 'x'.repeat(256), all])
    assert.equal((await create(api, { secret })).secret, secret)
})

test('the secret is shown only at creation and rotation', async () => {
  const api = await service.workspace()
  const made = await create(api)
  const shown = [
    done(await api.get('/webhooks'), 200).data[0],
    done(await api.get(`/webhooks/${made.id}`), 200),
    done(await api.patch(`/webhooks/${made.id}`, {}), 200),
    done(await api.patch(`/webhooks/${made.id}`, { active: true }), 200),
  ]
  for (const body of shown) assert.deepEqual(body, withoutSecret(made))
  const { secret } = done(await api.post(`/webhooks/${made.id}/rotate-secret`), 200)
  assert.match(secret, /^whsec_/)
  assert.notEqual(secret, made.secret)
})

test('GET /webhooks lists the registered endpoints of the workspace, newest first', async () => {
  const api = await service.workspace()
  assert.deepEqual(done(await api.get('/webhooks'), 200), { data: [] })
  const made = [await create(api), await create(api, { events: ['card.frozen'] }), await create(api)]
  const list = done(await api.get('/webhooks'), 200)
  assert.deepEqual(list, { data: made.map(withoutSecret).reverse() })
  assertError(await api.get('/webhooks?page=1'), 400, 'invalid_request', 'page')
})

test('an endpoint can subscribe to every event type and shows its subscriptions in the given order', async () => {
  const api = await service.workspace()
  assert.deepEqual((await create(api, { events: everyType })).events, everyType)
  for (const type of everyType) {
    const { id, events } = await create(api, { events: [type] })
    assert.deepEqual(events, [type])
    await api.delete(`/webhooks/${id}`)
  }
  assert.deepEqual((await create(api, { events: ['*'] })).events, ['*'])
  assert.deepEqual((await create(api, { events: ['card.created', 'card.created'] })).events, ['card.created'])
})

test('created_at of an endpoint is in workspace time', async () => {
  const api = await service.workspace()
  const { now } = done(await api.post('/sandbox/clock/advance', { seconds: 86_400 * 30 }), 200)
  const { created_at } = await create(api)
  assert.ok(Math.abs(Date.parse(created_at) - Date.parse(now)) < 60_000, `${created_at} is not near ${now}`)
})

const patches: [what: string, body: object][] = [
  ['url', { url: other }],
  ['events', { events: ['deposit.pending'] }],
  ['active', { active: false }],
  ['all three', { url: other, events: ['*'], active: false }],
  ['nothing', {}],
]
for (const [what, body] of patches) {
  test(`PATCH changes ${what}, keeps the rest, and returns the webhook`, async () => {
    const api = await service.workspace()
    const made = await create(api, { events: ['card.created'] })
    const changed = done(await api.patch(`/webhooks/${made.id}`, body), 200)
    assert.deepEqual(changed, { ...withoutSecret(made), ...body })
    assert.deepEqual(done(await api.get(`/webhooks/${made.id}`), 200), changed)
  })
}

test('PATCH without a body is the same as PATCH with {}', async () => {
  const api = await service.workspace()
  const made = await create(api)
  assert.deepEqual(done(await api.patch(`/webhooks/${made.id}`), 200), withoutSecret(made))
})

test('rotate-secret returns the webhook with its new secret, generated or given', async () => {
  const api = await service.workspace()
  const made = await create(api)
  const generated = done(await api.post(`/webhooks/${made.id}/rotate-secret`), 200)
  assert.deepEqual(withoutSecret(generated), withoutSecret(made))
  assert.equal(Buffer.from(generated.secret.slice(6), 'base64').length, 32)
  const secret = 'a secret of my own'
  const given = done(await api.post(`/webhooks/${made.id}/rotate-secret`, { secret }), 200)
  assert.deepEqual(given, { ...withoutSecret(made), secret })
})

test('DELETE returns {id, deleted: true}, and then the endpoint returns 404 and is not listed', async () => {
  const api = await service.workspace()
  const [made, kept] = [await create(api), await create(api)]
  const delivery = await sendTest(api, made)
  assert.deepEqual(done(await api.delete(`/webhooks/${made.id}`), 200), { id: made.id, deleted: true })
  for (const answer of await everyCall(api, made.id, delivery.id)) assertError(answer, 404, 'webhook_not_found')
  assert.deepEqual(done(await api.get('/webhooks'), 200).data, [withoutSecret(kept)])
})

function everyCall(api: Api, id: string, deliveryId: string) {
  return Promise.all([
    api.get(`/webhooks/${id}`),
    api.patch(`/webhooks/${id}`, { active: false }),
    api.delete(`/webhooks/${id}`),
    api.post(`/webhooks/${id}/rotate-secret`),
    api.post(`/webhooks/${id}/test`),
    api.get(`/webhooks/${id}/deliveries`),
    api.post(`/webhooks/${id}/deliveries/${deliveryId}/retry`),
  ])
}

test('an endpoint id that is unknown, malformed or of another workspace returns 404 webhook_not_found in every call', async () => {
  const api = await service.workspace()
  const stranger = await service.workspace()
  const foreign = await create(stranger)
  const delivery = await sendTest(stranger, foreign)
  const ids = [foreign.id, await unknownId(service, api, 'webhook'), await unknownId(service, api, 'card'), 'wh_', 'x']
  for (const id of ids)
    for (const answer of await everyCall(api, id, delivery.id)) assertError(answer, 404, 'webhook_not_found')
  assert.deepEqual(done(await stranger.get('/webhooks'), 200).data, [withoutSecret(foreign)])
})

test('the sandbox and the production endpoints of one account are separate', async () => {
  const api = await service.workspace()
  const live = await anotherKey(service, api, { live: true })
  const made = await create(api)
  assert.deepEqual(done(await live.get('/webhooks'), 200), { data: [] })
  for (const answer of await everyCall(live, made.id, 'x')) assertError(answer, 404, 'webhook_not_found')
  for (const [each, environment] of [
    [api, 'sandbox'],
    [live, 'production'],
  ] as const) {
    const { event_id } = await sendTest(each, await create(each))
    assert.equal(done(await each.get(`/events/${event_id}`), 200).environment, environment)
  }
})

test('a delivery can be retried only through its own endpoint', async () => {
  const api = await service.workspace()
  const [one, two] = [await create(api), await create(api)]
  const { id } = await sendTest(api, one)
  assertError(await api.post(`/webhooks/${two.id}/deliveries/${id}/retry`), 404, 'not_found')
  const missing = await unknownId(service, api, 'delivery')
  assertError(await api.post(`/webhooks/${one.id}/deliveries/${missing}/retry`), 404, 'not_found')
})

test('the 21st endpoint of a workspace returns 400 invalid_state, also for concurrent registrations', async () => {
  const api = await service.workspace()
  const answers = await Promise.all(Array.from({ length: 24 }, () => api.post('/webhooks', { url, events: ['*'] })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  for (const answer of answers) if (answer.status !== 201) assertError(answer, 400, 'invalid_state')
  const { data } = done(await api.get('/webhooks'), 200)
  assert.equal(data.length, 20)
  await api.delete(`/webhooks/${data[7].id}`)
  await create(api)
  assertError(await api.post('/webhooks', { url, events: ['*'] }), 400, 'invalid_state')
})

test('the audit log records every change of an endpoint and no rejected change', async () => {
  const api = await service.workspace()
  const made = await Promise.all(Array.from({ length: 20 }, () => create(api)))
  const [{ id }] = made as [Json]
  const log = async () => (await auditLog(service, api)).map(({ action, subject }) => `${action} ${subject}`)
  const created = await log()
  assert.deepEqual(new Set(created), new Set(made.map((each) => `webhook.create ${each.id}`)))
  assertError(await api.post('/webhooks', { url, events: ['*'] }), 400, 'invalid_state')
  assertError(await api.patch(`/webhooks/${id}`, { url: 'https://10.0.0.1' }), 400, 'invalid_url')
  assert.deepEqual((await log()).slice(20), [], 'a rejected call was recorded as a change')
  await api.patch(`/webhooks/${id}`, { active: false })
  await api.post(`/webhooks/${id}/rotate-secret`)
  await api.delete(`/webhooks/${id}`)
  assert.deepEqual(
    (await log()).slice(20),
    ['webhook.update', 'webhook.rotate-secret', 'webhook.delete'].map((action) => `${action} ${id}`),
  )
})

test('POST test returns 201 with a pending delivery of a webhook.test event, and 400 invalid_state for an inactive endpoint', async () => {
  const api = await service.workspace()
  const made = await register(api, place, ['card.created'])
  const delivery = await sendTest(api, made)
  assert.deepEqual(Object.keys(delivery).sort(), [
    'attempt',
    'created_at',
    'duration_ms',
    'event_id',
    'event_type',
    'id',
    'next_attempt_at',
    'response_body',
    'response_status',
    'status',
  ])
  assert.match(delivery.id, /^dlv_/)
  assert.match(delivery.event_id, /^evt_/)
  const { event_type, attempt, status, response_status, response_body, duration_ms, next_attempt_at } = delivery
  assert.deepEqual([event_type, attempt, status], ['webhook.test', 0, 'pending'])
  assert.deepEqual([response_status, response_body, duration_ms], [null, null, null])
  assert.equal(next_attempt_at, delivery.created_at)
  const event = done(await api.get(`/events/${delivery.event_id}`), 200)
  assert.equal(event.type, 'webhook.test')
  assert.equal(event.data.webhook_id, made.id)
  await api.patch(`/webhooks/${made.id}`, { active: false })
  assertError(await api.post(`/webhooks/${made.id}/test`), 400, 'invalid_state')
  assertError(await api.post(`/webhooks/${made.id}/deliveries/${delivery.id}/retry`), 400, 'invalid_state')
  const resend = { webhook_id: made.id }
  assertError(await api.post(`/events/${delivery.event_id}/resend`, resend), 400, 'invalid_state')
})

test('GET deliveries lists the newest first in pages, returns an empty page past the end, and filters by status', async () => {
  const api = await service.workspace()
  const made = await create(api)
  const list = async (query = '') => done(await api.get(`/webhooks/${made.id}/deliveries${query}`), 200)
  assert.deepEqual(await list(), { data: [], pagination: { page: 1, per_page: 50, total: 0, next_cursor: null } })
  const sent: Json[] = []
  for (let n = 0; n < 5; n++) sent.unshift(await sendTest(api, made))
  assert.deepEqual(await list(), { data: sent, pagination: { page: 1, per_page: 50, total: 5, next_cursor: null } })
  const second = await list('?page=2&per_page=2')
  assert.deepEqual(second.data, sent.slice(2, 4))
  assert.deepEqual(countsOf(second.pagination), { page: 2, per_page: 2, total: 5 })
  assert.deepEqual(await list('?page=4&per_page=2'), {
    data: [],
    pagination: { page: 4, per_page: 2, total: 5, next_cursor: null },
  })
  assert.equal((await list('?status=pending')).pagination.total, 5)
  assert.deepEqual((await list('?status=succeeded')).data, [])
  for (const query of ['?status=lost', '?per_page=101', '?per_page=0', '?page=0', '?event=x'])
    assertError(await api.get(`/webhooks/${made.id}/deliveries${query}`), 400, 'invalid_request')
})
