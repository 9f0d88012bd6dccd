// Event streams with a slow or blocked reader, and the end of the streams when the service stops.

import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { done, type Json, openScene } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { anotherService } from './another-service.ts'
import { fillEvents } from './scene.ts'
import { readStream } from './stream-reader.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const deposit = async (api: Api): Promise<Json> =>
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
const BIG = 150
const BYTES = 100_000

/** Inserts 15 MB of events, more than all buffers between two sockets hold. */
const fill = (api: Api) => fillEvents(service, api, BIG, BYTES)

/** Requests all events and reads nothing. */
async function stuckReader(url: string, api: Api): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  after(() => socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const head = `GET /v1/events/stream?after_sequence=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\n\r\n`
  await new Promise<void>((resolve) => socket.write(head, () => resolve()))
  // The full buffers cannot be observed from outside. Another stream that has read everything gives them the time to
  // fill.
  const other = await readStream({ url, api }, { query: '?after_sequence=0' })
  await other.waitFor(BIG)
  other.close()
  return socket
}

test('a slow reader does not delay another reader and misses no event when it continues', async () => {
  const { api } = await openScene(service)
  await fill(api)
  const slow = await stuckReader(service.url, api)
  const quick = await readStream({ url: service.url, api })
  for (let n = 1; n <= 5; n++) {
    const { id } = await deposit(api)
    const sent = await quick.waitFor(n)
    assert.equal(sent[n - 1]!.data.data.id, id)
  }
  const last = quick.sent.at(-1)!.data.sequence
  let text = ''
  slow.setEncoding('utf8')
  slow.on('data', (chunk: string) => {
    text += chunk.replace(/x{50,}/g, '')
  })
  slow.resume()
  await until('the last event has arrived', async () => text.includes(`"sequence":${last},`))
  const ids = [...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id))
  assert.deepEqual(
    ids,
    Array.from({ length: last }, (_, index) => index + 1),
  )
  slow.destroy()
})

test('waiting for a slow reader leaves no event listeners behind', async () => {
  const { api } = await openScene(service)
  await fill(api)
  const warnings: Error[] = []
  const hear = (warning: Error) => warnings.push(warning)
  process.on('warning', hear)
  const slow = await stuckReader(service.url, api)
  slow.resume()
  await until('all events have arrived', async () => slow.bytesRead > BIG * BYTES)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', hear)
  slow.destroy()
  assert.deepEqual(
    warnings.map(({ message }) => message),
    [],
  )
})

test('stopping the service ends its streams immediately', async () => {
  const { api } = await openScene(service)
  const another = await anotherService(service)
  const streams = await Promise.all(Array.from({ length: 5 }, () => readStream({ url: another.url, api })))
  await deposit(another.api(api.key))
  await Promise.all(streams.map((stream) => stream.waitFor(1)))
  const startedAt = performance.now()
  await another.closeApp()
  await Promise.all(streams.map(({ ended }) => ended))
  // A busy machine is late, but a stream that is not ended would never end.
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs < 20_000, `the streams ended after ${tookMs} ms`)
})

test('a blocked reader does not prevent the service from stopping', async () => {
  const { api } = await openScene(service)
  await fill(api)
  const another = await anotherService(service)
  const stuck = await stuckReader(another.url, api)
  const LIMIT_MS = 20_000 // it would be kept for ever
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), LIMIT_MS)
  })
  const outcome = await Promise.race([another.closeApp().then(() => 'stopped' as const), late])
  clearTimeout(timer)
  assert.equal(stuck.bytesRead, 0)
  stuck.destroy()
  assert.equal(outcome, 'stopped', `the service had not stopped after ${LIMIT_MS / 1000} s`)
})

test('a stopping service accepts no new readers, because a reader that reconnects would prevent it from stopping', async () => {
  const { api } = await openScene(service)
  const another = await anotherService(service)
  another.services.streams.close()
  const answer = await another.api(api.key).get('/events/stream')
  assert.deepEqual([answer.status, answer.body.error], [503, 'service_unavailable'])
  await another.closeApp()
})
