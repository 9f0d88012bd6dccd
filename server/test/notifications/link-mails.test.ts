// Invitations and reset links by mail: how many an account may send, how many a mailbox may receive, and how a name in
// a mail is restricted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, assertError } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { done, type Json } from '../sandbox/scene.ts'

/** The worker does not run, so mails stay in the outbox and nothing is sent. */
const service = await startTestService({
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMTP_FROM: 'Cards <cards@example.com>',
  CARDWRIGHT_PUBLIC_URL: 'http://127.0.0.1:1',
})

async function newOwner(): Promise<Browser> {
  return join(service, await accountOf(service, (await service.workspace()).key), 'owner')
}

const invite = (owner: Browser, email: string) => owner.post('/dashboard/team/invitations', { email, role: 'viewer' })
const invited = async (owner: Browser, email: string): Promise<Json> => done(await invite(owner, email), 201)

/** An account can have many open invitations, but not a hundred. An address that was invited again has one. */
async function entries(owner: Browser, action: string): Promise<Json[]> {
  return done(await owner.in('production').get(`/dashboard/audit-log?action=${action}&per_page=100`), 200).data
}

function outbox(recipients: string) {
  return asOwner(
    service,
    (sql) => sql<{ recipient: string; content_sealed: Buffer; id: string }[]>`
      select id, recipient, content_sealed from mail_outbox where recipient like ${recipients} order by created_at, id`,
  )
}

async function pass(interval: string): Promise<void> {
  await asOwner(service, (sql) => sql`update link_mails set created_at = created_at - ${interval}::interval`)
}

test('an account mails at most 20 links within an hour, also concurrently, and each link is shown and recorded', async () => {
  const owner = await newOwner()
  const addresses = Array.from({ length: 25 }, (_, n) => `many-${n}@example.org`)
  const made = await Promise.all(addresses.map((address) => invited(owner, address)))
  assert.equal(made.filter(({ is_mailed }) => is_mailed).length, 20)
  assert.equal(made.filter(({ is_mail_limited }) => is_mail_limited).length, 5)
  assert.ok(
    made.every(({ link }) => link.includes('/join#')),
    made.map(({ link }) => link).join(' '),
  )
  assert.equal((await outbox('many-%')).length, 20)
  assert.equal((await entries(owner, 'user.invite')).length, 25)
  assert.equal((await entries(owner, 'user.limit-mail')).length, 5)
  // Another account is not affected, and this account may mail again an hour later.
  assert.equal((await invited(await newOwner(), 'other@example.org')).is_mailed, true)
  await pass('61 minutes')
  assert.equal((await invited(owner, 'later@example.org')).is_mailed, true)
})

test('a mailbox receives at most 3 links within a day, from all accounts and in any spelling of the address', async () => {
  const owners = [await newOwner(), await newOwner()]
  const spellings = ['victim@example.net', 'Victim@Example.net', 'victim+1@example.net', 'victim+2@example.net']
  const mailed: boolean[] = []
  for (const [n, address] of spellings.entries()) mailed.push((await invited(owners[n % 2]!, address)).is_mailed)
  assert.deepEqual(mailed, [true, true, true, false])
  assert.equal((await outbox('victim%')).length, 3)
  await pass('23 hours')
  assert.equal((await invited(owners[0]!, 'victim@example.net')).is_mailed, false)
  await pass('2 hours')
  assert.equal((await invited(owners[0]!, 'victim@example.net')).is_mailed, true)
})

test('reset links count like invitations and are recorded', async () => {
  const owner = await newOwner()
  const { body: session } = await owner.get('/dashboard/session')
  const accountId = (
    await asOwner(
      service,
      (sql) => sql<{ account_id: string }[]>`select account_id from users where email = ${owner.email}`,
    )
  )[0]!.account_id
  const viewer = await join(service, accountId as never, 'viewer')
  const { data } = done(await owner.get('/dashboard/team'), 200)
  const member = data.find(({ email }: Json) => email === viewer.email)
  const reset = async (): Promise<Json> => done(await owner.post(`/dashboard/team/${member.id}/reset-link`), 200)
  const made = [await reset(), await reset(), await reset(), await reset()]
  assert.deepEqual(
    made.map(({ is_mailed, is_mail_limited }) => [is_mailed, is_mail_limited]),
    [
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ],
  )
  const recorded = await entries(owner, 'user.make-reset-link')
  assert.deepEqual(
    recorded.map(({ subject, actor }) => [subject, actor]),
    Array(4).fill([member.id, session.user.id]),
  )
  assert.equal((await entries(owner, 'user.limit-mail')).length, 1)
})

const REFUSED: [string, string][] = [
  ['a line break', 'Acme\nBcc: all@example.com'],
  ['a carriage return', 'Acme\rSubject: x'],
  ['a line separator', 'Acme\u2028x'],
  ['a direction override', 'Acme \u202egnp.exe'],
  ['a zero-width space', 'Ac\u200bme'],
  ['a URL', 'Win at https://evil.example/x'],
  ['a host', 'Go to www.evil.example'],
]

for (const [what, name] of REFUSED)
  test(`the name of an account cannot contain ${what}`, async () => {
    const owner = await newOwner()
    const before = done(await owner.get('/dashboard/account'), 200)
    assertError(await owner.patch('/dashboard/account', { name }), 400, 'invalid_request', 'name')
    assert.deepEqual(done(await owner.get('/dashboard/account'), 200), before)
  })

test('a mail shows the name of the account, unless the name has a line break or text that a mail program turns into a link', async () => {
  const owner = await newOwner()
  const subjectFor = async (name: string): Promise<string> => {
    // The name is inserted as a row, because names from before the rule are stored like this.
    await asOwner(
      service,
      (sql) =>
        sql`update accounts set name = ${name} where id = (select account_id from users where email = ${owner.email})`,
    )
    const address = `named-${name.length}@example.org`
    assert.equal((await invited(owner, address)).is_mailed, true)
    const [mail] = await outbox(address)
    const content = JSON.parse((await service.services.vault.open(mail!.content_sealed, `mail:${mail!.id}`)).toString())
    assert.ok(name.startsWith('Acme') || !JSON.stringify(content.lines).includes('evil'), JSON.stringify(content.lines))
    return content.subject
  }
  assert.equal(
    await subjectFor('Acme & Söhne, Inc. No. 5'),
    'You are invited to Acme & Söhne, Inc. No. 5 on Cardwright',
  )
  for (const name of [
    'evil.example',
    'Claim at evil\u3002example now',
    'x\r\nBcc: evil@evil.example',
    'https://evil.example/',
  ])
    assert.equal(await subjectFor(name), 'You are invited to an account on Cardwright')
})
