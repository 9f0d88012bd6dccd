// A read-only key sees everything except card numbers, CVVs and passcodes, and a caller who may not see a passcode
// cannot have it sent elsewhere.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { routes } from '../../src/routes.ts'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { until } from '../until.ts'

const service = await startTestService({}, { worker: true })
const api = await service.fundedWorkspace()
const owner = await join(service, await accountOf(service, api.key), 'owner')
const made = await owner.post('/dashboard/keys', { name: 'Reports', read_only: true })
const reader = service.api(made.body.key)
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 50 })
const { body: challenge } = await api.post('/sandbox/3ds', { card_id: card.id, merchant: 'Shop', amount: 5 })

test('a read-only key cannot read card numbers, CVVs or passcodes', async () => {
  for (const path of [`/cards/${card.id}/details`, '/3ds', `/3ds/${challenge.id}`, '/3ds/unknown']) {
    const { status, body } = await reader.get(path)
    assert.deepEqual([status, body.error], [403, 'forbidden'], path)
    assert.match(body.message, /read-only key/)
  }
  const session = await reader.post(`/cards/${card.id}/reveal-sessions`, { origin: 'https://shop.example.com' })
  assert.deepEqual([session.status, session.body.error], [403, 'forbidden'])
})

test('no GET of the API shows a passcode, card number or CVV to a read-only key', async () => {
  const { body: details } = await api.get(`/cards/${card.id}/details`)
  const ids: Record<string, string> = { card_id: card.id, challenge_id: challenge.id }
  const { body: events } = await reader.get('/events?per_page=100')
  ids.event_id = events.data.find(({ type }: { type: string }) => type === '3ds.challenge').id
  for (const route of routes.filter(({ method, url }) => method === 'GET' && url !== '/events/stream')) {
    const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'unknown')
    const { status, body } = await reader.get(path)
    const text = JSON.stringify(body)
    for (const secret of [challenge.otp, details.pan, `"${details.cvv}"`])
      assert.ok(!text.includes(secret), `${path}: ${text}`)
    assert.equal(status === 403, route.scope === 'details:read' || route.scope === '3ds:read', path)
  }
})

test('a read-only key sees masked passcodes in the event list, in an event and in the stream', async () => {
  const isChallenge = ({ type }: { type: string }) => type === '3ds.challenge'
  const { body: list } = await reader.get('/events?type=3ds.challenge')
  const masked = list.data.find(isChallenge)
  assert.deepEqual(masked.data, { ...challenge, otp: '******' })
  assert.deepEqual((await reader.get(`/events/${masked.id}`)).body, masked)
  assert.equal((await api.get(`/events/${masked.id}`)).body.data.otp, challenge.otp)
  const controller = new AbortController()
  const response = await fetch(`${service.url}/v1/events/stream?after_sequence=${masked.sequence - 1}`, {
    headers: { authorization: `Bearer ${reader.key}` },
    signal: controller.signal,
  })
  let seen = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    seen += chunk
    if (seen.includes(masked.id)) break
  }
  assert.ok(seen.includes('"otp":"******"') && !seen.includes(challenge.otp), seen)
  controller.abort()
})

test('a masked read of a passcode is not in the audit log', async () => {
  const { body } = await owner.get('/dashboard/audit-log?action=3ds.read&per_page=100')
  const { body: keys } = await owner.get('/dashboard/keys')
  const { id } = keys.data.find(({ name }: { name: string }) => name === 'Reports')
  assert.ok(body.data.length > 0, `${body.data.length} entries`)
  assert.ok(
    body.data.every(({ actor }: { actor: string }) => actor !== id),
    `an entry is by ${id}`,
  )
})

test('a read-only key does not see response bodies of webhooks, which may contain a passcode', async () => {
  const echo = createServer((request, response) => request.pipe(response))
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  after(() => echo.close())
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`
  const { body: webhook } = await api.post('/webhooks', { url, events: ['3ds.challenge'] })
  const { body: second } = await api.post('/sandbox/3ds', { card_id: card.id, merchant: 'Shop', amount: 5 })
  const deliveries = `/webhooks/${webhook.id}/deliveries`
  const delivery = await until('the delivery has succeeded', async () => {
    const [newest]: { status: string; response_body: string }[] = (await api.get(deliveries)).body.data
    return newest?.status === 'succeeded' && newest
  })
  assert.ok(delivery.response_body.includes(second.otp), `response body is ${delivery.response_body}`)
  const [seen] = (await reader.get(deliveries)).body.data
  assert.deepEqual(seen, { ...delivery, response_body: null })
})

test('in production a developer cannot create or change a webhook or rotate its secret', async () => {
  const live = await service.workspace('production')
  const account = await accountOf(service, live.key)
  const [boss, developer] = [await join(service, account, 'owner'), await join(service, account, 'developer')]
  const url = 'https://93.184.215.14/hook'
  const registered = await boss.in('production').post('/v1/webhooks', { url, events: ['3ds.challenge'] })
  assert.equal(registered.status, 201)
  const path = `/v1/webhooks/${registered.body.id}`
  const screen = developer.in('production')
  const refused = [
    await screen.post('/v1/webhooks', { url, events: ['3ds.challenge'] }),
    await screen.patch(path, { url: 'https://93.184.215.14/mine' }),
    await screen.post(`${path}/rotate-secret`),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, body.error], [403, 'forbidden'])
  assert.equal((await screen.get(path)).status, 200)
  assert.equal((await screen.get(`${path}/deliveries`)).status, 200)
  assert.equal((await developer.post('/v1/webhooks', { url, events: ['3ds.challenge'] })).status, 201)
  await service.audit()
})
