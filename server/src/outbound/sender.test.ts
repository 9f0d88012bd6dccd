import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { LookupFunction, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { lookupOf, startRawReceiver, startReceiver } from '../../test/outbound/receiver.ts'
import { until } from '../../test/until.ts'
import { checkedConnector } from './connector.ts'
import { exchange } from './exchange.ts'
import { openAgent, openSender, type SenderOptions } from './sender.ts'

const KIB = 1024

function senderFor(t: TestContext, options?: SenderOptions) {
  const sender = openSender(options)
  t.after(() => sender.close())
  return (url: string, body = '{}', headers: Record<string, string> = {}) =>
    sender.post({ url, headers: { 'content-type': 'application/json', ...headers }, body, allowLoopback: true })
}

const answer =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
  }

test('the request is sent as given, and the answer is returned', async (t) => {
  const receiver = await startReceiver(t, answer('thanks', 201, { 'retry-after': '120' }))
  const post = senderFor(t)
  const result = await post(`${receiver.url}/a%20b?c=d#e`, '{"grüße":1}', { 'X-Webhook-Id': 'evt_1' })
  const { durationMs, ...rest } = result
  assert.deepEqual(rest, { status: 201, body: 'thanks', retryAfter: '120', error: null })
  assert.ok(Number.isInteger(durationMs) && durationMs >= 0, `${durationMs} ms`)
  const [request] = receiver.requests
  assert.equal(request!.method, 'POST')
  assert.equal(request!.path, '/hook/a%20b?c=d')
  assert.equal(request!.body, '{"grüße":1}')
  assert.deepEqual(request!.headers, {
    host: `127.0.0.1:${receiver.port}`,
    connection: 'keep-alive',
    'content-type': 'application/json',
    'x-webhook-id': 'evt_1',
    'content-length': '13',
  })
})

test('any status is returned as a result', async (t) => {
  const post = senderFor(t)
  for (const status of [200, 204, 304, 400, 410, 429, 500, 503, 599, 999]) {
    const receiver = await startReceiver(t, answer('', status))
    const { durationMs, ...rest } = await post(receiver.url)
    assert.deepEqual(rest, { status, body: '', retryAfter: null, error: null })
  }
})

test('a redirect is reported but not followed', async (t) => {
  const other = await startReceiver(t, answer('secret'))
  const post = senderFor(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await startReceiver(t, answer('moved', status, { location: other.url }))
    const result = await post(receiver.url)
    assert.deepEqual([result.status, result.body, result.error], [status, 'moved', null])
  }
  assert.equal(other.connections.length, 0)
})

test('consecutive posts share a connection', async (t) => {
  const receiver = await startReceiver(t, answer('x'.repeat(64 * KIB)))
  const post = senderFor(t)
  for (let i = 0; i < 20; i++) assert.equal((await post(receiver.url)).error, null)
  assert.equal(receiver.requests.length, 20)
  assert.equal(receiver.connections.length, 1)
})

test('concurrent posts do not wait for each other', async (t) => {
  const waiting: ServerResponse[] = []
  const receiver = await startReceiver(t, (_, response) => {
    waiting.push(response)
    if (waiting.length === 10) for (const each of waiting) each.end()
  })
  const post = senderFor(t)
  const results = await Promise.all(Array.from({ length: 10 }, () => post(receiver.url)))
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set([200]))
})

test('the first 1 KiB of the answer is kept, in whole characters and without NUL', async (t) => {
  const receiver = await startReceiver(t, answer(`\0${'a'.repeat(1020)}🙂${'b'.repeat(5000)}`))
  const { body } = await senderFor(t)(receiver.url)
  assert.equal(body, `\ufffd${'a'.repeat(1020)}`)
})

test('a compressed answer is neither requested nor decoded', async (t) => {
  const receiver = await startReceiver(t, answer(gzipSync('a'.repeat(10_000)), 200, { 'content-encoding': 'gzip' }))
  const { body, error } = await senderFor(t)(receiver.url)
  assert.equal(error, null)
  assert.ok(!body!.includes('aaa'), body!)
  assert.equal(receiver.requests[0]!.headers['accept-encoding'], undefined)
})

test('an answer of 10 MB is cut off, and its status is kept', async (t) => {
  let isWhole = false
  const receiver = await startReceiver(t, (_, response) => {
    response.on('finish', () => {
      isWhole = true
    })
    response.end('x'.repeat(10_000 * KIB))
  })
  const post = senderFor(t)
  const result = await post(receiver.url)
  assert.deepEqual([result.status, result.error, result.body], [200, 'response too large', 'x'.repeat(KIB)])
  await receiver.closed(1)
  assert.ok(!isWhole, 'the whole answer was sent')
  assert.equal((await post(receiver.url)).status, 200, 'the next post needs its own connection')
  assert.equal(receiver.connections.length, 2)
})

test('an endless answer is cut off', async (t) => {
  const receiver = await startReceiver(t, (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(KIB)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  const result = await senderFor(t)(receiver.url)
  assert.deepEqual([result.status, result.error], [200, 'response too large'])
  await receiver.closed(1)
})

/** Writes the text, then one byte at a time until the client closes the connection. */
const drip = (text: string, byte: string) => (socket: Socket) => {
  socket.write(text)
  const timer = setInterval(() => socket.write(byte), 5)
  socket.on('close', () => clearInterval(timer))
}

test('a receiver that hangs or sends one byte at a time is cut off in time', async (t) => {
  const post = senderFor(t, { timeoutMs: 200 })
  const cases: [(socket: Socket) => void, number | null][] = [
    [() => {}, null],
    [drip('HTTP/1.1 200 ', 'O'), null],
    [drip('HTTP/1.1 200 OK\r\nx: ', 'y'), null],
    [drip('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'y'), 200],
    [drip('HTTP/1.1 200 OK\r\n\r\n', 'y'), 200],
    [drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), null],
  ]
  for (const [talk, status] of cases) {
    const receiver = await startRawReceiver(t, talk)
    const result = await post(receiver.url)
    assert.deepEqual([result.error, result.status], ['timed out after 0.2 s', status])
    assert.ok(result.durationMs < 5000, `${result.durationMs} ms`)
    await receiver.closed(1)
  }
})

test('malformed answers are reported in the result', async (t) => {
  const post = senderFor(t)
  const cases: [string, string, number | null][] = [
    ['', 'connection closed by the receiver', null],
    ['HTTP/1.1 200 OK\r\nx: y\r\n', 'connection closed by the receiver', null],
    ['SSH-2.0-OpenSSH_9.9\r\n', 'malformed response', null],
    ['\0\0\0\0\0\0\0\0', 'malformed response', null],
    ['HTTP/1.1 000 None\r\n\r\n', 'malformed response', null],
    ['HTTP/1.1 20 OK\r\n\r\n', 'malformed response', null],
    ['HTTP/2 200 OK\r\n\r\n', 'malformed response', null],
    ['HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'malformed response', null],
    ['HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n', 'malformed response', null],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 'malformed response', null],
    ['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort', 'connection closed by the receiver', 200],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'malformed response', 200],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17 * KIB)}\r\n\r\n`, 'response header too large', null],
    [`HTTP/1.1 200 OK\r\n${'name: value\r\n'.repeat(2000)}\r\n`, 'response header too large', null],
  ]
  for (const [text, error, status] of cases) {
    const receiver = await startRawReceiver(t, (socket) => socket.end(text))
    const result = await post(receiver.url)
    assert.deepEqual([result.error, result.status], [error, status], JSON.stringify(text.slice(0, 60)))
  }
})

test('unusual but complete answers are accepted', async (t) => {
  const post = senderFor(t)
  const cases: [string, number, string][] = [
    ['HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', 200, 'ok'],
    ['HTTP/1.0 200 OK\r\n\r\nuntil the end', 200, 'until the end'],
    ['HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', 200, ''],
    ['HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello', 204, ''],
    ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 Smuggled\r\n\r\n', 200, 'ok'],
  ]
  for (const [text, status, body] of cases) {
    const receiver = await startRawReceiver(t, (socket) => socket.end(text))
    const result = await post(receiver.url)
    assert.deepEqual([result.status, result.body, result.error], [status, body, null])
  }
})

test('an overlong Retry-After header is dropped', async (t) => {
  const post = senderFor(t)
  for (const [value, kept] of [
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['9'.repeat(65), null],
  ] as const) {
    const receiver = await startReceiver(t, answer('', 503, { 'retry-after': value }))
    assert.equal((await post(receiver.url)).retryAfter, kept)
  }
})

test('a closed port, an unknown host and a reset connection are reported in the result', async (t) => {
  const receiver = await startReceiver(t, answer(''))
  await receiver.stop()
  assert.equal((await senderFor(t)(receiver.url)).error, 'connection refused')
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  const noName = senderFor(t, { lookup: (_, __, callback) => callback(unknown, []) })
  assert.equal((await noName('https://receiver.example/')).error, 'host not found')
  assert.equal((await senderFor(t, { lookup: lookupOf([]) })('https://receiver.example/')).error, 'host not found')
  const cutting = await startRawReceiver(t, (socket) => socket.resetAndDestroy())
  assert.equal((await senderFor(t)(cutting.url)).error, 'connection closed by the receiver')
})

test('a resolver that never answers or throws is reported in the result', async (t) => {
  const silent = senderFor(t, { lookup: () => {}, timeoutMs: 100 })
  assert.equal((await silent('https://receiver.example/')).error, 'timed out after 0.1 s')
  const broken = senderFor(t, {
    lookup: () => {
      throw new Error('broken at 10.0.0.53')
    },
  })
  assert.equal((await broken('https://receiver.example/')).error, 'request failed')
})

test('a header that cannot be written is reported in the result', async (t) => {
  const receiver = await startReceiver(t, answer(''))
  const result = await senderFor(t)(receiver.url, '{}', { 'x-bad': 'a\r\nx-injected: 1' })
  assert.equal(result.error, 'request could not be written')
  assert.equal(receiver.requests.length, 0)
})

test('close cancels the posts in progress and rejects later ones', async (t) => {
  const receiver = await startReceiver(t, () => receiver.emit('waiting'))
  const sender = openSender()
  const post = () => sender.post({ url: receiver.url, headers: {}, body: '', allowLoopback: true })
  const waiting = once(receiver, 'waiting')
  const underWay = post()
  await waiting
  const closed = sender.close()
  assert.equal((await post()).error, 'sender is closed')
  const { status, error } = await underWay
  assert.equal(status, null)
  assert.notEqual(error, null)
  await Promise.all([closed, sender.close(), receiver.closed(1)])
  assert.equal(receiver.requests.length, 1)
})

/** Opens only undici's agent, which connects wherever the resolver says. */
function agentFor(t: TestContext, lookup: LookupFunction, timeoutMs: number) {
  const agent = openAgent(checkedConnector({ isPermitted: () => true, timeoutMs, lookup }))
  t.after(() => agent.destroy())
  const send = (url: string, body = '{}', limitMs = 20_000) =>
    exchange(agent, { url: new URL(url), headers: {}, body, timeoutMs: limitMs })
  return { agent, send }
}

const hundred = <T>(make: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 100 }, (_, i) => make(i)))

test('a post that times out while its connection is being made is never sent', async (t) => {
  const receiver = await startReceiver(t, answer('ok'))
  const resolver = lookupOf(['127.0.0.1'])
  const released = Promise.withResolvers<void>()
  const slow: LookupFunction = (...question) => void released.promise.then(() => resolver(...question))
  const { agent, send } = agentFor(t, slow, 20_000)
  const url = `http://slow.example:${receiver.port}`
  assert.equal((await send(url, 'too late', 50)).error, 'timed out after 0.05 s')
  const connected = once(agent, 'connect')
  released.resolve()
  await connected
  assert.equal((await send(url, 'in time')).status, 200)
  assert.deepEqual(
    receiver.requests.map(({ body }) => body),
    ['in time'],
  )
})

test('idle origins leave no connections in the agent', async (t) => {
  const receiver = await startReceiver(t, answer('ok'))
  const { agent, send } = agentFor(t, lookupOf(['127.0.0.1']), 20_000)
  const results = await hundred((i) => send(`http://alive-${i}.example:${receiver.port}`))
  assert.deepEqual(new Set(results.map(({ error }) => error)), new Set([null]))
  receiver.drop()
  await until('no connection is left', () => Object.keys(agent.stats).length === 0)
})

test('unreachable origins leave no connections in the agent', async (t) => {
  const dead = await startReceiver(t, answer(''))
  await dead.stop()
  const refusing = agentFor(t, lookupOf(['127.0.0.1']), 20_000)
  const refused = await hundred((i) => refusing.send(`http://dead-${i}.example:${dead.port}`))
  assert.deepEqual(new Set(refused.map(({ error }) => error)), new Set(['connection refused']))
  const silent = agentFor(t, () => {}, 50)
  const late = await hundred((i) => silent.send(`http://silent-${i}.example`))
  assert.deepEqual(new Set(late.map(({ error }) => error)), new Set(['connection timed out']))
  assert.deepEqual([refusing.agent.stats, silent.agent.stats], [{}, {}])
})
