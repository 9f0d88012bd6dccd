import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { signedHeaders, signingKey } from '../../server/src/outbound/sign.ts'
import { apiOf } from '../../server/test/harness.ts'
import { webhooks } from '../src/sdk.ts'
import { environmentFor, fails, receive, start, startReally } from './cli-fixture.ts'
import { restartableService } from './restartable-service.ts'
import { interrupted, lineOf, type Running } from './running-program.ts'

const service = await restartableService()
const api = apiOf(service.url, await service.key())
const env = environmentFor({ url: service.url, key: api.key })
await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '5000', confirm: true })
const card = (await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })).body.id

type Received = { headers: IncomingHttpHeaders; body: string; sequence: number }

/** The requests that arrived. `holds` resolves when there are `count` of them; `answer` may be slow. */
function inbox(answer: () => number | Promise<number> = () => 200) {
  const received: Received[] = []
  let wanted: { count: number; resolve(): void } | undefined
  const listener: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body, sequence: JSON.parse(body).sequence })
    if (wanted && received.length >= wanted.count) wanted.resolve()
    response.writeHead(await answer()).end()
  }
  const holds = (count: number) =>
    new Promise<void>((resolve) => {
      if (received.length >= count) return resolve()
      wanted = { count, resolve }
    })
  return { received, listener, holds }
}

type Listening = { child: Running; secret: string }

const listening = (url: string, ...options: string[]) => begun(start(['listen', '--forward-to', url, ...options], env))
const reallyListening = (url: string) => begun(startReally(['listen', '--forward-to', url], env))

async function begun(child: Running): Promise<Listening> {
  const secret = lineOf(child, /^Signing secret/)
  await lineOf(child, /^Forwarding events after \d+ to/)
  return { child, secret: (await secret).split(/\s+/).at(-1)! }
}

/** Each call creates one event. */
async function fundTimes(count: number): Promise<void> {
  for (let done = 0; done < count; done += 10) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(10, count - done) }, () => api.post(`/cards/${card}/fund`, { amount: 1 })),
    )
    assert.ok(
      answers.every(({ status }) => status === 200),
      answers.map(({ status }) => status).join(', '),
    )
  }
}

test('listen delivers 1,000 events in order and misses none, although the service restarts', async () => {
  const stopped = Promise.withResolvers<number>()
  // The 200th delivery blocks the others, so that the service stops while events are waiting.
  const { received, listener, holds } = inbox(() => (received.length === 200 ? stopped.promise : 200))
  const { url } = await receive(listener)
  const { child, secret } = await listening(url)
  await fundTimes(500)
  const away = lineOf(child, /does not answer/, 'stderr')
  await holds(200)
  await service.stop()
  stopped.resolve(200)
  await away
  await service.start()
  await fundTimes(500)
  await holds(1000)
  const first = received[0]!.sequence
  assert.deepEqual(
    received.map(({ sequence }) => sequence),
    Array.from({ length: 1000 }, (_, index) => first + index),
  )
  for (const { body, headers } of received) await webhooks.verify(body, headers, secret)
  await interrupted(child)
})

test('a delivery of listen has the same headers as a webhook', async () => {
  const { received, listener, holds } = inbox()
  const { url } = await receive(listener)
  const { child, secret } = await listening(url)
  await fundTimes(1)
  await holds(1)
  const [{ body, headers }] = received as [Received]
  const event = JSON.parse(body)
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const real = signedHeaders([signingKey(secret)], { eventId: event.id, eventType: event.type, body, at })
  for (const [name, value] of Object.entries(real)) assert.equal(headers[name], value, name)
  assert.deepEqual((await api.get(`/events/${event.id}`)).body, event)
  await interrupted(child)
})

test('listen continues where it stopped, with the same secret, in files that only their owner can read', async () => {
  const { received, listener, holds } = inbox()
  const { url } = await receive(listener)
  const before = await listening(url)
  // The line is printed after the receiver has answered; without an answer the event would be sent again.
  const delivered = lineOf(before.child, /card\.funded/)
  await fundTimes(1)
  await delivered
  await interrupted(before.child)
  await fundTimes(5)
  const { child, secret } = await listening(url)
  await holds(6)
  assert.equal(secret, before.secret)
  assert.deepEqual(
    received.map(({ sequence }) => sequence - received[0]!.sequence),
    [0, 1, 2, 3, 4, 5],
  )
  await interrupted(child)
  const folder = join(env.XDG_STATE_HOME!, 'cardwright')
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
})

test('after a kill, listen sends the interrupted delivery again and misses no event', async () => {
  const never = Promise.withResolvers<number>()
  const { received, listener, holds } = inbox(() => (received.length === 3 ? never.promise : 200))
  const { url } = await receive(listener)
  const { child } = await reallyListening(url)
  await fundTimes(5)
  await holds(3)
  child.kill('SIGKILL')
  await child.ended
  const again = await reallyListening(url)
  await holds(6)
  assert.deepEqual(
    received.map(({ sequence }) => sequence - received[0]!.sequence),
    [0, 1, 2, 2, 3, 4],
  )
  await interrupted(again.child)
})

test('listen shows an answer of any status and does not send the event again', async () => {
  const { received, listener, holds } = inbox(() => (received.length === 1 ? 500 : 204))
  const { url } = await receive(listener)
  const { child } = await listening(url)
  const [bad, good] = [lineOf(child, / 500 {2}\d+ ms$/), lineOf(child, / 204 {2}\d+ ms$/)]
  await fundTimes(2)
  await holds(2)
  assert.match(await bad, /card\.funded/)
  assert.match(await good, /card\.funded/)
  await interrupted(child)
  assert.equal(received.length, 2)
})

test('an event waits while the receiving program restarts', async () => {
  const first = await receive()
  const { child } = await listening(first.url)
  await first.close()
  const waits = lineOf(child, /does not answer \(ECONNREFUSED\); trying until it does/, 'stderr')
  await fundTimes(3)
  await waits
  const { received, listener, holds } = inbox()
  await receive(listener, first.port)
  await holds(3)
  assert.deepEqual(
    received.map(({ sequence }) => sequence - received[0]!.sequence),
    [0, 1, 2],
  )
  await interrupted(child)
})

test('listen --events delivers only these types, and --json prints one line for each event', async () => {
  const { received, listener, holds } = inbox()
  const { url } = await receive(listener)
  const child = start(['listen', '--forward-to', url, '--events', 'card.frozen', '--from-now', '--json'], env)
  const ready = JSON.parse(await lineOf(child, /forward_to/))
  assert.match(ready.secret, /^whsec_/)
  const shown = lineOf(child, /card\.frozen/)
  await fundTimes(1)
  await api.post(`/cards/${card}/freeze`)
  await holds(1)
  assert.deepEqual([JSON.parse(await shown).status, received.length], [200, 1])
  await interrupted(child)
})

test('listen continues after a reset of the sandbox, with increasing sequences', async () => {
  const { received, listener, holds } = inbox()
  const { url } = await receive(listener)
  const { child } = await listening(url, '--from-now')
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100' })
  await holds(1)
  assert.equal((await api.post('/sandbox/reset')).status, 200)
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100' })
  await holds(2)
  const [first, second] = received.map(({ sequence }) => sequence)
  assert.ok(second! > first!, `${second} after ${first}`)
  await interrupted(child)
})

test('listen fails immediately for a wrong key or an invalid URL', async () => {
  const wrong = { ...env, CARDWRIGHT_API_KEY: `sk_test_${'x'.repeat(32)}` }
  assert.match(await fails(['listen', '--forward-to', '4242'], wrong), /cardwright login/)
  assert.match(await fails(['listen', '--forward-to', 'http://'], env, 2), /is not a valid URL/)
  const misspelt = ['listen', '--forward-to', '4242', '--events', 'card.frozn']
  assert.match(await fails(misspelt, env, 2), /did you mean "card\.frozen"\?/)
  assert.match(await fails(['listen'], env, 2), /listen needs --forward-to URL/)
})
