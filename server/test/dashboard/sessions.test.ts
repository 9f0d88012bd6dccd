import assert from 'node:assert/strict'
import { test } from 'node:test'
import { touchSessions } from '../../src/accounts/user-sessions.ts'
import { prunePeople } from '../../src/people/prune-people.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, becomes, browserOf, join, PASSWORD } from '../people.ts'
import { until } from '../until.ts'
import { anotherService } from '../webhooks/another-service.ts'

const service = await startTestService()
const { key } = await service.fundedWorkspace()
const accountId = await accountOf(service, key)
const SIGN_IN = '/dashboard/auth/sign-in/email'

async function anotherBrowser(email: string, userAgent: string): Promise<Browser> {
  const browser = browserOf(service.url, email)
  const { status } = await browser.post(SIGN_IN, { email, password: PASSWORD }, { 'user-agent': userAgent })
  assert.equal(status, 200)
  return browser
}

function ends(browser: Browser): Promise<void> {
  return becomes(async () => (await browser.get('/dashboard/session')).status, 401)
}

test('a person sees their sessions with browser and address and can end one from another', async () => {
  const person = await join(service, accountId, 'viewer')
  const phone = await anotherBrowser(person.email, 'Phone/1.0')
  const { body: sessions } = await person.get('/dashboard/auth/list-sessions')
  const onPhone = sessions.find((each: { userAgent: string }) => each.userAgent === 'Phone/1.0')
  assert.deepEqual([sessions.length, onPhone.ipAddress], [2, '127.0.0.1'])
  assert.equal((await phone.get('/dashboard/session')).status, 200)
  assert.equal((await person.post('/dashboard/auth/revoke-session', { token: onPhone.token })).status, 200)
  await ends(phone)
  assert.equal((await person.get('/dashboard/session')).status, 200)
})

test('a person can end all their other sessions', async () => {
  const person = await join(service, accountId, 'viewer')
  const others = [await anotherBrowser(person.email, 'A'), await anotherBrowser(person.email, 'B')]
  assert.equal((await person.post('/dashboard/auth/revoke-other-sessions')).status, 200)
  for (const other of others) await ends(other)
  assert.equal((await person.get('/dashboard/session')).status, 200)
})

test('changing a password requires the current one and a new one of 12 to 128 characters', async () => {
  const person = await join(service, accountId, 'viewer')
  const change = (currentPassword: string, newPassword: string) =>
    person.post('/dashboard/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
  assert.equal((await change('wrong', 'a much longer password')).status, 400)
  assert.equal((await change(PASSWORD, 'short')).status, 400)
  assert.equal((await change(PASSWORD, 'x'.repeat(129))).status, 400)
  const other = await anotherBrowser(person.email, 'Other')
  assert.equal((await change(PASSWORD, 'a much longer password')).status, 200)
  await ends(other)
  assert.equal((await person.get('/dashboard/session')).status, 200)
  assert.equal((await browserOf(service.url).post(SIGN_IN, { email: person.email, password: PASSWORD })).status, 401)
})

test('other endpoints of better-auth are not reachable', async () => {
  const person = await join(service, accountId, 'viewer')
  for (const path of [
    'sign-up/email',
    'update-user',
    'delete-user',
    'change-email',
    'request-password-reset',
    'set-password',
  ]) {
    const { status, body } = await person.post(`/dashboard/auth/${path}`, { email: 'a@example.com', role: 'owner' })
    assert.deepEqual([status, body.error], [404, 'not_found'], path)
  }
  for (const path of ['get-session', 'ok', 'error', 'reference'])
    assert.equal((await person.get(`/dashboard/auth/${path}`)).status, 404, path)
})

test('the event stream of a session ends with the session or when the role no longer allows it', async () => {
  const owner = await join(service, accountId, 'owner')
  const person = await join(service, accountId, 'developer')
  const { body: session } = await person.get('/dashboard/session')
  const first = await person.open('/v1/events/stream?after_sequence=0')
  const reader = first.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('event: deposit.confirmed')) seen += (await reader.read()).value
  await owner.patch(`/dashboard/team/${session.user.id}`, { role: 'viewer' })
  while (!(await reader.read()).done) assert.ok(seen, 'the stream has sent events')
  await owner.patch(`/dashboard/team/${session.user.id}`, { role: 'developer' })
  await becomes(async () => (await person.get('/v1/events')).status, 200)
  const second = await person.open('/v1/events/stream')
  assert.equal(second.status, 200)
  await person.post('/dashboard/auth/sign-out')
  await second.text()
})

test('rate limits count per person and environment, across sessions', async () => {
  const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '20' })
  const { key } = await limited.workspace()
  const account = await accountOf(limited, key)
  const [one, other] = [await join(limited, account, 'viewer'), await join(limited, account, 'viewer')]
  const statuses = async (person: Browser, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => person.get('/v1/bins')))).map(({ status }) => status)
  const again = browserOf(limited.url, one.email)
  await again.post(SIGN_IN, { email: one.email, password: PASSWORD })
  const both = [...(await statuses(one, 11)), ...(await statuses(again, 10))]
  assert.equal(both.filter((status) => status === 429).length, 1)
  assert.deepEqual(await statuses(other, 1), [200])
  assert.deepEqual(await statuses(one.in('production'), 1), [200])
  assert.equal((await limited.api(key).get('/bins')).status, 200)
  const { headers } = await other.get('/dashboard/session')
  assert.equal(headers.get('x-ratelimit-limit'), '20')
})

test('the limit of reveals counts per person, across sessions', async () => {
  const limited = await startTestService({ RATE_LIMIT_CARD_DETAILS_PER_MINUTE: '5' })
  const account = await accountOf(limited, (await limited.workspace()).key)
  const person = await join(limited, account, 'owner')
  const sessions = [person]
  for (let n = 0; n < 2; n++) {
    const other = browserOf(limited.url, person.email)
    await other.post(SIGN_IN, { email: person.email, password: PASSWORD })
    sessions.push(other)
  }
  const statuses: number[] = []
  for (let n = 0; n < 3; n++)
    for (const session of sessions) statuses.push((await session.get('/v1/cards/unknown/details')).status)
  assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429, 429, 429])
})

test('a session ends after the idle time, and using it extends it', async () => {
  const strict = await startTestService({ SESSION_IDLE_MINUTES: '15' })
  const account = await accountOf(strict, (await strict.workspace()).key)
  const person = await join(strict, account, 'viewer')
  assert.equal((await person.get('/dashboard/session')).body.idle_minutes, 15)
  const minutesLeft = async () => {
    const [row] = await strict.services.database.read<{ minutes: number }[]>`
      select extract(epoch from s.expires_at - now())::float8 / 60 as minutes
      from user_sessions s join users u on u.id = s.user_id where u.email = ${person.email}`
    return row!.minutes
  }
  const atStart = await minutesLeft()
  assert.ok(atStart <= 15, `${atStart} minutes left`)
  const pass = (minutes: number) =>
    strict.services.database.transaction((tx) => {
      const ago = `${minutes} minutes`
      return tx`update user_sessions set expires_at = expires_at - ${ago}::text::interval, created_at = created_at - ${ago}::text::interval`
    })
  await pass(14)
  // A request of an idle page does not extend the session; one request of a person does.
  assert.equal((await person.get('/v1/bins', { 'x-cardwright-idle': 'true' })).status, 200)
  const whileIdle = await minutesLeft()
  assert.ok(whileIdle < 2, `${whileIdle} minutes left`)
  const other = await anotherService(strict) // this process has not cached the session
  const there = browserOf(other.url, person.email, strict.url)
  for (const [name, value] of person.cookies) there.cookies.set(name, value)
  assert.equal((await there.get('/v1/bins')).status, 200)
  await until('the use is noted', async () => {
    await there.get('/v1/bins')
    return (await minutesLeft()) >= 14
  })
  await pass(16)
  await ends(person)
  // The session has ended for better-auth as well, so no sign-in endpoint accepts it.
  assert.equal((await person.get('/dashboard/auth/list-sessions')).status, 401)
  assert.equal((await person.post('/dashboard/auth/revoke-other-sessions')).status, 401)
})

test('a session ends a week after the sign-in, however much it is used', async () => {
  const person = await join(service, accountId, 'viewer')
  const { database } = service.services
  await database.transaction(
    (tx) => tx`
      update user_sessions s set created_at = now() - interval '7 days' + interval '10 minutes', expires_at = now() + interval '5 minutes'
      from users u where u.id = s.user_id and u.email = ${person.email}`,
  )
  const [session] = (await person.get('/dashboard/auth/list-sessions')).body
  await touchSessions(database.write, [session.token], new Date(), 12 * 3_600_000)
  const [after] = (await person.get('/dashboard/auth/list-sessions')).body
  const minutes = (new Date(after.expiresAt).getTime() - Date.now()) / 60_000
  assert.ok(minutes > 5 && minutes <= 10, String(minutes))
})

test('expired sessions no longer work and are pruned', async () => {
  const person = await join(service, accountId, 'viewer')
  await browserOf(service.url).post(SIGN_IN, { email: 'nobody@example.com', password: 'x' })
  await browserOf(service.url).get('/dashboard/auth/passkey/generate-authenticate-options')
  const { database } = service.services
  await database.transaction((tx) => tx`update user_sessions set expires_at = now()`)
  await ends(person)
  const later = new Date(Date.now() + 8 * 24 * 3_600_000)
  const pruned = await database.transaction((tx) => prunePeople(tx, later, 1_000))
  assert.ok(pruned > 0, `${pruned} rows pruned`)
  assert.equal(await database.transaction((tx) => prunePeople(tx, later, 1_000)), 0)
  const [left] = await database.read<{ count: number }[]>`
    select (select count(*) from user_sessions)::integer + (select count(*) from user_verifications)::integer
      + (select count(*) from sign_in_failures)::integer + (select count(*) from user_links)::integer as count`
  assert.equal(left!.count, 0)
})
