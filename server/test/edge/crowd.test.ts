// Hundreds of concurrent clients that send slowly, send nothing or read nothing: the time limits disconnect each of
// them, and none of them delays a stop by signal.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestService } from '../harness.ts'
import { KEY, ServiceProcess } from '../money/service-process.ts'
import { until } from '../until.ts'
import { type RawClient, rawClient, unfinished } from './raw-client.ts'

const STALLED = 300
const DRIPPING = 200
const UNREAD = 100
const KEPT_ALIVE = 20
const DRIP_MS = 500
/**
 * The service answers late-comers for 5 s after the signal, and then ends within 2 s. On a busy machine both take longer, but a
 * service that waits for the crowd would take the 60 s of REQUEST_TIMEOUT_SECONDS.
 */
const SOON_MS = 20_000
const patient = { timeout: 400_000 }

const read = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n\r\n`

type Crowd = { stalled: RawClient[]; dripping: RawClient[]; unread: RawClient[] }

function many(count: number, url: string, first: string): RawClient[] {
  return Array.from({ length: count }, () => rawClient(url, first))
}

/**
 * Starts all of them. A client that does not read notices a closed connection only when it writes, so those keep
 * sending empty lines.
 */
function gather(url: string, key: string): Crowd {
  const stalled = many(STALLED, url, unfinished(key))
  const dripping = many(DRIPPING, url, unfinished(key))
  // 13 MB of responses are more than the buffers between client and server can hold.
  const unread = many(UNREAD, url, read.repeat(20))
  for (const { socket } of unread) socket.pause()
  const drip = setInterval(() => {
    for (const { socket } of dripping) if (socket.writable) socket.write(' ')
    for (const { socket } of unread) if (socket.writable) socket.write('\r\n')
  }, DRIP_MS)
  after(() => clearInterval(drip))
  return { stalled, dripping, unread }
}

test('the time limits disconnect each slow client of a crowd while others are served', patient, async (t) => {
  const service = await startTestService({ REQUEST_TIMEOUT_SECONDS: '4', IDLE_TIMEOUT_SECONDS: '3' })
  const api = await service.fundedWorkspace()
  const startedAt = performance.now()
  const { stalled, dripping, unread } = gather(service.url, api.key)
  assert.equal((await api.get('/bins')).status, 200)
  for (const [name, clients] of Object.entries({ stalled, dripping, unread })) {
    await Promise.all(clients.map(({ isClosed }) => isClosed))
    t.diagnostic(`${clients.length} ${name} clients were cut off after ${Math.round(performance.now() - startedAt)} ms`)
  }
  for (const client of dripping) assert.match(client.said(), /^HTTP\/1\.1 400 .*The request took too long to arrive\./s)
  assert.equal((await api.get('/cards')).body.pagination.total, 0)
})

test(
  'a crowd of slow clients does not delay a stop by signal, and requests after it are answered',
  patient,
  async (t) => {
    const service = new ServiceProcess({ env: { SHUTDOWN_LINGER_SECONDS: '5', REQUEST_TIMEOUT_SECONDS: '60' } })
    after(() => service.remove())
    await service.start()
    const kept = many(KEPT_ALIVE, service.url, ask('/v1/bins'))
    for (const client of kept) await client.hears(/"data":/)
    const { stalled, dripping } = gather(service.url, KEY)
    // The crowd has been accepted once another request was answered.
    const last = rawClient(service.url, ask('/v1/bins'))
    await last.hears(/"data":/)
    last.socket.destroy()
    assert.ok(
      [...stalled, ...dripping].every(({ socket }) => socket.readyState === 'open'),
      'the service has closed a connection of the crowd',
    )

    const signalledAt = performance.now()
    const isStopped = service.stop()
    await until('the service has received the signal', () => service.lastWords.includes('finishing what is in flight'))
    for (const { socket } of kept) socket.write(ask('/v1/wallet/balance'))
    for (const client of kept) {
      await client.hears(/HTTP\/1\.1 200 .*Connection: close\r\n.*"balance":/is)
      await client.isClosed
    }
    await isStopped
    const took = performance.now() - signalledAt
    t.diagnostic(`the process ended ${Math.round(took)} ms after the signal`)
    assert.ok(took < SOON_MS, `${took} ms`)
  },
)
