import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLink } from '../../src/people/links.ts'
import { startTestService } from '../harness.ts'
import { accountOf, becomes, browserOf, join, PASSWORD, tokenOf } from '../people.ts'

const service = await startTestService()
const key = await service.workspace()
const accountId = await accountOf(service, key.key)
const owner = await join(service, accountId, 'owner')

function invite(email?: string) {
  const link = { kind: 'invitation', accountId, role: 'viewer', now: new Date() } as const
  return service.services.database.transaction((tx) => createLink(tx, { ...link, ...(email && { email }) }))
}

test('an invitation link describes itself, admits one person and works once', async () => {
  const { path } = await invite('Grace@Example.com')
  const browser = browserOf(service.url)
  const { body } = await browser.post('/dashboard/links/inspect', { token: tokenOf(path) })
  assert.deepEqual(
    { ...body, expires_at: undefined },
    {
      kind: 'invitation',
      account_name: 'Test',
      role: 'viewer',
      email: 'grace@example.com',
      name: null,
      expires_at: undefined,
    },
  )
  const acceptance = { token: tokenOf(path), name: 'Grace', password: PASSWORD }
  assert.equal(
    (await browser.post('/dashboard/links/accept', { ...acceptance, email: 'else@example.com' })).status,
    400,
  )
  const accepted = await browser.post('/dashboard/links/accept', acceptance)
  assert.deepEqual([accepted.status, accepted.body], [201, { ok: true }])
  const session = await browser.get('/dashboard/session', { 'x-cardwright-environment': '' })
  assert.equal(session.body.user.email, 'grace@example.com')
  assert.deepEqual(session.body.access, { sandbox: ['view'], production: ['view'] })
  for (const step of ['inspect', 'accept']) {
    const again = await browser.post(
      `/dashboard/links/${step}`,
      step === 'inspect' ? { token: acceptance.token } : acceptance,
    )
    assert.deepEqual([again.status, again.body.error], [404, 'not_found'])
  }
})

test('of many concurrent uses of one link one succeeds', async () => {
  const { path } = await invite()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      browserOf(service.url).post('/dashboard/links/accept', {
        token: tokenOf(path),
        name: 'Racer',
        email: `racer-${n}@example.com`,
        password: PASSWORD,
      }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404, 404, 404])
})

test('a password signs in, and a sign-out ends the session immediately', async () => {
  const browser = browserOf(service.url)
  assert.equal((await browser.get('/dashboard/session')).status, 401)
  const { status, headers } = await browser.post('/dashboard/auth/sign-in/email', {
    email: owner.email.toUpperCase(),
    password: PASSWORD,
  })
  assert.equal(status, 200)
  assert.match(headers.get('set-cookie')!, /^cardwright\.session_token=.*; HttpOnly; SameSite=Strict$/)
  assert.match(headers.get('x-request-id')!, /^req_/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal((await browser.get('/dashboard/session')).status, 200)
  const stolen = new Map(browser.cookies)
  assert.equal((await browser.post('/dashboard/auth/sign-out')).status, 200)
  for (const [name, value] of stolen) browser.cookies.set(name, value)
  assert.equal((await browser.get('/dashboard/session')).status, 401)
})

test('a session must name the environment of its API calls', async () => {
  const { status, body } = await owner.get('/v1/wallet/balance', { 'x-cardwright-environment': '' })
  assert.deepEqual([status, body.error, body.param], [400, 'invalid_request', 'X-Cardwright-Environment'])
  assert.equal((await owner.get('/v1/wallet/balance', { 'x-cardwright-environment': 'live' })).status, 400)
  assert.equal((await owner.get('/v1/sandbox/clock')).status, 200)
  assert.equal((await owner.in('production').get('/v1/sandbox/clock')).body.error, 'sandbox_only')
})

test('an Authorization header takes precedence over the cookie, and the dashboard does not accept API keys', async () => {
  const authorization = `Bearer ${key.key}`
  assert.equal((await owner.get('/v1/wallet/balance', { authorization, 'x-cardwright-environment': '' })).status, 200)
  assert.equal(
    (await owner.get('/v1/wallet/balance', { authorization: 'Bearer sk_test_0000000000000000' })).status,
    401,
  )
  assert.equal((await owner.get('/dashboard/session', { authorization })).status, 401)
})

test('a cookie without a valid signature is rejected', async () => {
  const [[name, value]] = [...owner.cookies] as [[string, string]]
  const browser = browserOf(service.url)
  for (const forged of ['', 'x', '%', `${value}x`, value.replace('.', ''), `a${value}`, 'x'.repeat(600)]) {
    browser.cookies.set(name, forged)
    assert.equal((await browser.get('/dashboard/session')).status, 401, forged)
  }
})

test('card numbers are shown only in a fresh session', async () => {
  const person = await join(service, accountId, 'admin')
  const funded = await person.post('/v1/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
  assert.equal(funded.status, 201)
  const { body: card } = await person.post('/v1/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  assert.equal((await person.get(`/v1/cards/${card.id}/details`)).status, 200)
  await service.services.database.transaction(
    (tx) => tx`update user_sessions set authenticated_at = now() - interval '5 minutes 1 second'
      where user_id = (select id from users where email = ${person.email})`,
  )
  await becomes(async () => (await person.get('/dashboard/session')).body.reauthenticated_until, null)
  const refused = await person.get(`/v1/cards/${card.id}/details`)
  assert.deepEqual([refused.status, refused.body.error], [403, 'reauthentication_required'])
  assert.equal((await person.post('/dashboard/session/reauthenticate', { password: 'wrong' })).status, 401)
  assert.equal((await person.post('/dashboard/session/reauthenticate', {})).status, 400)
  assert.equal((await person.post('/dashboard/session/reauthenticate', { password: PASSWORD })).status, 200)
  assert.equal((await person.get(`/v1/cards/${card.id}/details`)).status, 200)
  const { body: frozen } = await person.post(`/v1/cards/${card.id}/freeze`)
  assert.equal(frozen.status, 'frozen')
  const { body: events } = await person.get('/v1/events?type=card.frozen')
  assert.equal(events.data[0].data.reason, 'dashboard')
})
