// The client chooses `Host` and, behind a proxy, `X-Forwarded-Host`. They decide only which origin a page must have.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { isHost } from '../../src/http/same-origin.ts'
import { rawClient } from '../edge/raw-client.ts'
import { startTestService, type TestService } from '../harness.ts'
import { accountOf, actionsOf, browserOf, join, PASSWORD } from '../people.ts'

const direct = await startTestService()
const proxied = await startTestService({ TRUST_PROXY: 'true' })
const owner = await join(direct, await accountOf(direct, (await direct.workspace()).key), 'owner')

/** Uses a raw socket, because `fetch` would not send such headers. */
function send(service: TestService, path: string, headers: Record<string, string>, body?: unknown): Promise<string> {
  const { hostname, port } = new URL(service.url)
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
  })
}

function statusOf(answer: string): number {
  return Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3))
}

const strange = [
  'a b',
  'h/dashboard/auth/sign-in/email?',
  'h/dashboard/auth/sign-in/email#',
  'h?x',
  'h#x',
  'user@h',
  'h\\x',
  'h:port',
  'h:99999',
  '[::1',
  '::1',
  '[zz]',
  'h,i',
  '%2e',
  '.h',
  '-h',
  '256.256.256.256',
]

test('a host is a name or an address with an optional port', () => {
  const good = [
    'h',
    'localhost',
    'localhost:8080',
    'cards.example',
    'CARDS.example.',
    'a_b',
    '127.0.0.1:1',
    'xn--bcher-kva',
  ]
  for (const host of [...good, '[::1]', '[::1]:8080', '[2001:db8::1]:443']) assert.equal(isHost(host), true, host)
  for (const host of strange) assert.equal(isHost(host), false, host)
})

for (const host of strange) {
  test(`the invalid host ${host} is rejected on every path in the error shape of the API`, async () => {
    for (const path of ['/v1/cards', '/dashboard/session', '/healthz', '/', '/docs', '/nothing']) {
      const answer = await send(direct, path, { Host: host })
      assert.equal(statusOf(answer), 400, path)
      const { error, code, param, request_id } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
      assert.deepEqual([error, code, param], ['invalid_request', 400, 'Host'])
      assert.match(request_id, /^req_/)
    }
    const forwarded = await send(proxied, '/v1/cards', { Host: 'h', 'X-Forwarded-Host': host.replace(',', '/') })
    assert.equal(statusOf(forwarded), 400)
  })
}

test('no host, path or query can turn a sign-out into a sign-in', async () => {
  const credentials = { email: owner.email, password: PASSWORD }
  const before = await actionsOf(owner)
  const attempts: [TestService, string, Record<string, string>][] = [
    [direct, '/dashboard/auth/sign-out', { Host: 'h/dashboard/auth/sign-in/email?' }],
    [direct, '/dashboard/auth/sign-out?/../sign-in/email', { Host: 'h' }],
    [
      direct,
      'http://h/dashboard/auth/sign-in/email?/dashboard/auth/sign-out',
      { Host: 'h/dashboard/auth/sign-in/email?' },
    ],
    [proxied, '/dashboard/auth/sign-out', { Host: 'h', 'X-Forwarded-Host': 'h/dashboard/auth/sign-in/email?' }],
  ]
  for (const [service, path, headers] of attempts) {
    const answer = await send(
      service,
      path,
      { ...headers, Origin: `http://${headers['X-Forwarded-Host'] ?? headers.Host}` },
      credentials,
    )
    assert.equal(statusOf(answer), 400, path)
    assert.doesNotMatch(answer, /set-cookie: [^;]*session_token=[^;]/i)
  }
  assert.deepEqual(await actionsOf(owner), before)
})

test('pages on any valid host can sign in, including an IPv6 address', async () => {
  for (const host of ['localhost:1234', 'cards.internal', '[::1]:8080']) {
    const headers = { Host: host, Origin: `http://${host}` }
    const answer = await send(direct, '/dashboard/auth/sign-in/email', headers, {
      email: owner.email,
      password: PASSWORD,
    })
    assert.equal(statusOf(answer), 200, host)
  }
  const elsewhere = { Host: 'cards.internal', Origin: 'http://evil.example' }
  const refused = await send(direct, '/dashboard/auth/sign-in/email', elsewhere, {
    email: owner.email,
    password: PASSWORD,
  })
  assert.equal(statusOf(refused), 403)
})

test('an unknown field of the sign-in is rejected', async () => {
  const { status, body } = await browserOf(direct.url).post('/dashboard/auth/sign-in/email', {
    email: owner.email,
    password: PASSWORD,
    callbackURL: 'https://evil.example',
  })
  assert.deepEqual([status, body.error, body.param], [400, 'invalid_request', 'callbackURL'])
})

test('a request with two Host headers is rejected on every path, even if they are equal', async () => {
  const { hostname, port } = new URL(direct.url)
  const own = `${hostname}:${port}`
  for (const path of ['/', '/v1/cards', '/dashboard/session', '/healthz', '/v1/unknown'])
    for (const hosts of [
      [own, 'evil.example'],
      ['evil.example', own],
      [own, own],
    ]) {
      const client = rawClient(
        direct.url,
        `GET ${path} HTTP/1.1\r\nHost: ${hosts[0]}\r\nhOST: ${hosts[1]}\r\nConnection: close\r\n\r\n`,
      )
      await client.isClosed
      assert.equal(statusOf(client.said()), 400, `${path} ${hosts.join(' and ')}`)
      const body = JSON.parse(client.said().slice(client.said().indexOf('\r\n\r\n')))
      assert.deepEqual([body.error, body.param], ['invalid_request', 'Host'])
    }
})
