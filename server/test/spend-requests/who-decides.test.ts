// Who may decide on a request and who sees it. Above an amount, people need a fresh session. The requesting key must
// not be revoked or expired. Agents see only their own requests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeApiKey } from '../../src/accounts/api-keys.ts'
import type { NewRights } from '../../src/accounts/stored-rights.ts'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, growStale, join, PASSWORD } from '../people.ts'
import {
  anotherKey,
  asOwner,
  assertError,
  changesNothing,
  done,
  type Json,
  sceneOf,
  withKey,
  workspaceOf,
} from '../sandbox/scene.ts'
import { until } from '../until.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' }, { worker: true })

const ask = async (api: Api, amount = 25): Promise<Json> =>
  done(
    await api.post('/spend-requests', {
      amount,
      merchant: { name: 'Acme Books' },
      reason: 'The manual for the printer in room 4.',
    }),
    201,
  )

async function open(rights: NewRights = {}) {
  const boss = await service.fundedWorkspace(1_000)
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ...rights } })
  return { boss, agent, accountId: await accountOf(service, boss.key) }
}

test('a stale session can approve up to 100.00, and more after the person has reauthenticated', async () => {
  const { boss, agent, accountId } = await open()
  const person = await join(service, accountId, 'owner')
  const [small, large] = [await ask(agent, 100), await ask(agent, 100.01)]
  await growStale(service, person)
  // The dashboard repeats the request with the same key after the person has reauthenticated.
  const approve = ({ id }: Json) => person.post(`/v1/spend-requests/${id}/approve`, {}, withKey(id))
  assert.equal(done(await approve(small), 200).status, 'approved')
  await changesNothing(service, boss, async () => assertError(await approve(large), 403, 'reauthentication_required'))
  done(await person.post('/dashboard/session/reauthenticate', { password: PASSWORD }), 200)
  const { status, decided_by } = done(await approve(large), 200)
  assert.equal(status, 'approved')
  assert.match(decided_by, /^usr_/)
  await service.audit()
})

test('the policy of the key can set another amount for reauthentication, down to zero', async () => {
  const spendPolicy = { auto_approve: null, merchants: [], confirm_above: 0 }
  const { agent, accountId } = await open({ spendPolicy })
  const person = await join(service, accountId, 'owner')
  const { id } = await ask(agent, 1)
  await growStale(service, person)
  assertError(await person.post(`/v1/spend-requests/${id}/approve`, {}), 403, 'reauthentication_required')
  assert.equal(
    done(await person.post(`/v1/spend-requests/${id}/deny`, {}), 200).status,
    'denied',
    'a denial needs no reauthentication',
  )
})

test('a request of a revoked or expired key cannot be approved, and can still be denied', async () => {
  const { boss, agent } = await open()
  const { id } = await ask(agent)
  const { key } = await workspaceOf(service, agent)
  await service.services.database.transaction((tx) => revokeApiKey(tx, key!.id, new Date()))
  await changesNothing(service, boss, async () =>
    assertError(await boss.post(`/spend-requests/${id}/approve`), 400, 'invalid_state'),
  )
  assert.equal(done(await boss.post(`/spend-requests/${id}/deny`), 200).status, 'denied')

  const short = await anotherKey(service, boss, { rights: { expiresAt: new Date(Date.now() + 3_600_000) } })
  const late = await ask(short)
  const { key: expiring } = await workspaceOf(service, short)
  await asOwner(service, (sql) => sql`update api_keys set expires_at = now() where id = ${expiring!.id}`)
  assertError(await boss.post(`/spend-requests/${late.id}/approve`), 400, 'invalid_state')
})

test('an agent sees and cancels only its own requests, and a full key sees all', async () => {
  const { boss, agent } = await open()
  const other = await anotherKey(service, boss, { rights: { kind: 'agent' } })
  const [mine, theirs] = [await ask(agent), await ask(other)]
  const ids = async (api: Api) => done(await api.get('/spend-requests'), 200).data.map(({ id }: Json) => id)
  assert.deepEqual(await ids(agent), [mine.id])
  assert.deepEqual(await ids(boss), [theirs.id, mine.id])
  assertError(await agent.get(`/spend-requests/${theirs.id}`), 404, 'spend_request_not_found')
  for (const verb of ['cancel', 'approve', 'deny'])
    assertError(await agent.post(`/spend-requests/${theirs.id}/${verb}`), 404, 'spend_request_not_found')
})

test('statistics show per key what was requested, approved, denied and spent in 30 days of workspace time', async () => {
  const { boss, agent, accountId } = await open()
  const person = await join(service, accountId, 'viewer')
  const read = async () => done(await person.get('/dashboard/spend-requests/statistics'), 200)
  assert.deepEqual((await read()).keys, [])
  const requests = [await ask(agent), await ask(agent), await ask(agent)]
  done(await boss.post(`/spend-requests/${requests[1].id}/deny`), 200)
  const { card_id, requested_by } = done(await boss.post(`/spend-requests/${requests[0].id}/approve`), 200)
  const { hold, on, advance } = sceneOf(boss, card_id)
  const purchase = await hold(20, { merchant: { name: 'Acme Books', mcc: '5942', country: 'US' } })
  done(await on(purchase, 'settle'), 201)
  await ask(boss)
  const { keys, capped } = await read()
  assert.equal(capped, false)
  const { name, ...figures } = keys.find(({ id }: Json) => id === requested_by)
  assert.equal(typeof name, 'string')
  assert.deepEqual(figures, { id: requested_by, kind: 'agent', asked: 3, approved: 1, denied: 1, spent: 20 })
  assert.equal(keys.length, 2)
  await advance(31 * 86_400)
  assert.deepEqual((await read()).keys, [])
})

test('names are shown only for keys and people of this account and environment', async () => {
  const { agent, accountId } = await open()
  const person = await join(service, accountId, 'viewer')
  const { id: userId } = done(await person.get('/dashboard/session'), 200).user
  const [mine, theirs] = [(await ask(agent)).requested_by, (await ask((await open()).agent)).requested_by]
  const read = async (in_: typeof person) =>
    done(await in_.get(`/dashboard/actors?ids=${[mine, theirs, userId, 'nonsense'].join(',')}`), 200).data
  const named = (data: Json[]) => data.map(({ id, kind }) => `${kind} ${id}`).toSorted()
  assert.deepEqual(named(await read(person)), [`agent ${mine}`, `person ${userId}`])
  assert.deepEqual(named(await read(person.in('production'))), [`person ${userId}`])
})

test('a reset of the sandbox removes the requests, and the worker purges them', async () => {
  const { boss, agent } = await open()
  const waiting = await ask(agent)
  done(await boss.post(`/spend-requests/${(await ask(agent)).id}/approve`), 200)
  const { id: before } = await workspaceOf(service, boss)
  done(await boss.post('/sandbox/reset'), 200)
  assert.deepEqual(done(await boss.get('/spend-requests'), 200).data, [])
  assertError(await boss.get(`/spend-requests/${waiting.id}`), 404, 'spend_request_not_found')
  await until('the requests are purged', () =>
    asOwner(service, async (sql) => {
      const rows = await sql`select 1 from spend_requests where workspace_id = ${before} limit 1`
      return rows.length === 0
    }),
  )
})
