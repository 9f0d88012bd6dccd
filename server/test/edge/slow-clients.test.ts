// Clients that send slowly, read nothing or open many connections, with short limits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { until } from '../until.ts'
import { rawClient, unfinished } from './raw-client.ts'

const service = await startTestService({
  REQUEST_TIMEOUT_SECONDS: '2',
  HEADERS_TIMEOUT_SECONDS: '1',
  IDLE_TIMEOUT_SECONDS: '1',
  MAX_CONNECTIONS_PER_ADDRESS: '40',
})
const api = await service.fundedWorkspace()
const patient = { timeout: 60_000 }

/** Sends some bytes every 100 ms for as long as it can. */
function trickle(client: ReturnType<typeof rawClient>, bytes: string): void {
  const timer = setInterval(() => client.socket.write(bytes), 100)
  client.socket.once('close', () => clearInterval(timer))
}

test('bodies that trickle in are cut off and told why', patient, async () => {
  const clients = Array.from({ length: 20 }, () => rawClient(service.url, unfinished(api.key)))
  for (const client of clients) trickle(client, ' ')
  for (const client of clients) {
    await client.isClosed
    assert.match(client.said(), /^HTTP\/1\.1 400 .*The request took too long to arrive\./s)
  }
  assert.equal((await api.get('/cards')).body.pagination.total, 0)
})

test('a body that has stopped coming is cut off', patient, async () => {
  await rawClient(service.url, unfinished(api.key)).isClosed
})

test('a refused request cannot go on sending its body for ever', patient, async () => {
  const client = rawClient(service.url, unfinished('sk_test_nobodysKeyOfThisTest'))
  trickle(client, ' ')
  await client.isClosed
  assert.match(client.said(), /^HTTP\/1\.1 401 /)
})

test('headers that trickle in, and a connection that says nothing, are cut off', patient, async () => {
  const silent = rawClient(service.url)
  const slow = rawClient(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n')
  trickle(slow, 'x')
  await Promise.all([silent.isClosed, slow.isClosed])
  assert.equal(
    silent.said(),
    '',
    'where nothing was asked, nothing is answered: the first request would take it for its own',
  )
})

test('a connection that is kept alive is closed when it is idle', patient, async () => {
  const client = rawClient(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.isClosed
  assert.match(client.said(), /^HTTP\/1\.1 200 /)
})

test('a client that does not read its answers is cut off', patient, async () => {
  const client = rawClient(service.url)
  client.socket.pause()
  // More answers than the buffers between the two hold.
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
  client.socket.write(request.repeat(100))
  // Whoever does not read hears of the end only when it writes.
  trickle(client, request)
  await client.isClosed
})

test('neither can it hold the connection by sending what is not HTTP', patient, async () => {
  const client = rawClient(service.url)
  client.socket.pause()
  client.socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  trickle(client, 'G')
  await client.isClosed
})

test('nor by sending empty lines, neither with answers to read nor without', patient, async () => {
  const unread = rawClient(service.url)
  unread.socket.pause()
  unread.socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  const idle = rawClient(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  for (const client of [unread, idle]) trickle(client, '\r\n')
  await Promise.all([unread.isClosed, idle.isClosed])
  assert.match(idle.said(), /^HTTP\/1\.1 200 /)
})

test('one address holds so many connections and no more; one that ends makes room', patient, async () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const full = await startTestService({ MAX_CONNECTIONS_PER_ADDRESS: '3' })
  const held = Array.from({ length: 3 }, () => rawClient(full.url, ask))
  for (const client of held) await client.hears(/"status":"ok"/)
  const refused = rawClient(full.url, ask)
  await refused.isClosed
  assert.equal(refused.said(), '')
  assert.match(await full.services.metrics.registry.metrics(), /cardwright_connections_refused_total 1/)
  held[0]!.socket.destroy()
  // The service may hear of the end a moment later than we: a connection that is refused meanwhile tries again.
  await until('there is room', () =>
    rawClient(full.url, ask)
      .hears(/"status":"ok"/)
      .then(
        () => true,
        () => false,
      ),
  )
  for (const client of held) client.socket.destroy()
})

for (const [proxies, isCounted] of [
  ['1', false],
  ['127.0.0.0/8', false],
  ['10.0.0.0/8', true],
] as const) {
  test(
    `with TRUST_PROXY=${proxies} connections of 127.0.0.1 are ${isCounted ? '' : 'not '}counted`,
    patient,
    async () => {
      const behind = await startTestService({ MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: proxies })
      const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
      const first = rawClient(behind.url, ask)
      await first.hears(/"status":"ok"/)
      const second = rawClient(behind.url, ask)
      if (isCounted) await second.isClosed
      else await second.hears(/"status":"ok"/)
      assert.equal(second.said() === '', isCounted)
      first.socket.destroy()
      second.socket.destroy()
    },
  )
}
