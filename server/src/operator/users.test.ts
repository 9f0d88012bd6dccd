import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../test/harness.ts'
import { environmentOf, fails, succeeds } from '../../test/operator/operator-fixture.ts'
import { accountOf, browserOf, join, PASSWORD, tokenOf } from '../../test/people.ts'

const service = await startTestService()
const { key } = await service.workspace()
const accountId = await accountOf(service, key)
const env = { ...environmentOf(service.connection), CARDWRIGHT_PUBLIC_URL: 'https://cards.example/' }
const owner = await join(service, accountId, 'owner')

test('users invite prints a link with which a person joins', async () => {
  const out = await succeeds(['users', 'invite', 'Rosa@Example.com', '--role', 'developer'], env)
  assert.match(
    out,
    /^https:\/\/cards\.example\/join#[\w-]{43}\n\nFor rosa@example\.com, once, within seven days\. They join Test as developer\.\n$/,
  )
  const rosa = browserOf(service.url)
  const token = tokenOf(out.split('\n', 1)[0]!)
  assert.equal((await rosa.post('/dashboard/links/accept', { token, name: 'Rosa', password: PASSWORD })).status, 201)
  assert.equal((await rosa.get('/dashboard/session')).body.user.role, 'developer')
  const list = await succeeds(['users', 'list'], env)
  assert.match(list, /rosa@example\.com +Rosa +developer +off/)
  assert.match(await fails(['users', 'invite', 'rosa@example.com', '--role', 'viewer'], env), /has joined already/)
})

test('users reset-link prints a link to a new password, and can remove a second factor', async () => {
  const out = await succeeds(['users', 'reset-link', owner.email, '--remove-second-factor'], env)
  const browser = browserOf(service.url)
  const token = tokenOf(out.split('\n', 1)[0]!)
  assert.equal((await browser.post('/dashboard/links/accept', { token, password: 'a whole new password' })).status, 201)
  const { body: log } = await browser.in('production').get('/dashboard/audit-log?per_page=10')
  const acts = log.data.filter((each: { actor: string }) => each.actor.startsWith('operator:'))
  assert.deepEqual(
    acts.map((each: { action: string }) => each.action),
    ['user.disable-two-factor', 'user.make-reset-link', 'user.invite'],
  )
})

test('users commands name the wrong argument', async () => {
  assert.match(await fails(['users', 'invite', 'nobody', '--role', 'viewer'], env), /nobody is not an e-mail address/)
  assert.match(
    await fails(['users', 'invite', 'a@example.com', '--role', 'king'], env),
    /--role must be one of: owner, admin/,
  )
  assert.match(
    await fails(['users', 'reset-link', 'nobody@example.com'], env),
    /no person has joined as nobody@example\.com/,
  )
})
