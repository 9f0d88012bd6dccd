// A request that another site makes a browser send must have no effect, whatever the browser adds to it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, browserOf, join, PASSWORD } from '../people.ts'

const service = await startTestService()
const key = await service.fundedWorkspace()
const owner = await join(service, await accountOf(service, key.key), 'owner')
const card = { bin_id: 'bin_visa_us_prepaid_1', amount: 10 }
const itself = service.url

const forged: [string, Record<string, string>][] = [
  ['from another site', { origin: 'https://evil.example' }],
  ['from another port', { origin: 'http://127.0.0.1:1' }],
  ['with another scheme', { origin: itself.replace('http:', 'https:') }],
  ['from a sandboxed frame', { origin: 'null' }],
  ['without an origin', { origin: '' }],
  ['marked as cross-site', { origin: itself, 'sec-fetch-site': 'cross-site' }],
  ['from another site with a forwarded host', { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }],
]

for (const [how, headers] of forged) {
  test(`a write with a session cookie ${how} is rejected`, async () => {
    for (const path of ['/v1/cards', '/dashboard/keys', '/dashboard/team/invitations']) {
      const { status, body } = await owner.post(path, card, headers)
      assert.deepEqual([status, body.error], [403, 'forbidden'], path)
    }
    assert.equal((await owner.patch('/dashboard/account', { name: 'Stolen' }, headers)).status, 403)
  })

  test(`a sign-in, a sign-out and a link ${how} are rejected`, async () => {
    const credentials = { email: owner.email, password: PASSWORD }
    for (const path of ['/dashboard/auth/sign-in/email', '/dashboard/auth/sign-out', '/dashboard/links/accept']) {
      const { status, body, headers: answered } = await browserOf(service.url).post(path, credentials, headers)
      assert.deepEqual([status, body.error], [403, 'forbidden'], path)
      assert.equal(answered.get('set-cookie'), null)
    }
  })
}

test('rejected forged requests change nothing', async () => {
  assert.equal((await owner.get('/v1/cards')).body.pagination.total, 0)
  assert.equal((await owner.get('/dashboard/keys')).body.data.length, 1)
  assert.equal((await owner.get('/dashboard/account')).body.name, 'Test')
  assert.equal((await owner.get('/dashboard/session')).status, 200)
})

test('a page of the dashboard can write, also if it shares a site with other pages', async () => {
  for (const site of ['same-origin', 'same-site', 'none'])
    assert.equal((await owner.post('/v1/cards', card, { 'sec-fetch-site': site })).status, 201)
})

test('a request with a session cookie must name the environment', async () => {
  const { status, body } = await owner.post('/v1/cards', card, { 'x-cardwright-environment': '' })
  assert.deepEqual([status, body.param], [400, 'X-Cardwright-Environment'])
})

test('no other site may read responses or send custom headers', async () => {
  const preflight = await fetch(`${service.url}/v1/cards`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-cardwright-environment',
    },
  })
  const plain = await owner.get('/v1/cards', { origin: 'https://evil.example' })
  for (const headers of [preflight.headers, plain.headers])
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control-')),
      [],
    )
})

test('a request with an API key needs no Origin, because browsers do not send keys automatically', async () => {
  assert.equal((await key.post('/cards', card, { origin: 'https://evil.example' })).status, 201)
})

test('with a public URL only its origin is accepted, and the cookie is for https only', async () => {
  const proxied = await startTestService({ CARDWRIGHT_PUBLIC_URL: 'https://cards.example' })
  const { key } = await proxied.workspace()
  const person = await join(proxied, await accountOf(proxied, key), 'owner')
  assert.deepEqual([...person.cookies.keys()], ['__Host-cardwright.session_token'])
  assert.equal((await person.post('/dashboard/keys', { name: 'x' })).status, 201)
  const { body } = await person.post('/dashboard/team/invitations', { email: 'a@example.com', role: 'viewer' })
  assert.match(body.link, /^https:\/\/cards\.example\/join#[\w-]{43}$/)
  const refused = await person.post('/dashboard/keys', { name: 'x' }, { origin: proxied.url })
  assert.deepEqual([refused.status, refused.body.error], [403, 'forbidden'])
  assert.match(refused.body.message, /https:\/\/cards\.example/)
})

test('over https the session cookie is bound to the host, and cookies with other names are ignored', async () => {
  const secure = await startTestService({ CARDWRIGHT_PUBLIC_URL: 'https://cards.example' })
  const person = await join(secure, await accountOf(secure, (await secure.workspace()).key), 'owner')
  const signedIn = await browserOf(secure.url, '', 'https://cards.example').post('/dashboard/auth/sign-in/email', {
    email: person.email,
    password: PASSWORD,
  })
  const [line] = signedIn.headers.getSetCookie()
  const [pair, ...attributes] = line!.split('; ')
  assert.match(pair!, /^__Host-cardwright\.session_token=/)
  // A browser accepts the prefix only with Secure, with the path / and without a domain.
  assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict', 'Secure'])
  const value = pair!.slice(pair!.indexOf('=') + 1)
  const withCookie = async (name: string) => {
    const answer = await fetch(`${secure.url}/dashboard/session`, { headers: { cookie: `${name}=${value}` } })
    await answer.arrayBuffer()
    return answer.status
  }
  assert.equal(await withCookie('__Host-cardwright.session_token'), 200)
  for (const other of ['cardwright.session_token', '__Secure-cardwright.session_token'])
    assert.equal(await withCookie(other), 401, other)
  const signedOut = await person.post('/dashboard/auth/sign-out', {})
  assert.match(signedOut.headers.getSetCookie().join('\n'), /^__Host-cardwright\.session_token=;.*Max-Age=0/m)
})

test('over http the session cookie has its plain name, and one with the __Host- prefix is ignored', async () => {
  const [[name, value]] = [...owner.cookies] as [[string, string]]
  assert.equal(name, 'cardwright.session_token')
  for (const [given, status] of [
    [name, 200],
    [`__Host-${name}`, 401],
  ] as const) {
    const answer = await fetch(`${service.url}/dashboard/session`, { headers: { cookie: `${given}=${value}` } })
    await answer.arrayBuffer()
    assert.equal(answer.status, status, given)
  }
})
