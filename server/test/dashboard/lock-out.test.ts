import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, browserOf, join, PASSWORD } from '../people.ts'

const service = await startTestService({ TRUST_PROXY: 'true' })
const key = await service.workspace()
const accountId = await accountOf(service, key.key)
const SIGN_IN = '/dashboard/auth/sign-in/email'
let addresses = 0

/** Tries from an address that was not used before. */
function stranger() {
  const from = { 'x-forwarded-for': `192.0.2.${++addresses}` }
  const browser = browserOf(service.url)
  return { try: (email: string, password: string) => browser.post(SIGN_IN, { email, password }, from) }
}

async function fail(email: string, times: number, who = stranger()) {
  for (let n = 0; n < times; n++) {
    const { status, body } = await who.try(email, 'not the password')
    assert.deepEqual([status, body.message], [401, 'Invalid email or password'])
  }
}

/**
 * As if more wrong passwords had been tried than were, because each of them takes scrypt a tenth of a second of processor time. At
 * least one was tried before.
 */
async function countAs(kind: 'person' | 'address', name: string, failures: number): Promise<void> {
  const { vault, database } = service.services
  const subject = vault.fingerprint('attempts', kind, name)
  const rows = await database.transaction(
    (tx) => tx`update sign_in_failures set failures = ${failures} where subject = ${subject} returning 1`,
  )
  assert.equal(rows.length, 1)
}

/** One wrong password is tried, and counts as so many. */
async function failAs(email: string, failures: number) {
  await fail(email, 1)
  await countAs('person', email, failures)
}

test('ten wrong passwords lock a person out for thirty minutes from every address', async () => {
  const { email } = await join(service, accountId, 'viewer')
  await fail(email, 10)
  const refused = await stranger().try(email.toUpperCase(), PASSWORD)
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limit_exceeded'])
  assert.match(refused.body.message, /try again in 30 minutes/)
  assert.equal(refused.headers.get('retry-after'), '1800')
  await passMinutes(29)
  assert.equal((await stranger().try(email, PASSWORD)).status, 429)
  await passMinutes(2)
  assert.equal((await stranger().try(email, PASSWORD)).status, 200)
})

test('an email address that does not exist is locked out in the same way', async () => {
  await fail('nobody@example.com', 10)
  const { status, body } = await stranger().try('nobody@example.com', PASSWORD)
  assert.deepEqual([status, body.error], [429, 'rate_limit_exceeded'])
})

test('the right password resets the count of wrong ones', async () => {
  const { email } = await join(service, accountId, 'viewer')
  for (let round = 0; round < 3; round++) {
    await failAs(email, 9)
    assert.equal((await stranger().try(email, PASSWORD)).status, 200)
  }
})

test('wrong passwords no longer count after thirty minutes', async () => {
  const { email } = await join(service, accountId, 'viewer')
  await failAs(email, 9)
  await passMinutes(31)
  await failAs(email, 9)
  assert.equal((await stranger().try(email, PASSWORD)).status, 200)
})

test('of forty concurrent wrong passwords only ten are checked', async () => {
  const { email } = await join(service, accountId, 'viewer')
  const answers = await Promise.all(Array.from({ length: 40 }, () => stranger().try(email, 'not the password')))
  const checked = answers.filter(({ status }) => status === 401).length
  assert.equal(checked, 10)
})

test('an address is locked out after thirty wrong passwords for any person', async () => {
  const who = stranger()
  await fail('guess-1@example.com', 1, who)
  await countAs('address', `192.0.2.${addresses}`, 28)
  for (let n = 29; n <= 30; n++) await fail(`guess-${n}@example.com`, 1, who)
  const { email } = await join(service, accountId, 'viewer')
  assert.equal((await who.try(email, PASSWORD)).status, 429)
  assert.equal((await stranger().try(email, PASSWORD)).status, 200)
})

test('failed reauthentications within a session count towards the lock-out', async () => {
  const person = await join(service, accountId, 'viewer')
  const from = { 'x-forwarded-for': `192.0.2.${++addresses}` }
  const fails = async () =>
    assert.equal((await person.post('/dashboard/session/reauthenticate', { password: 'wrong' }, from)).status, 401)
  await fails()
  await countAs('person', person.email, 9)
  await fails()
  assert.equal((await person.post('/dashboard/session/reauthenticate', { password: PASSWORD }, from)).status, 429)
  assert.equal((await stranger().try(person.email, PASSWORD)).status, 429)
})

test('a failed sign-in is in the audit log of the person whose email was used', async () => {
  const owner = await join(service, accountId, 'owner')
  await fail(owner.email, 1)
  const { body } = await owner.in('production').get('/dashboard/audit-log?action=user.fail-sign-in&per_page=1')
  const { body: session } = await owner.get('/dashboard/session')
  assert.equal(body.data[0].subject, session.user.id)
  assert.equal(body.data[0].origin, `192.0.2.${addresses}`)
})

test('an address has a rate limit before anybody is signed in', async () => {
  const from = { 'x-forwarded-for': '198.51.100.1' }
  const browser = browserOf(service.url)
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => browser.post('/dashboard/links/inspect', { token: 'guess' }, from)),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((each) => each === 404).length, statuses.filter((each) => each === 429).length],
    [120, 1],
  )
})

test('invalid values in sign-in requests never cause a server error', async () => {
  const browser = browserOf(service.url)
  const person = await join(service, accountId, 'viewer')
  const odd = [null, 1, [], {}, '', '\u0000', '\ud800', 'x'.repeat(10_000), '%', "'"]
  for (const value of odd) {
    const answers = [
      await browser.post(SIGN_IN, { email: value, password: value }),
      await browser.post('/dashboard/links/accept', { token: value, password: value, name: value, email: value }),
      await person.post('/dashboard/auth/revoke-session', { token: value }),
      await person.post('/dashboard/auth/two-factor/verify-totp', { code: value }),
      await person.post('/dashboard/auth/passkey/delete-passkey', { id: value }),
      await person.post('/dashboard/auth/passkey/verify-registration', { response: value }),
      await browser.post('/dashboard/auth/passkey/verify-authentication', { response: { id: value } }),
      await person.post('/dashboard/session/reauthenticate', { password: value, code: value }),
    ]
    for (const { status } of answers) assert.ok(status < 500, `${JSON.stringify(value).slice(0, 20)}: ${status}`)
    await passMinutes(31)
  }
})

async function passMinutes(minutes: number): Promise<void> {
  const ago = `${minutes} minutes`
  await service.services.database.transaction(
    (tx) =>
      tx`update sign_in_failures set since = since - ${ago}::text::interval, locked_until = locked_until - ${ago}::text::interval`,
  )
}
