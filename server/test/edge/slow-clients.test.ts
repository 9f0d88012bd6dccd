// Clients that send slowly, read nothing or open many connections, tested with short limits.

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

/** Sends some bytes every 100 ms for as long as possible. */
function trickle(client: ReturnType<typeof rawClient>, bytes: string): void {
  const timer = setInterval(() => client.socket.write(bytes), 100)
  client.socket.once('close', () => clearInterval(timer))
}

test('a slowly arriving body is cut off with an explanation', patient, async () => {
  const clients = Array.from({ length: 20 }, () => rawClient(service.url, unfinished(api.key)))
  for (const client of clients) trickle(client, ' ')
  for (const client of clients) {
    await client.isClosed
    assert.match(client.said(), /^HTTP\/1\.1 400 .*The request took too long to arrive\./s)
  }
  assert.equal((await api.get('/cards')).body.pagination.total, 0)
})

test('a body that stops arriving is cut off', patient, async () => {
  await rawClient(service.url, unfinished(api.key)).isClosed
})

test('a rejected request cannot continue to send its body forever', patient, async () => {
  const client = rawClient(service.url, unfinished('sk_test_nobodysKeyOfThisTest'))
  trickle(client, ' ')
  await client.isClosed
  assert.match(client.said(), /^HTTP\/1\.1 401 /)
})

test('slowly arriving headers and a silent connection are cut off', patient, async () => {
  const silent = rawClient(service.url)
  const slow = rawClient(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n')
  trickle(slow, 'x')
  await Promise.all([silent.isClosed, slow.isClosed])
  assert.equal(
    silent.said(),
    '',
    'a silent connection gets no response, because a later request would take it for its own',
  )
})

test('an idle kept-alive connection is closed', patient, async () => {
  const client = rawClient(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.isClosed
  assert.match(client.said(), /^HTTP\/1\.1 200 /)
})

test('a client that does not read its responses is cut off', patient, async () => {
  const client = rawClient(service.url)
  client.socket.pause()
  // These are more responses than the buffers between client and server can hold.
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
  client.socket.write(request.repeat(100))
  // A client that does not read notices a closed connection only when it writes.
  trickle(client, request)
  await client.isClosed
})

test('a client that does not read is cut off although it sends data that is not HTTP', patient, async () => {
  const client = rawClient(service.url)
  client.socket.pause()
  client.socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  trickle(client, 'G')
  await client.isClosed
})

test('a client that sends empty lines is cut off, with or without unread responses', patient, async () => {
  const unread = rawClient(service.url)
  unread.socket.pause()
  unread.socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  const idle = rawClient(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  for (const client of [unread, idle]) trickle(client, '\r\n')
  await Promise.all([unread.isClosed, idle.isClosed])
  assert.match(idle.said(), /^HTTP\/1\.1 200 /)
})

test('an address can have only the maximum number of connections, and a closed one makes room', patient, async () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const full = await startTestService({ MAX_CONNECTIONS_PER_ADDRESS: '3' })
  const held = Array.from({ length: 3 }, () => rawClient(full.url, ask))
  for (const client of held) await client.hears(/"status":"ok"/)
  const refused = rawClient(full.url, ask)
  await refused.isClosed
  assert.equal(refused.said(), '')
  assert.match(await full.services.metrics.registry.metrics(), /cardwright_connections_refused_total 1/)
  held[0]!.socket.destroy()
  // The service may notice the closed connection a moment later than the test, so a rejected connection tries again.
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
