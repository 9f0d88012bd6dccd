// The behaviour that every example of the guide must show, tested with deliveries of a running service.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../src/outbound/secrets.ts'
import { signedHeaders, signingKey } from '../../src/outbound/sign.ts'
import { type Api, startTestService } from '../harness.ts'
import { newCard, ok } from '../money/books.ts'
import { until } from '../until.ts'
import { type Received, startReceiver } from '../webhooks/receiver.ts'
import { type Command, startExample } from './example-receiver.ts'

const WAIT_MS = 60_000

/** Call this once in a test file. */
export async function keepsItsPromises(command: Command): Promise<void> {
  const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, { worker: true })
  // Without a choice the receiver uses the standard scheme.
  for (const scheme of ['plain', '']) {
    const name = scheme || 'standard'
    test(`${name}: the receiver accepts deliveries before, during and after a secret rotation`, () => rotates(scheme))
    test(`${name}: the receiver accepts secrets of every form`, () => takesEverySecret(scheme))
    test(`${name}: the receiver rejects a changed delivery and processes a repeated delivery once`, () =>
      checksDeliveries(scheme))
  }

  async function rotates(scheme: string): Promise<void> {
    const api = await service.fundedWorkspace(1_000)
    const old = newSecret()
    const first = await startExample('webhooks', command, { WEBHOOK_SECRET: old, WEBHOOK_SCHEME: scheme })
    const { id } = ok(await api.post('/webhooks', { url: first.url, events: ['card.created'], secret: old }), 201)
    await isTaken(api, id)
    const { secret } = ok(await api.post(`/webhooks/${id}/rotate-secret`, {}))
    await isTaken(api, id)
    assert.match(first.lines().join('\n'), /^\d+ card\.created evt_\w+\n\d+ card\.created evt_\w+$/)
    await first.stop()
    const second = await startExample('webhooks', command, {
      WEBHOOK_SECRET: secret,
      WEBHOOK_SCHEME: scheme,
      PORT: first.port,
    })
    await isTaken(api, id)
    await second.stop()
    await startExample('webhooks', command, { WEBHOOK_SECRET: newSecret(), WEBHOOK_SCHEME: scheme, PORT: first.port })
    await isAnswered(api, id, 401)
  }

  async function takesEverySecret(scheme: string): Promise<void> {
    const encoded = [23, 24, 64, 65].map((length) => `whsec_${Buffer.alloc(length, 'k').toString('base64')}`)
    for (const secret of [...encoded, 'a secret of one s own', 'whsec_that is no base64']) {
      const example = await startExample('webhooks', command, { WEBHOOK_SECRET: secret, WEBHOOK_SCHEME: scheme })
      const event = { id: 'evt_1', type: 'webhook.test', sequence: 1 }
      const signed = { eventId: event.id, eventType: event.type, body: JSON.stringify(event), at: new Date() }
      const headers = signedHeaders([signingKey(secret)], signed)
      assert.equal((await fetch(example.url, { method: 'POST', headers, body: signed.body })).status, 204, secret)
      await example.stop()
    }
  }

  async function checksDeliveries(scheme: string): Promise<void> {
    const secret = newSecret()
    const { body, headers } = await captureOne(await service.fundedWorkspace(1_000), secret)
    const example = await startExample('webhooks', command, { WEBHOOK_SECRET: secret, WEBHOOK_SCHEME: scheme })
    const post = async (sent: string | Buffer, headers: Record<string, string>) =>
      (await fetch(example.url, { method: 'POST', headers, body: sent })).status

    assert.equal(await post(body, headers), 204)
    assert.equal(await post(body, headers), 204)
    const event = JSON.parse(body)
    await until('the example prints the delivery', () => example.lines().length > 0)
    assert.equal(
      await post(body.replace('"balance":10', '"balance":11'), headers),
      401,
      'a delivery with another amount',
    )
    assert.equal(
      await post(JSON.stringify(event, null, 1), headers),
      401,
      'a delivery with the same content in other bytes',
    )
    assert.equal(await post('', headers), 401)
    assert.equal(await post(body, {}), 401, 'a delivery without a signature')
    const name = scheme === 'plain' ? 'x-webhook-signature' : 'webhook-signature'
    const changed = headers[name]!.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    for (const signature of [changed, headers[name]!.slice(0, -1), 'v1,', 'é'])
      assert.equal(await post(body, { ...headers, [name]: signature }), 401, signature)

    const signedAgo = (seconds: number, id = event.id) => {
      const at = new Date(Date.now() - seconds * 1000)
      return signedHeaders([signingKey(secret)], { eventId: id, eventType: event.type, body, at })
    }
    const old = scheme === 'plain' ? 204 : 401
    assert.equal(await post(body, signedAgo(60)), 204)
    assert.equal(await post(body, signedAgo(400)), old)
    assert.equal(await post(body, signedAgo(-400)), old)
    assert.equal(await post(body, { ...headers, 'webhook-id': 'evt_other' }), old)
    assert.equal(await post(body, { ...headers, 'webhook-timestamp': 'now' }), old)
    const stripped = Object.entries(headers).filter(([name]) => !name.startsWith('webhook-'))
    assert.equal(
      await post(body, Object.fromEntries(stripped)),
      old,
      'a delivery without the headers that contain the time',
    )
    assert.deepEqual(example.lines(), [`${event.sequence} card.created ${event.id}`])
  }
}

async function isTaken(api: Api, webhook: string): Promise<void> {
  await newCard(api, 10)
  await isAnswered(api, webhook, 204)
}

/** Waits for the newest delivery. For an expected rejection it creates the card that causes the delivery. */
async function isAnswered(api: Api, webhook: string, status: number): Promise<void> {
  if (status !== 204) await newCard(api, 10)
  const { pagination } = ok(await api.get('/events?type=card.created'))
  await until(
    `the delivery is answered ${status}`,
    async () => {
      const list = ok(await api.get(`/webhooks/${webhook}/deliveries`))
      return list.pagination.total === pagination.total && list.data[0].response_status === status
    },
    WAIT_MS,
  )
}

/** Captures a real delivery as it was sent over the network. */
async function captureOne(api: Api, secret: string): Promise<{ body: string; headers: Record<string, string> }> {
  const receiver = await startReceiver()
  ok(await api.post('/webhooks', { url: receiver.url, events: ['*'], secret }), 201)
  await newCard(api, 10)
  const [received] = (await receiver.waitFor(1)) as [Received]
  const signed = Object.entries(received.headers).filter(([name]) => /^(x-)?webhook-/.test(name))
  return { body: received.body, headers: Object.fromEntries(signed) as Record<string, string> }
}
