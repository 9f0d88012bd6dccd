// A request that another site makes a browser send must do nothing, whatever the browser adds to it.

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
  ['by another scheme', { origin: itself.replace('http:', 'https:') }],
  ['from a sandboxed frame', { origin: 'null' }],
  ['without an origin', { origin: '' }],
  ['cross-site by its own account', { origin: itself, 'sec-fetch-site': 'cross-site' }],
  [
    'from another site, which forwards its host',
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ],
]

for (const [how, headers] of forged) {
  test(`a write by cookie ${how} is refused`, async () => {
    for (const path of ['/v1/cards', '/dashboard/keys', '/dashboard/team/invitations']) {
      const { status, body } = await owner.post(path, card, headers)
      assert.deepEqual([status, body.error], [403, 'forbidden'], path)
    }
    assert.equal((await owner.patch('/dashboard/account', { name: 'Stolen' }, headers)).status, 403)
  })

  test(`a sign-in, a sign-out and a link ${how} are refused`, async () => {
    const credentials = { email: owner.email, password: PASSWORD }
    for (const path of ['/dashboard/auth/sign-in/email', '/dashboard/auth/sign-out', '/dashboard/links/accept']) {
      const { status, body, headers: answered } = await browserOf(service.url).post(path, credentials, headers)
      assert.deepEqual([status, body.error], [403, 'forbidden'], path)
      assert.equal(answered.get('set-cookie'), null)
    }
  })
}

test('none of it has left a trace', async () => {
  assert.equal((await owner.get('/v1/cards')).body.pagination.total, 0)
  assert.equal((await owner.get('/dashboard/keys')).body.data.length, 1)
  assert.equal((await owner.get('/dashboard/account')).body.name, 'Test')
  assert.equal((await owner.get('/dashboard/session')).status, 200)
})

test('a page of ours may write, also beside other sites of the same owner', async () => {
  for (const site of ['same-origin', 'same-site', 'none'])
    assert.equal((await owner.post('/v1/cards', card, { 'sec-fetch-site': site })).status, 201)
})

test('the header that names the environment cannot be left out', async () => {
  const { status, body } = await owner.post('/v1/cards', card, { 'x-cardwright-environment': '' })
  assert.deepEqual([status, body.param], [400, 'X-Cardwright-Environment'])
})

test('no other site is ever granted to read or to send headers', async () => {
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

test('a key needs no origin: no browser sends it by itself', async () => {
  assert.equal((await key.post('/cards', card, { origin: 'https://evil.example' })).status, 201)
})

test('behind a public URL its origin counts, and the cookie is for https only', async () => {
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

test('over https a session cookie belongs to this host alone, and a cookie of another name is not taken', async () => {
  const secure = await startTestService({ CARDWRIGHT_PUBLIC_URL: 'https://cards.example' })
  const person = await join(secure, await accountOf(secure, (await secure.workspace()).key), 'owner')
  const signedIn = await browserOf(secure.url, '', 'https://cards.example').post('/dashboard/auth/sign-in/email', {
    email: person.email,
    password: PASSWORD,
  })
  const [line] = signedIn.headers.getSetCookie()
  const [pair, ...attributes] = line!.split('; ')
  assert.match(pair!, /^__Host-cardwright\.session_token=/)
  // A browser takes the prefix only with Secure, with the path / and without a domain.
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

test('over http, as on a laptop, the cookie has its plain name, and one with the prefix is not taken', async () => {
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
