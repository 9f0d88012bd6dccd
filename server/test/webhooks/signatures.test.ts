// How a receiver verifies the sender: with the signature of the specification, with Standard Webhooks and the public
// packages, during a rotation, and by the headers.

import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import type { Api } from '../harness.ts'
import { asOwner, DAY, done, type Json, newCard } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { advance, attempted, isOf, register, sendTest, startWebhookService } from './scene.ts'

const service = await startWebhookService()
const headersOf = ({ headers }: Received) => headers as Record<string, string>

/** Implements the rule of the specification independently. */
function plainSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex')
}

/** Implements the rule of Standard Webhooks for a key of bytes. */
function v1(key: Buffer, { headers, body }: Received): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

async function sentTest(api: Api, receiver: Receiver, webhook: Json): Promise<Received> {
  const { event_id } = await sendTest(api, webhook)
  const [received] = await receiver.waitFor(1, isOf(event_id))
  return received!
}

const ofBytes = (count: number) => `whsec_${Buffer.alloc(count, 201).toString('base64')}`
const secrets: [what: string, secret: string | undefined, key: 'decoded' | 'raw'][] = [
  ['a generated secret', undefined, 'decoded'],
  ['whsec_ and base64 of 24 bytes', ofBytes(24), 'decoded'],
  ['whsec_ and base64 of 25 bytes, padded', ofBytes(25), 'decoded'],
  ['whsec_ and base64 of 64 bytes', ofBytes(64), 'decoded'],
  ['whsec_ and base64 of 23 bytes', ofBytes(23), 'raw'],
  ['whsec_ and base64 of 65 bytes', ofBytes(65), 'raw'],
  ['whsec_ and something else', 'whsec_this is not base64 of anything', 'raw'],
  ['whsec_ and base64 without its padding', ofBytes(25).replaceAll('=', ''), 'raw'],
  ['base64 without whsec_', randomBytes(32).toString('base64'), 'raw'],
  ['a phrase', 'correct horse battery staple', 'raw'],
  ['the longest', '~'.repeat(256), 'raw'],
  ['spaces at both ends', '  sixteen chars   ', 'raw'],
]
for (const [what, given, kind] of secrets) {
  test(`${what} signs X-Webhook-Signature with the text and v1 with the ${kind} bytes`, async () => {
    const api = await service.workspace()
    const receiver = await startReceiver()
    const webhook = await register(api, receiver, ['*'], given === undefined ? {} : { secret: given })
    const secret: string = webhook.secret
    const received = await sentTest(api, receiver, webhook)
    const headers = headersOf(received)
    assert.equal(headers['x-webhook-signature'], plainSignature(secret, received.body))
    assert.match(headers['x-webhook-signature']!, /^[0-9a-f]{64}$/)
    const key = kind === 'raw' ? Buffer.from(secret) : Buffer.from(secret.slice('whsec_'.length), 'base64')
    assert.equal(headers['webhook-signature'], v1(key, received))
    const event = JSON.parse(received.body)
    const standard = kind === 'raw' ? new StandardWebhook(secret, { format: 'raw' }) : new StandardWebhook(secret)
    assert.deepEqual(standard.verify(received.body, headers), event)
    // This throws if the signature is wrong.
    if (kind === 'decoded') new SvixWebhook(secret).verify(received.body, headers)
  })
}

test('an attempt has exactly the documented headers', async () => {
  const api = await service.fundedWorkspace(100)
  const receiver = await startReceiver()
  await register(api, receiver)
  const before = Math.floor(Date.now() / 1_000)
  await newCard(api, { amount: 1, label: 'naïve 日本' })
  const [received] = await receiver.waitFor(1)
  const headers = headersOf(received!)
  const event = JSON.parse(received!.body)
  assert.match(headers['content-type']!, /^application\/json/)
  assert.equal(headers['content-length'], String(Buffer.byteLength(received!.body)))
  assert.match(headers['user-agent']!, /Cardwright/)
  assert.deepEqual([headers['x-webhook-id'], headers['webhook-id']], [event.id, event.id])
  assert.equal(headers['x-webhook-event'], 'card.created')
  assert.equal(headers['x-webhook-timestamp'], headers['webhook-timestamp'])
  assert.match(headers['webhook-timestamp']!, /^\d+$/)
  const sentAt = Number(headers['webhook-timestamp'])
  assert.ok(
    sentAt >= before && sentAt <= Math.ceil(Date.now() / 1_000),
    `sent at ${sentAt}, expected from ${before} on`,
  )
  assert.ok(!('x-webhook-signature-previous' in headers), 'without a rotation there is no previous signature')
  assert.equal(headers['webhook-signature']!.split(' ').length, 1)
  assert.equal(event.data.label, 'naïve 日本', 'the body is signed and sent as UTF-8')
})

test('signature timestamps are in real time although the sandbox clock moved, and the event is dated in workspace time', async () => {
  const api = await service.fundedWorkspace(100)
  const receiver = await startReceiver()
  const { secret } = await register(api, receiver)
  const now = await advance(api, 400 * DAY)
  await newCard(api, { amount: 1 })
  const [received] = await receiver.waitFor(1)
  const headers = headersOf(received!)
  assert.ok(
    Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now()) < 60_000,
    String(headers['webhook-timestamp']),
  )
  const event = JSON.parse(received!.body)
  assert.ok(
    Math.abs(Date.parse(event.created_at) - now.getTime()) < 60_000,
    `${event.created_at} is not near ${now.toISOString()}`,
  )
  // The packages tolerate five minutes of real time.
  new StandardWebhook(secret).verify(received!.body, headers)
  new SvixWebhook(secret).verify(received!.body, headers)
})

test('a changed body, id or time and another secret fail the verification', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const other = await register(api, receiver)
  const received = await sentTest(api, receiver, webhook)
  const headers = headersOf(received)
  const tampered: [body: string, changed: object][] = [
    [`${received.body} `, {}],
    [received.body.replace('webhook.test', 'card.created'), {}],
    [received.body.replace('"sequence":', '"sequence":1'), {}],
    [received.body, { 'webhook-id': 'evt_another' }],
    [received.body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
  ]
  for (const Verifier of [StandardWebhook, SvixWebhook]) {
    for (const [body, changed] of tampered)
      assert.throws(() => new Verifier(webhook.secret).verify(body, { ...headers, ...changed }), /signature/i)
    assert.throws(() => new Verifier(other.secret).verify(received.body, headers), /signature/i)
  }
  for (const [body] of tampered.slice(0, 3))
    assert.notEqual(plainSignature(webhook.secret, body), headers['x-webhook-signature'])
})

test('the body is identical on every retry, whatever happened to the object, and every attempt has a new signature', async () => {
  const api = await service.fundedWorkspace(100)
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 503 })
  const webhook = await register(api, receiver, ['card.created', '3ds.challenge', 'transaction.authorized'])
  const card = await newCard(api, { amount: 10 })
  const merchant = { name: 'Acme', mcc: '7311', country: 'US' }
  const hold = done(await api.post('/sandbox/authorizations', { card_id: card.id, amount: 5, merchant }), 201)
  const challenge = done(await api.post('/sandbox/3ds', { card_id: card.id, merchant: 'Acme', amount: 1 }), 201)
  await receiver.waitFor(3)
  // These calls change everything that an event could wrongly show in its current state.
  done(await api.post(`/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp }), 200)
  done(await api.post(`/sandbox/authorizations/${hold.transaction.id}/settle`, { amount: 3 }), 201)
  done(await api.patch(`/cards/${card.id}`, { label: 'changed', metadata: { a: 1 } }), 200)
  done(await api.delete(`/cards/${card.id}`), 200)
  const { data } = done(await api.get(`/webhooks/${webhook.id}/deliveries`), 200)
  assert.equal(data.length, 3)
  let expected = 1
  for (const seconds of [5, 300]) {
    for (const { id } of data) await attempted(api, webhook, id, expected)
    await advance(api, seconds)
    expected += 1
    await receiver.waitFor(3 * expected)
  }
  for (const { event_id } of data) {
    const attempts = receiver.received.filter(isOf(event_id))
    assert.equal(attempts.length, 3)
    assert.equal(new Set(attempts.map(({ body }) => body)).size, 1)
    for (const each of attempts) {
      new StandardWebhook(webhook.secret).verify(each.body, headersOf(each))
      assert.equal(each.headers['x-webhook-signature'], plainSignature(webhook.secret, each.body))
    }
    assert.equal(JSON.stringify(done(await api.get(`/events/${event_id}`), 200)), attempts[0]!.body)
  }
})

test('after a rotation both secrets sign, with X-Webhook-Signature-Previous and two entries in webhook-signature', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const rotated = done(await api.post(`/webhooks/${webhook.id}/rotate-secret`, { secret: 'a phrase of my own' }), 200)
  const received = await sentTest(api, receiver, webhook)
  const headers = headersOf(received)
  assert.equal(headers['x-webhook-signature'], plainSignature(rotated.secret, received.body))
  assert.equal(headers['x-webhook-signature-previous'], plainSignature(webhook.secret, received.body))
  const old = Buffer.from(webhook.secret.slice(6), 'base64')
  assert.deepEqual(headers['webhook-signature']!.split(' '), [
    v1(Buffer.from(rotated.secret), received),
    v1(old, received),
  ])
  new StandardWebhook(rotated.secret, { format: 'raw' }).verify(received.body, headers)
  for (const Verifier of [StandardWebhook, SvixWebhook]) new Verifier(webhook.secret).verify(received.body, headers)
})

test('after a second rotation within a day the newest two secrets sign and the first does not', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const rotate = async () => done(await api.post(`/webhooks/${webhook.id}/rotate-secret`), 200).secret
  const [second, third] = [await rotate(), await rotate()]
  const received = await sentTest(api, receiver, webhook)
  const headers = headersOf(received)
  for (const secret of [second, third]) new StandardWebhook(secret).verify(received.body, headers)
  assert.throws(() => new StandardWebhook(webhook.secret).verify(received.body, headers))
  assert.equal(headers['x-webhook-signature-previous'], plainSignature(second, received.body))
})

test('the old secret signs for 24 hours of real time, not of the sandbox clock', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const startedAt = Date.now()
  done(await api.post(`/webhooks/${webhook.id}/rotate-secret`), 200)
  const until24h = await asOwner(service, async (sql) => {
    const [row] = await sql<{ at: Date }[]>`
      select previous_secret_until as at from webhooks where url = ${receiver.url}`
    return row!.at.getTime()
  })
  assert.ok(
    Math.abs(until24h - startedAt - 24 * 3_600_000) < 60_000,
    `the old secret signs for ${until24h - startedAt} ms`,
  )
  await advance(api, 30 * DAY)
  const received = await sentTest(api, receiver, webhook)
  assert.ok(received.headers['x-webhook-signature-previous'], JSON.stringify(received.headers))
  new StandardWebhook(webhook.secret).verify(received.body, headersOf(received))
})

test('the old secret does not sign after 24 hours', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const webhook = await register(api, receiver)
  const { secret } = done(await api.post(`/webhooks/${webhook.id}/rotate-secret`), 200)
  await asOwner(
    service,
    (sql) => sql`
      update webhooks set previous_secret_until = now() - interval '1 second'
      where url = ${receiver.url}`,
  )
  // A worker that is busy with the endpoint may remember the end of the day for as long as it is busy.
  const received = await until('an attempt has no old signature', async () => {
    const each = await sentTest(api, receiver, webhook)
    return each.headers['x-webhook-signature-previous'] === undefined && each
  })
  const headers = headersOf(received)
  assert.equal(headers['webhook-signature']!.split(' ').length, 1)
  new StandardWebhook(secret).verify(received.body, headers)
  assert.throws(() => new StandardWebhook(webhook.secret).verify(received.body, headers))
})

test('a retry after a rotation is also signed with the new secret', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 500 })
  const webhook = await register(api, receiver)
  const { id, event_id } = await sendTest(api, webhook)
  await attempted(api, webhook, id, 1)
  const { secret } = done(await api.post(`/webhooks/${webhook.id}/rotate-secret`), 200)
  await advance(api, 5)
  const [first, second] = await receiver.waitFor(2, isOf(event_id))
  assert.equal(second!.body, first!.body)
  assert.equal(second!.headers['x-webhook-signature'], plainSignature(secret, second!.body))
  assert.equal(second!.headers['x-webhook-signature-previous'], first!.headers['x-webhook-signature'])
})
