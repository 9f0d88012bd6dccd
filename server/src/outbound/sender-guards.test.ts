// Attacks: host names that change their address, certificates of other hosts, and permissions of another connection.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { makeCertificate } from './certificate-for-tests.ts'
import { checkedConnector } from './connector.ts'
import { exchange } from './exchange.ts'
import { lookupOf, startRawReceiver, startReceiver } from './receiver-for-tests.ts'
import { openAgent, openSender, type SenderOptions } from './sender.ts'
import { resolvesToPrivate, webhookUrlFault } from './webhook-url.ts'

const PUBLIC = '93.184.216.34'
const HOST = 'receiver.example'
const certificate = makeCertificate(HOST)

function senderFor(t: TestContext, options: SenderOptions) {
  const sender = openSender({ timeoutMs: 10_000, ...options })
  t.after(() => sender.close())
  return (url: string, allowLoopback = false) => sender.post({ url, headers: {}, body: '{}', allowLoopback })
}

/** Treats loopback, where the test's receivers are, as public. */
const reachable = (addresses = ['127.0.0.1']): SenderOptions => ({
  lookup: lookupOf(addresses),
  isPublic: (address) => address === '127.0.0.1',
})

test('a name that was public at registration and is loopback at the attempt is refused', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end(), certificate)
  const lookup = lookupOf([PUBLIC], ['127.0.0.1'])
  const url = `https://${HOST}:${receiver.port}/`
  assert.equal(webhookUrlFault(url, { allowLoopback: false }), undefined)
  assert.equal(await resolvesToPrivate(HOST, lookup), false)
  for (const allowLoopback of [false, true]) {
    const result = await senderFor(t, { lookup, ca: certificate.cert })(url, allowLoopback)
    assert.deepEqual([result.status, result.error], [null, 'address is not public'])
  }
  assert.deepEqual(lookup.asked, [HOST, HOST, HOST])
  assert.equal(receiver.connections.length, 0)
})

test('one address that is not public spoils the answer, wherever it stands and however it is written', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end(), certificate)
  const answers = [
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
    [PUBLIC, '2606:4700::1', '::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['169.254.169.254'],
    ['fe80::1%lo'],
    ['0.0.0.0'],
    ['::'],
  ]
  for (const answer of answers) {
    const post = senderFor(t, { lookup: lookupOf(answer), ca: certificate.cert })
    const result = await post(`https://${HOST}:${receiver.port}/`)
    assert.equal(result.error, 'address is not public', answer.join())
  }
  assert.equal(receiver.connections.length, 0)
})

test('the address that was really reached is checked before a byte is sent', async (t) => {
  const receiver = await startRawReceiver(t, () => assert.fail('something was sent'))
  const checked: string[] = []
  // Permits the address when the resolver returns it, and refuses it on the socket, as if the connection had gone
  // elsewhere.
  const isPublic = (address: string) => checked.push(address) === 1
  const result = await senderFor(t, { lookup: lookupOf(['127.0.0.1']), isPublic })(`https://${HOST}:${receiver.port}/`)
  assert.equal(result.error, 'address is not public')
  assert.deepEqual(checked, ['127.0.0.1', '127.0.0.1'])
  await receiver.closed(1)
  assert.equal(receiver.connections[0]!.bytesRead, 0, 'not even a TLS greeting')
})

test('the URL is checked again at every attempt', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end())
  const post = senderFor(t, {})
  const local = `http://127.0.0.1:${receiver.port}/`
  assert.equal((await post(local, true)).status, 200)
  assert.equal((await post(local, false)).error, 'URL refused: The URL must begin with https://.')
  for (const url of [
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://u:hunter2@a.example/',
    '?',
  ]) {
    const { error, status } = await post(url, true)
    assert.match(error!, /^URL refused: The /)
    assert.doesNotMatch(error!, /hunter2/)
    assert.equal(status, null)
  }
  assert.equal(receiver.requests.length, 1)
})

test('localhost is permitted where it is loopback, not where a resolver says otherwise', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end())
  const url = `http://localhost:${receiver.port}/`
  assert.equal((await senderFor(t, { lookup: lookupOf(['127.0.0.1']) })(url, true)).status, 200)
  assert.equal((await senderFor(t, { lookup: lookupOf(['::1', '127.0.0.1']) })(url, true)).status, 200)
  for (const address of [PUBLIC, '10.0.0.1', '169.254.169.254', '127.0.0.2'])
    assert.equal((await senderFor(t, { lookup: lookupOf([address]) })(url, true)).error, 'address is not public')
})

test('a certificate nobody vouches for is refused, and accepted from its own authority', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end('ok'), certificate)
  const url = `https://${HOST}:${receiver.port}/`
  const stranger = await senderFor(t, reachable())(url)
  assert.deepEqual([stranger.status, stranger.error], [null, 'TLS: certificate not trusted'])
  await receiver.closed(1)
  assert.equal(receiver.requests.length, 0)
  const result = await senderFor(t, { ...reachable(), ca: certificate.cert })(url)
  assert.deepEqual([result.status, result.body, result.error], [200, 'ok', null])
})

test('NODE_TLS_REJECT_UNAUTHORIZED does not switch the check off', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end(), certificate)
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.after(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  const result = await senderFor(t, reachable())(`https://${HOST}:${receiver.port}/`)
  assert.equal(result.error, 'TLS: certificate not trusted')
})

test('a certificate for another host, or an old one, is refused', async (t) => {
  const cases = [
    [makeCertificate('somebody-else.example'), 'TLS: certificate is for another host'],
    [makeCertificate(HOST, new Date(Date.now() - 60_000)), 'TLS: certificate expired'],
  ] as const
  for (const [wrong, error] of cases) {
    const receiver = await startReceiver(t, (_, response) => response.end(), wrong)
    const result = await senderFor(t, { ...reachable(), ca: wrong.cert })(`https://${HOST}:${receiver.port}/`)
    assert.equal(result.error, error)
    await receiver.closed(1)
    assert.equal(receiver.requests.length, 0)
  }
})

test('an address needs a certificate for that address, and one for localhost is none', async (t) => {
  // The rule is for public addresses. A test can only serve on loopback, so it uses undici's agent without the sender.
  const cases = [
    [makeCertificate('127.0.0.1'), null],
    [makeCertificate('localhost'), 'TLS: certificate is for another host'],
    [certificate, 'TLS: certificate is for another host'],
  ] as const
  for (const [each, error] of cases) {
    const receiver = await startReceiver(t, (_, response) => response.end(), each)
    const agent = openAgent(checkedConnector({ isPermitted: () => true, timeoutMs: 10_000, ca: each.cert }))
    t.after(() => agent.destroy())
    const url = new URL(`https://127.0.0.1:${receiver.port}/`)
    assert.equal((await exchange(agent, { url, headers: {}, body: '', timeoutMs: 10_000 })).error, error)
  }
})

test('over TLS: HTTP/1.1, the host by name, one connection for many posts', async (t) => {
  const seen: unknown[] = []
  const receiver = await startReceiver(
    t,
    (request, response) => {
      const { servername, alpnProtocol } = request.socket as TLSSocket
      seen.push([servername, alpnProtocol, request.httpVersion, request.headers.host])
      response.end('ok')
    },
    certificate,
  )
  const post = senderFor(t, { ...reachable(), ca: certificate.cert })
  for (let i = 0; i < 5; i++) assert.equal((await post(`https://${HOST}:${receiver.port}/${i}`)).status, 200)
  assert.deepEqual(seen, new Array(5).fill([HOST, 'http/1.1', '1.1', `${HOST}:${receiver.port}`]))
  assert.equal(receiver.connections.length, 1)
})

test('a receiver without TLS, or that stops in the middle of it, is a result', async (t) => {
  const cases = [
    [await startRawReceiver(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')), 'TLS: handshake failed'],
    [await startRawReceiver(t, (socket) => socket.end()), 'connection closed by the receiver'],
    [await startRawReceiver(t, (socket) => socket.resetAndDestroy()), 'connection closed by the receiver'],
  ] as const
  for (const [receiver, error] of cases)
    assert.equal((await senderFor(t, reachable())(`https://${HOST}:${receiver.port}/`)).error, error)
})

test('a TLS handshake that never ends is cut off, and its connection closed', async (t) => {
  const receiver = await startRawReceiver(t, () => {})
  const result = await senderFor(t, { ...reachable(), timeoutMs: 200 })(`https://${HOST}:${receiver.port}/`)
  assert.equal(result.error, 'timed out after 0.2 s')
  await receiver.closed(1)
})

test('a redirect from a public receiver to loopback is not followed', async (t) => {
  const inside = await startReceiver(t, (_, response) => response.end('secret'))
  const receiver = await startReceiver(
    t,
    (_, response) => response.writeHead(302, { location: inside.url }).end(),
    certificate,
  )
  const post = senderFor(t, { ...reachable(), ca: certificate.cert })
  const result = await post(`https://${HOST}:${receiver.port}/`, true)
  assert.deepEqual([result.status, result.body, result.error], [302, '', null])
  assert.equal(inside.connections.length, 0)
})
