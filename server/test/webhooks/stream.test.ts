// GET /events/stream: server-sent events, live and resumed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeApiKey } from '../../src/accounts/api-keys.ts'
import { parseId } from '../../src/ids.ts'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, done, inParallel, type Json, openScene, unknownId, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { anotherService } from './another-service.ts'
import { auditLog } from './scene.ts'
import { readStream, type StreamReader } from './stream-reader.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const { url } = service
const deposit = async (api: Api): Promise<Json> =>
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)
const sequences = ({ sent }: StreamReader) => sent.map(({ data }) => data.sequence)
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

function assertRefused(reader: StreamReader, status: number, error: string, param?: string): void {
  assert.deepEqual([reader.status, reader.body.error, reader.body.code], [status, error, status])
  assert.equal(reader.body.request_id, reader.headers['x-request-id'])
  if (param !== undefined) assert.equal(reader.body.param, param)
}

test('the stream returns text/event-stream and starts with the next event', async () => {
  const { api, card } = await openScene(service)
  const reader = await readStream({ url, api })
  assert.equal(reader.status, 200)
  assert.match(reader.headers['content-type']!, /^text\/event-stream/)
  assert.equal(reader.headers['cache-control'], 'no-store')
  assert.match(reader.headers['x-request-id'] as string, /^req_/)
  assert.match(reader.text(), /^retry: \d+\n\n/)
  done(await api.post(`/cards/${card}/freeze`), 200)
  const [sent] = await reader.waitFor(1)
  const event = done(await api.get('/events?per_page=1'), 200).data[0]
  assert.deepEqual(sent, { id: String(event.sequence), event: 'card.frozen', data: event })
  assert.ok(
    reader.text().endsWith(`id: ${event.sequence}\nevent: card.frozen\ndata: ${JSON.stringify(event)}\n\n`),
    reader.text(),
  )
  reader.close()
})

test('after_sequence and Last-Event-ID, as a sequence or an event id, start the stream after that event', async () => {
  const { api } = await openScene(service)
  for (let n = 0; n < 4; n++) await deposit(api)
  const events: Json[] = done(await api.get('/events?order=asc'), 200).data
  const [fourth] = events.slice(3)
  const rows: [string, Parameters<typeof readStream>[1], number][] = [
    ['after_sequence=0', { query: '?after_sequence=0' }, 1],
    ['after_sequence=4', { query: '?after_sequence=4' }, 5],
    ['a sequence', { headers: { 'last-event-id': '4' } }, 5],
    ['an event id', { headers: { 'last-event-id': fourth.id } }, 5],
    ['0', { headers: { 'last-event-id': '0' } }, 1],
    ['both: the header', { query: '?after_sequence=1', headers: { 'last-event-id': '5' } }, 6],
    ['an empty header: the query', { query: '?after_sequence=5', headers: { 'last-event-id': '' } }, 6],
  ]
  for (const [what, opening, first] of rows) {
    const reader = await readStream({ url, api }, opening)
    await reader.waitFor(8 - first)
    assert.deepEqual(sequences(reader), range(first, 8 - first), what)
    reader.close()
  }
})

test('a reader that reconnects repeatedly while events are created sees no gap and no repeat', async () => {
  const { api } = await openScene(service)
  const COUNT = 60
  const writing = inParallel(COUNT, 4, () => deposit(api))
  const seen: number[] = []
  let lastId = '3'
  for (let visit = 0; seen.length < COUNT; visit++) {
    const headers = { 'last-event-id': lastId }
    const reader = await readStream({ url, api }, { headers })
    const sent = await reader.waitFor(Math.min(1 + (visit % 7), COUNT - seen.length))
    reader.close()
    const read = [...sent]
    seen.push(...read.map(({ data }) => data.sequence))
    lastId = visit % 2 === 0 ? read.at(-1)!.id : read.at(-1)!.data.id
  }
  await writing
  assert.deepEqual(seen, range(4, COUNT))
})

test('an invalid Last-Event-ID returns 400 with param Last-Event-ID, and invalid queries return 400', async () => {
  const [{ api }, stranger] = [await openScene(service), await openScene(service)]
  const foreign = done(await stranger.api.get('/events'), 200).data[0].id
  const bad = ['-1', '1.5', 'x', 'evt_', foreign, await unknownId(service, api, 'event'), '1e3', '9'.repeat(30)]
  for (const value of bad) {
    const reader = await readStream({ url, api }, { headers: { 'last-event-id': value } })
    assertRefused(reader, 400, 'invalid_request', 'Last-Event-ID')
  }
  for (const query of ['after_sequence=-1', 'after_sequence=x', 'type=card.created', 'order=asc'])
    assertRefused(await readStream({ url, api }, { query: `?${query}` }), 400, 'invalid_request')
})

test('a missing or wrong key returns 401, and a read-only key may open a stream', async () => {
  const { api, card } = await openScene(service)
  assertRefused(await readStream({ url, api: service.api('sk_test_0000000000000000') }), 401, 'unauthorized')
  const reader = await anotherKey(service, api, { readOnly: true })
  const stream = await readStream({ url, api: reader })
  done(await api.post(`/cards/${card}/freeze`), 200)
  await stream.waitFor(1)
})

test('a stream contains only the events of its own workspace', async () => {
  const [mine, theirs] = [await openScene(service), await openScene(service)]
  const stream = await readStream({ url, api: mine.api })
  await deposit(theirs.api)
  const { id } = await deposit(mine.api)
  const [sent] = await stream.waitFor(1)
  assert.equal(sent!.data.data.id, id)
  assert.equal(stream.sent.length, 1)
})

test('a stream contains the events that another process writes', async () => {
  const { api } = await openScene(service)
  const another = await anotherService(service)
  const stream = await readStream({ url, api })
  await deposit(another.api(api.key))
  await stream.waitFor(1)
  await another.stop()
})

test('the 21st stream of a workspace returns 429 rate_limit_exceeded with retry_after, and closing a stream makes room', async () => {
  const [{ api }, other] = [await openScene(service), await openScene(service)]
  const streams: StreamReader[] = []
  for (let n = 0; n < 20; n++) streams.push(await readStream({ url, api }))
  const key = await anotherKey(service, api)
  for (const each of [api, key]) {
    const refused = await readStream({ url, api: each })
    assertRefused(refused, 429, 'rate_limit_exceeded')
    assert.ok(refused.body.retry_after > 0, `retry_after is ${refused.body.retry_after}`)
    assert.equal(refused.headers['retry-after'], String(refused.body.retry_after))
  }
  assert.equal((await readStream({ url, api: other.api })).status, 200)
  await deposit(api)
  await Promise.all(streams.map((stream) => stream.waitFor(1)))
  streams[3]!.close()
  await until('another stream can be opened', async () => (await readStream({ url, api })).status === 200)
  for (const stream of streams) stream.close()
})

test('at most 20 streams can be opened, also concurrently', async () => {
  const { api } = await openScene(service)
  const streams = await Promise.all(Array.from({ length: 32 }, () => readStream({ url, api })))
  const opened = streams.filter(({ status }) => status === 200)
  for (const stream of opened) stream.close()
  assert.equal(opened.length, 20)
})

test('revoking a key ends its streams and no others', async () => {
  const { api } = await openScene(service)
  const key = await anotherKey(service, api)
  const [kept, ended] = [await readStream({ url, api }), await readStream({ url, api: key })]
  const { actor } = await workspaceOf(service, key)
  await service.services.database.transaction((tx) => revokeApiKey(tx, parseId('key', actor)!.uuid, new Date()))
  await ended.ended
  await deposit(api)
  await kept.waitFor(1)
  assert.equal(ended.sent.length, 0)
})

test('after a reset the stream continues with the events of the new workspace', async () => {
  const { api, card } = await openScene(service)
  const stream = await readStream({ url, api })
  done(await api.post(`/cards/${card}/freeze`), 200)
  await stream.waitFor(1)
  done(await api.post('/sandbox/reset'), 200)
  await deposit(api)
  const [before, after] = await stream.waitFor(2)
  assert.equal(after!.data.sequence, before!.data.sequence + 1)
  assert.equal(after!.event, 'deposit.pending')
})

test('a passcode that a stream shows is recorded in the audit log', async () => {
  const { api, challenge } = await openScene(service)
  const stream = await readStream({ url, api })
  const before = (await auditLog(service, api)).length
  const { id, otp } = await challenge(5)
  const [sent] = await stream.waitFor(1)
  assert.equal(sent!.data.data.otp, otp)
  const [entry] = (await auditLog(service, api)).slice(before)
  assert.deepEqual([entry!.action, entry!.subject], ['3ds.read', id])
  assert.equal(entry!.request_id, stream.headers['x-request-id'])
})
