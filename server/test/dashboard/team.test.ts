import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, becomes, browserOf, join, PASSWORD, tokenOf } from '../people.ts'

const service = await startTestService()

async function newTeam() {
  const { key } = await service.workspace()
  const accountId = await accountOf(service, key)
  return { accountId, owner: await join(service, accountId, 'owner') }
}

async function idOf(person: Browser): Promise<string> {
  return (await person.get('/dashboard/session')).body.user.id
}

test('an invitation is listed until it is used, and its link is shown once', async () => {
  const { owner } = await newTeam()
  const { status, body: made } = await owner.post('/dashboard/team/invitations', {
    email: 'Kay@Example.com',
    role: 'developer',
  })
  assert.equal(status, 201)
  const { link, is_mailed: _, is_mail_limited: __, ...shown } = made
  assert.deepEqual([shown.email, shown.role, shown.created_by], ['kay@example.com', 'developer', 'Test owner'])
  assert.deepEqual((await owner.get('/dashboard/team')).body.invitations, [shown])
  const kay = browserOf(service.url)
  await kay.post('/dashboard/links/accept', { token: tokenOf(link), name: ' Kay ', password: PASSWORD })
  const { body: team } = await owner.get('/dashboard/team')
  assert.deepEqual(team.invitations, [])
  const { id, created_at, last_sign_in_at, ...member } = team.data[1]
  assert.deepEqual(member, { name: 'Kay', email: 'kay@example.com', role: 'developer', two_factor_enabled: false })
  assert.equal(id, await idOf(kay))
  assert.ok(last_sign_in_at >= created_at, `created at ${created_at}, last sign-in at ${last_sign_in_at}`)
})

test('a new invitation replaces the old one, and a deleted invitation no longer works', async () => {
  const { owner } = await newTeam()
  const invite = async () =>
    (await owner.post('/dashboard/team/invitations', { email: 'x@example.com', role: 'viewer' })).body
  const first = await invite()
  const second = await invite()
  const inspect = async (link: string) =>
    (await owner.post('/dashboard/links/inspect', { token: tokenOf(link) })).status
  assert.deepEqual([await inspect(first.link), await inspect(second.link)], [404, 200])
  assert.deepEqual((await owner.delete(`/dashboard/team/invitations/${second.id}`)).body, {
    id: second.id,
    deleted: true,
  })
  assert.equal(await inspect(second.link), 404)
  assert.equal((await owner.delete(`/dashboard/team/invitations/${second.id}`)).status, 404)
})

test('a team member cannot be invited again, and an invalid email address is rejected', async () => {
  const { owner } = await newTeam()
  const invite = (email: string) => owner.post('/dashboard/team/invitations', { email, role: 'viewer' })
  assert.equal((await invite(owner.email)).body.error, 'invalid_state')
  for (const email of ['', 'x', 'x@', '@x.example', 'a b@example.com', 'a@localhost']) {
    const { status, body } = await invite(email)
    assert.deepEqual([status, body.param], [400, 'email'], email)
  }
  assert.equal(
    (await owner.post('/dashboard/team/invitations', { email: 'a@b.example', role: 'king' })).body.param,
    'role',
  )
})

test('a role change takes effect within a second, and removing a person ends all their sessions', async () => {
  const { accountId, owner } = await newTeam()
  const person = await join(service, accountId, 'developer')
  const id = await idOf(person)
  assert.equal((await person.get('/dashboard/keys')).status, 200)
  assert.equal((await owner.patch(`/dashboard/team/${id}`, { role: 'viewer' })).body.role, 'viewer')
  await becomes(async () => (await person.get('/dashboard/keys')).status, 403)
  assert.deepEqual((await owner.delete(`/dashboard/team/${id}`)).body, { id, deleted: true })
  await becomes(async () => (await person.get('/dashboard/session')).status, 401)
  assert.equal((await owner.delete(`/dashboard/team/${id}`)).status, 404)
  const { status } = await browserOf(service.url).post('/dashboard/auth/sign-in/email', {
    email: person.email,
    password: PASSWORD,
  })
  assert.equal(status, 401)
})

test('an admin can neither create nor change an owner', async () => {
  const { accountId, owner } = await newTeam()
  const admin = await join(service, accountId, 'admin')
  const viewer = await join(service, accountId, 'viewer')
  const { body: invited } = await owner.post('/dashboard/team/invitations', {
    email: 'boss@example.com',
    role: 'owner',
  })
  const refused = [
    await admin.patch(`/dashboard/team/${await idOf(viewer)}`, { role: 'owner' }),
    await admin.patch(`/dashboard/team/${await idOf(admin)}`, { role: 'owner' }),
    await admin.patch(`/dashboard/team/${await idOf(owner)}`, { role: 'viewer' }),
    await admin.delete(`/dashboard/team/${await idOf(owner)}`),
    await admin.post(`/dashboard/team/${await idOf(owner)}/reset-link`),
    await admin.post('/dashboard/team/invitations', { email: 'other@example.com', role: 'owner' }),
    await admin.post('/dashboard/team/invitations', { email: 'boss@example.com', role: 'viewer' }),
    await admin.delete(`/dashboard/team/invitations/${invited.id}`),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, body.error], [403, 'forbidden'])
  assert.equal((await admin.patch(`/dashboard/team/${await idOf(viewer)}`, { role: 'developer' })).status, 200)
})

test('an idempotency key of an owner does not return the owner’s response to another person', async () => {
  const { accountId, owner } = await newTeam()
  const admin = await join(service, accountId, 'admin')
  const other = await join(service, accountId, 'owner')
  const headers = { 'x-idempotency-key': 'known to everyone' }
  const invitation = { email: 'new-owner@example.com', role: 'owner' }
  const first = await owner.post('/dashboard/team/invitations', invitation, headers)
  assert.equal(first.status, 201)
  for (const person of [admin, other]) {
    const { status, body } = await person.post('/dashboard/team/invitations', invitation, headers)
    assert.deepEqual([status, body.error, body.link], [400, 'idempotency_key_reused', undefined])
  }
  const again = await owner.post('/dashboard/team/invitations', invitation, headers)
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
})

test('an account always keeps an owner, also under concurrent role changes', async () => {
  const { accountId, owner } = await newTeam()
  const id = await idOf(owner)
  assert.equal((await owner.patch(`/dashboard/team/${id}`, { role: 'admin' })).body.error, 'invalid_state')
  assert.equal((await owner.delete(`/dashboard/team/${id}`)).body.error, 'invalid_state')
  const other = await join(service, accountId, 'owner')
  const otherId = await idOf(other)
  const answers = await Promise.all([
    owner.patch(`/dashboard/team/${otherId}`, { role: 'viewer' }),
    other.patch(`/dashboard/team/${id}`, { role: 'viewer' }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
})

test('when the first person joins an account its other open links stop working', async () => {
  const { services } = service
  const { key } = await service.workspace()
  const accountId = await accountOf(service, key)
  const { createLink } = await import('../../src/people/links.ts')
  const open = () =>
    services.database.transaction((tx) =>
      createLink(tx, { kind: 'invitation', accountId, role: 'owner', now: new Date() }),
    )
  const [first, second] = [await open(), await open()]
  const accept = (path: string, email: string) =>
    browserOf(service.url).post('/dashboard/links/accept', {
      token: tokenOf(path),
      name: 'First',
      email,
      password: PASSWORD,
    })
  assert.equal((await accept(first.path, 'first@example.com')).status, 201)
  assert.equal((await accept(second.path, 'second@example.com')).status, 404)
})

test('changes to the team are in the audit log of production with names', async () => {
  const { accountId, owner } = await newTeam()
  const person = await join(service, accountId, 'viewer')
  await owner.patch(`/dashboard/team/${await idOf(person)}`, { role: 'admin' })
  await owner.post(`/dashboard/team/${await idOf(person)}/reset-link`)
  await owner.post('/dashboard/team/invitations', { email: 'z@example.com', role: 'viewer' })
  await owner.patch('/dashboard/account', { holder_name: 'New Holder' })
  const { body: log } = await owner.in('production').get('/dashboard/audit-log?per_page=4')
  type Entry = { action: string; actor_name: string; subject: string; request_id: string }
  assert.deepEqual(
    log.data.map(({ action, actor_name }: Entry) => [action, actor_name]),
    [
      ['account.update', 'Test owner'],
      ['user.invite', 'Test owner'],
      ['user.make-reset-link', 'Test owner'],
      ['user.change-role', 'Test owner'],
    ],
  )
  assert.equal(log.data[3].subject, `${await idOf(person)} from viewer to admin`)
  assert.ok(
    log.data.every(({ request_id }: Entry) => request_id.startsWith('req_')),
    JSON.stringify(log.data.map(({ request_id }: Entry) => request_id)),
  )
  await service.audit()
})
