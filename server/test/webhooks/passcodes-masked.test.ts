// A passcode can be read with 3ds:read, or by a person with the right `reveal`, and by nobody else. Every route that
// reads is called for a workspace in which a passcode was sent, so that a new route is covered as soon as it exists.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopeNames } from '../../src/accounts/scopes.ts'
import { dashboardRoutes } from '../../src/dashboard/routes.ts'
import type { AnyRoute } from '../../src/http/route.ts'
import { routes } from '../../src/routes.ts'
import type { Api } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { anotherKey, done, type Json, openScene } from '../sandbox/scene.ts'
import { sendRequest } from '../send-request.ts'
import { startReceiver } from './receiver.ts'
import { deliveriesOf, isOfType, register, settled, startWebhookService } from './scene.ts'
import { readStream } from './stream-reader.ts'

const service = await startWebhookService()

/** A workspace whose endpoint was sent a passcode and returned the body that it was sent. */
async function sentPasscode() {
  const scene = await openScene(service)
  const receiver = await startReceiver()
  receiver.answer = ({ body }) => ({ body })
  const webhook = await register(scene.api, receiver)
  const challenge = await scene.challenge(5)
  const [received] = await receiver.waitFor(1, isOfType('3ds.challenge'))
  assert.ok(received!.body.includes(challenge.otp), received!.body)
  await settled(scene.api, webhook)
  const delivery = (await deliveriesOf(scene.api, webhook)).find((each) => each.event_type === '3ds.challenge')
  assert.ok(delivery.response_body.includes(challenge.otp), delivery.response_body)
  const transaction = await scene.hold(2)
  return { scene, challenge, ids: idsOf(scene.card, challenge, webhook, delivery, transaction) }
}

function idsOf(
  card: string,
  challenge: Json,
  webhook: Json,
  delivery: Json,
  transaction: Json,
): Record<string, string> {
  return {
    card_id: card,
    challenge_id: challenge.id,
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    event_id: delivery.event_id,
    txn_id: transaction.id,
  }
}

function pathOf({ url }: AnyRoute, ids: Record<string, string>): string {
  return url.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? 'unknown')
}

const reading = (list: AnyRoute[]) => list.filter(({ method, url }) => method === 'GET' && !url.endsWith('/stream'))

test('a key without 3ds:read cannot read a passcode by any route', async () => {
  const { scene, challenge, ids } = await sentPasscode()
  const scopes = scopeNames.filter((each) => each !== '3ds:read')
  const key = await anotherKey(service, scene.api, { rights: { scopes } })
  let answered = 0
  for (const route of reading(routes)) {
    const { status, text } = await sendRequest(`${service.url}/v1${pathOf(route, ids)}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${key.key}` },
    })
    assert.ok(!text.includes(challenge.otp), `${route.operationId} shows the passcode`)
    if (status === 200) answered += 1
  }
  assert.ok(answered > 20, `${answered} routes returned 200`)
  assert.ok(await streamShows(scene.api, challenge.otp), 'the stream does not show the passcode to a key with 3ds:read')
  assert.ok(!(await streamShows(key, challenge.otp)), 'the stream shows the passcode to a key without 3ds:read')
})

test('a person without the right to reveal cannot read a passcode by any route', async () => {
  const { scene, challenge, ids } = await sentPasscode()
  const viewer = await join(service, await accountOf(service, scene.api.key), 'viewer')
  const lists = [
    ['/v1', routes],
    ['/dashboard', dashboardRoutes],
  ] as const
  for (const [prefix, list] of lists)
    for (const route of reading(list)) {
      const { body } = await viewer.get(`${prefix}${pathOf(route, ids)}`)
      assert.ok(!JSON.stringify(body ?? '').includes(challenge.otp), `${route.operationId} shows the passcode`)
    }
})

test('a key without 3ds:read that simulates a challenge gets it without the passcode', async () => {
  const scene = await openScene(service)
  const key = await anotherKey(service, scene.api, { rights: { scopes: ['sandbox:write'] } })
  const shown = done(await key.post('/sandbox/3ds', { card_id: scene.card, merchant: 'Acme Ads', amount: 5 }), 201)
  assert.equal(shown.otp, '******')
})

/** Returns whether the stream of all events so far contains the passcode. */
async function streamShows(api: Api, otp: string): Promise<boolean> {
  const { data } = done(await api.get('/events?per_page=100'), 200)
  const stream = await readStream({ url: service.url, api }, { query: '?after_sequence=0' })
  await stream.waitFor(data.length)
  stream.close()
  assert.ok(
    stream.sent.some(({ event }) => event === '3ds.challenge'),
    'the stream contains no 3ds.challenge event',
  )
  return stream.text().includes(otp)
}
