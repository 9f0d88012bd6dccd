// Failed sign-ins and failed requests of keys are in the audit log of the person or account that they concern.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { enableTwoFactor } from '../one-time-codes.ts'
import { accountOf, actionsOf, browserOf, growStale, join, PASSWORD } from '../people.ts'
import { until } from '../until.ts'

const service = await startTestService({ TRUST_PROXY: 'true' })
const api = await service.workspace()
const accountId = await accountOf(service, api.key)
const owner = await join(service, accountId, 'owner')
let addresses = 0

function from(): Record<string, string> {
  return { 'x-forwarded-for': `192.0.2.${++addresses}` }
}

async function idOf(person: { get: typeof owner.get }): Promise<string> {
  return (await person.get('/dashboard/session')).body.user.id
}

test('failed reauthentications, wrong passwords in the settings and wrong codes are in the audit log', async () => {
  const person = await join(service, accountId, 'viewer')
  const device = await enableTwoFactor(person)
  const code = await device.wrongCode()
  await growStale(service, person)
  await person.post('/dashboard/session/reauthenticate', { password: 'wrong' }, from())
  await person.post('/dashboard/session/reauthenticate', { code }, from())
  await person.post('/dashboard/session/reauthenticate', { password: PASSWORD }, from())
  await person.post('/dashboard/auth/two-factor/disable', { password: 'wrong' }, from())
  const stranger = browserOf(service.url)
  await stranger.post('/dashboard/auth/sign-in/email', { email: person.email, password: PASSWORD }, from())
  await stranger.post('/dashboard/auth/two-factor/verify-totp', { code }, from())
  await stranger.post('/dashboard/auth/two-factor/verify-backup-code', { code: 'no such code' }, from())
  assert.deepEqual((await actionsOf(owner, `&actor=${await idOf(person)}`)).slice(0, 6), [
    'user.fail-code',
    'user.fail-code',
    'user.fail-password',
    'user.reauthenticate',
    'user.fail-reauthenticate',
    'user.fail-reauthenticate',
  ])
})

test('a code that was already used counts as a wrong code', async () => {
  const person = await join(service, accountId, 'viewer')
  const device = await enableTwoFactor(person)
  const code = await device.code()
  for (const wanted of [200, 401]) {
    const browser = browserOf(service.url)
    await browser.post('/dashboard/auth/sign-in/email', { email: person.email, password: PASSWORD }, from())
    assert.equal((await browser.post('/dashboard/auth/two-factor/verify-totp', { code }, from())).status, wanted)
  }
  assert.deepEqual((await actionsOf(owner, `&actor=${await idOf(person)}`)).slice(0, 2), [
    'user.fail-code',
    'user.sign-in',
  ])
})

test('a lock-out is one entry in the audit log, however many attempts follow', async () => {
  const person = await join(service, accountId, 'viewer')
  for (let n = 0; n < 14; n++)
    await browserOf(service.url).post(
      '/dashboard/auth/sign-in/email',
      { email: person.email, password: 'wrong' },
      from(),
    )
  const actions = await actionsOf(owner, `&actor=${await idOf(person)}`)
  assert.equal(actions.filter((action) => action === 'user.fail-sign-in').length, 10)
  assert.equal(actions.filter((action) => action === 'user.lock-out').length, 1)
})

test('a second factor that is locked by ten wrong codes is one lock-out entry in the audit log', async () => {
  const person = await join(service, accountId, 'viewer')
  await enableTwoFactor(person)
  for (let n = 0; n < 12; n++) {
    const browser = browserOf(service.url)
    await browser.post('/dashboard/auth/sign-in/email', { email: person.email, password: PASSWORD }, from())
    await browser.post('/dashboard/auth/two-factor/verify-backup-code', { code: 'no such code' }, from())
  }
  const actions = await actionsOf(owner, `&actor=${await idOf(person)}`)
  assert.equal(actions.filter((action) => action === 'user.fail-code').length, 10)
  assert.equal(actions.filter((action) => action === 'user.lock-out').length, 1)
})

test('a flood of invalid keys writes one audit entry for a revoked key and one for all unknown keys', async () => {
  const { body: made } = await owner.post('/dashboard/keys', { name: 'Old' })
  await owner.delete(`/dashboard/keys/${made.id}`)
  const unknown = Array.from({ length: 200 }, (_, index) => `sk_test_${String(index).padStart(16, 'x')}`)
  const statuses = await Promise.all(
    [...unknown, ...Array.from({ length: 50 }, () => made.key), 'sk_test_short', 'nonsense'].map(
      async (key) => (await service.api(key).get('/bins')).status,
    ),
  )
  assert.ok(
    statuses.every((status) => status === 401),
    `statuses are ${[...new Set(statuses)].join(' ')}`,
  )
  type Row = { actor: string; subject: string; origin: string; request_id: string }
  const rows = await until('both rows are written', async () => {
    const refusals: Row[] = (await owner.get('/dashboard/audit-log?action=key.refuse')).body.data
    return refusals.length >= 2 && refusals
  })
  const [unknowns, revoked] = [
    rows.find(({ actor }) => actor === 'unknown')!,
    rows.find(({ actor }) => actor === made.id)!,
  ]
  assert.match(revoked.subject, new RegExp(`^${made.id}, \\d+ times?$`))
  assert.match(unknowns.subject, /^unknown keys, \d+ times?$/)
  assert.ok(!JSON.stringify(rows).includes('sk_test_'), JSON.stringify(rows))
  assert.deepEqual([revoked.origin, revoked.request_id.slice(0, 4)], ['127.0.0.1', 'req_'])
  // Within the next fifteen minutes no other entry about these keys is written.
  await Promise.all([service.api(made.key).get('/bins'), service.api(unknown[0]!).get('/bins')])
  await owner.post('/dashboard/keys', { name: 'Another' })
  const { body: after } = await owner.get('/dashboard/audit-log?action=key.refuse')
  assert.equal(after.pagination.total, 2)
  await service.audit()
})
