// The passwords that people may set. A password from before the rules can still be used to sign in.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from 'better-auth/crypto'
import { createLink } from '../../src/people/links.ts'
import { asOwner, assertError } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, browserOf, join, PASSWORD, tokenOf } from '../people.ts'

const service = await startTestService({ TRUST_PROXY: 'true' })
const accountId = await accountOf(service, (await service.workspace()).key)
let addresses = 0

/** Each call comes from another address, so that no test reaches the limits of another. */
const from = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` })
const change = (person: Browser, currentPassword: string, newPassword: string) =>
  person.post('/dashboard/auth/change-password', { currentPassword, newPassword }, from())
const signIn = (email: string, password: string) =>
  browserOf(service.url).post('/dashboard/auth/sign-in/email', { email, password }, from())

async function resetLink(email: string): Promise<string> {
  const [user] = await asOwner(service, (sql) => sql<{ id: string }[]>`select id from users where email = ${email}`)
  const link = await service.services.database.transaction((tx) =>
    createLink(tx, { kind: 'password_reset', accountId, userId: user!.id as never, now: new Date() }),
  )
  return tokenOf(link.path)
}

const accept = (token: string, password: string, more: object = {}) =>
  browserOf(service.url).post('/dashboard/links/accept', { token, password, ...more }, from())

const WEAK: [string, string][] = [
  ['12 letters', 'abcdefghijkl'],
  ['14 letters and signs', 'abcdefg-hijkl!'],
  ['12 digits', '123456789012'],
  ['14 digits and signs', '12345-67890-12'],
]
const STRONG: [string, string][] = [
  ['12 letters and digits', 'abcdefghijk1'],
  ['12 with letters of another alphabet', 'пароль-ключ-7'],
  ['15 letters', 'abcdefghijklmno'],
  ['a sentence', 'correct horse battery staple, again'],
]

test('a new password needs letters and digits or 15 characters, by invitation, by reset link and in the settings', async () => {
  const person = await join(service, accountId, 'viewer')
  for (const [what, password] of WEAK) {
    const invitation = await service.services.database.transaction((tx) =>
      createLink(tx, { kind: 'invitation', accountId, role: 'viewer', email: 'x@example.com', now: new Date() }),
    )
    const joined = await accept(tokenOf(invitation.path), password, { name: 'X' })
    assertError(joined, 400, 'invalid_request', 'password')
    assertError(await accept(await resetLink(person.email), password), 400, 'invalid_request', 'password')
    assertError(await change(person, PASSWORD, password), 400, 'invalid_request', 'newPassword')
    assert.equal((await signIn(person.email, PASSWORD)).status, 200, what)
  }
  let current = PASSWORD
  for (const [what, password] of STRONG) {
    assert.equal((await change(person, current, password)).status, 200, what)
    current = password
  }
})

test('the last four passwords cannot be set again, in the settings or by a reset link, but the fifth can', async () => {
  const person = await join(service, accountId, 'viewer')
  const names = ['first password 1', 'second password 2', 'third password 3', 'fourth password 4', 'fifth password 5']
  let current = PASSWORD
  for (const password of names.slice(0, 3)) {
    assert.equal((await change(person, current, password)).status, 200)
    current = password
  }
  // These are PASSWORD, the first, the second, and the third, which is the current one.
  for (const used of [PASSWORD, ...names.slice(0, 3)]) {
    assertError(await change(person, current, used), 400, 'invalid_request', 'newPassword')
    assertError(await accept(await resetLink(person.email), used), 400, 'invalid_request', 'password')
  }
  assert.equal((await signIn(person.email, current)).status, 200)
  assert.equal((await accept(await resetLink(person.email), names[3]!)).status, 201)
  assertError(await accept(await resetLink(person.email), names[0]!), 400, 'invalid_request', 'password')
  assert.equal((await accept(await resetLink(person.email), PASSWORD)).status, 201)
  assert.equal((await signIn(person.email, PASSWORD)).status, 200)
  const kept = await asOwner(
    service,
    (sql) => sql`
      select 1 from user_past_passwords p join users u on u.id = p.user_id where u.email = ${person.email}`,
  )
  assert.equal(kept.length, 4)
})

test('a password change with a wrong current password does not reveal which passwords were used before', async () => {
  const person = await join(service, accountId, 'viewer')
  const [wrongAndUsed, wrongAndNew] = [
    await change(person, 'not the password 1', PASSWORD),
    await change(person, 'not the password 1', 'a new password 2'),
  ]
  assert.deepEqual(
    [wrongAndUsed.status, wrongAndUsed.body.error, wrongAndUsed.body.message],
    [wrongAndNew.status, wrongAndNew.body.error, wrongAndNew.body.message],
  )
})

test('a reset link accepts at most ten attempts', async () => {
  const person = await join(service, accountId, 'viewer')
  const token = await resetLink(person.email)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await accept(token, PASSWORD)).status)
  assert.deepEqual(statuses, [...Array(10).fill(400), 429, 429])
  assert.equal((await signIn(person.email, PASSWORD)).status, 200)
})

test('a person can sign in with a password from before the rules and set a stronger one', async () => {
  const person = await join(service, accountId, 'viewer')
  const old = 'onlyletters!'
  const hash = await hashPassword(old)
  await asOwner(
    service,
    (sql) => sql`
      update user_credentials set password = ${hash} where user_id = (select id from users where email = ${person.email})`,
  )
  assert.equal((await signIn(person.email, old)).status, 200)
  assert.equal((await change(person, old, 'a better one 1')).status, 200)
  assert.equal((await signIn(person.email, 'a better one 1')).status, 200)
})
