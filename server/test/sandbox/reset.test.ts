// POST /sandbox/reset: the sandbox is as after the first start, except that keys, the audit log and the event sequence
// remain.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureFirstAccount } from '../../src/start/first-start.ts'
import { purgeDeadWorkspaces } from '../../src/worker.ts'
import { type Api, startTestService, type TestService } from '../harness.ts'
import {
  anotherKey,
  asOwner,
  assertError,
  DAY,
  done,
  eventsOf,
  type Json,
  newCard,
  sceneOf,
  withKey,
  workspaceOf,
} from './scene.ts'

const service = await startTestService()
// The demo account is created only where no account exists, so it comes before any other.
const firstStart = await ensureFirstAccount(service.services.database, service.config, new Date())
const demo = service.api(firstStart.sandboxKey!)
const nothing = { currency: 'USD', pending_deposits: 0, total_spent: 0, cards_active: 0, cards_total_balance: 0 }
const funded = { ...nothing, balance: 24_750, total_deposited: 24_750 }
const reset = async (api: Api) => assert.deepEqual(done(await api.post('/sandbox/reset'), 200), { ok: true })
const wallet = async (api: Api): Promise<Json> => done(await api.get('/wallet/balance'), 200)

/** Creates one object of every kind, and returns the calls that must not find them after a reset. */
async function live(api: Api): Promise<[string, string][]> {
  const scene = sceneOf(api, (await newCard(api)).id)
  await scene.advance(40 * DAY)
  const authorization = await scene.hold(30)
  done(await scene.on(authorization, 'settle', { amount: 10, final: false }), 201)
  done(await scene.on(authorization, 'reverse', { amount: 5 }), 200)
  await scene.ask(5000)
  done(await api.put('/sandbox/rates', { rates: { EUR: '1.25' } }), 200)
  await scene.hold(4, { currency: 'EUR' })
  const challenge = await scene.challenge(5)
  done(await api.post('/sandbox/deposits', { currency: 'btc', amount_crypto: '0.01' }), 201)
  done(await api.get(`/cards/${scene.card}/details`), 200)
  done(await api.post(`/cards/${scene.card}/reveal-sessions`, { origin: 'https://shop.example.com' }), 201)
  const template = done(await api.post('/card-templates', { name: 'Advertising' }), 201)
  done(await api.post(`/cards/${(await newCard(api)).id}/replace`, { reason: 'lost' }), 201)
  return [
    [`/card-templates/${template.id}`, 'template_not_found'],
    [`/cards/${scene.card}`, 'card_not_found'],
    [`/cards/${scene.card}/details`, 'card_not_found'],
    [`/transactions/${authorization.id}`, 'transaction_not_found'],
    [`/3ds/${challenge.id}`, 'challenge_not_found'],
  ]
}

test('a reset returns a sandbox that began with a deposit to the state of the first start', async () => {
  assert.deepEqual(await wallet(demo), funded)
  const gone = await live(demo)
  assert.notDeepEqual(await wallet(demo), funded)
  await reset(demo)
  assert.deepEqual(await wallet(demo), funded)
  for (const list of ['/cards', '/transactions', '/3ds']) {
    const { data, pagination } = done(await demo.get(list), 200)
    assert.deepEqual([data, pagination.total], [[], 0], list)
  }
  for (const [path, error] of gone) assertError(await demo.get(path), 404, error)
  const now = new Date(done(await demo.get('/sandbox/clock'), 200).now)
  assert.ok(Math.abs(now.getTime() - Date.now()) < 60_000, `the clock shows real time again, not ${now.toISOString()}`)
})

test('the event sequence continues after a reset, and its next event is the first deposit', async () => {
  await live(demo)
  const last = (await eventsOf(service, demo)).at(-1)!.sequence
  await reset(demo)
  const after = (await eventsOf(service, demo)).map(({ sequence, type }) => [sequence, type])
  assert.deepEqual(after, [
    [last + 1, 'deposit.pending'],
    [last + 2, 'deposit.confirmed'],
  ])
})

test('a reset of an account that began empty leaves it empty', async () => {
  const api = await service.fundedWorkspace(500)
  await live(api)
  await reset(api)
  assert.deepEqual(await wallet(api), { ...nothing, balance: 0, total_deposited: 0 })
  assert.deepEqual(await eventsOf(service, api), [])
})

test('after a reset a new card can spend, and old ids return 404', async () => {
  const api = await service.fundedWorkspace(500)
  const old = sceneOf(api, (await newCard(api)).id)
  const hold = await old.hold(10)
  await reset(api)
  for (const verb of ['settle', 'reverse', 'expire'])
    assertError(await old.on(hold, verb), 404, 'transaction_not_found')
  assertError(await api.post(`/cards/${old.card}/freeze`), 404, 'card_not_found')
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500', confirm: true }), 201)
  const fresh = sceneOf(api, (await newCard(api)).id)
  assert.equal((await fresh.hold(10)).balance_after, 90)
})

test('a card number from before the reset is unknown and is not issued again', async () => {
  const api = await service.fundedWorkspace(500)
  const old = sceneOf(api, (await newCard(api)).id)
  const { pan } = done(await api.get(`/cards/${old.card}/details`), 200)
  await reset(api)
  assert.equal((await old.ask(1, { pan })).decline_reason, 'invalid_card')
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500', confirm: true }), 201)
  const next = done(await api.get(`/cards/${(await newCard(api)).id}/details`), 200)
  assert.notEqual(next.pan, pan)
})

test('every key remains valid after a reset and sees the new sandbox immediately, and production is unchanged', async () => {
  const api = await service.fundedWorkspace(500)
  const [second, production] = [await anotherKey(service, api), await anotherKey(service, api, { live: true })]
  const card = await newCard(api)
  done(await second.get(`/cards/${card.id}`), 200)
  const before = await wallet(production)
  const workspace = await workspaceOf(service, production)
  await reset(api)
  assertError(await second.get(`/cards/${card.id}`), 404, 'card_not_found')
  assert.equal(done(await second.get('/cards'), 200).pagination.total, 0)
  assert.deepEqual(await wallet(production), before)
  assert.deepEqual(await workspaceOf(service, production), workspace)
})

test('a key that was in use during the reset can still read the sandbox clock', async () => {
  const api = await service.workspace()
  const second = await anotherKey(service, api)
  await purgeDeadWorkspaces(service.services)
  done(await second.get('/sandbox/clock'), 200)
  await reset(api)
  await purgeDeadWorkspaces(service.services)
  done(await second.get('/sandbox/clock'), 200)
})

test('the audit log survives a reset and continues in the same hash chain', async () => {
  const api = await service.fundedWorkspace(500)
  await live(api)
  const before = await auditLog(api)
  assert.ok(before.length > 0, `${before.length} entries`)
  await reset(api)
  assert.deepEqual(await auditLog(api), before)
  await purgeDeadWorkspaces(service.services)
  await live(await refill(api))
  const after = await auditLog(api)
  assert.deepEqual(after.slice(0, before.length), before)
  assert.ok(after.length > before.length, `${after.length} entries after ${before.length}`)
  await service.audit()
})

async function refill(api: Api): Promise<Api> {
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '500', confirm: true }), 201)
  return api
}

async function auditLog(api: Api): Promise<string[]> {
  const { bucket, id } = await workspaceOf(service, api)
  const rows = await service.services.database.read<{ text: string }[]>`
    select a::text as text from audit_log a join workspaces w using (bucket, lineage_id)
    where w.bucket = ${bucket} and w.id = ${id} order by a.sequence`
  return rows.map(({ text }) => text)
}

test('a reset that is retried with the same idempotency key returns the same response and resets nothing', async () => {
  const api = await service.fundedWorkspace(500)
  const first = await api.post('/sandbox/reset', undefined, withKey('r'))
  assert.deepEqual([first.status, first.body, first.headers.get('idempotent-replayed')], [200, { ok: true }, null])
  const { id } = await newCard(await refill(api))
  const again = await api.post('/sandbox/reset', undefined, withKey('r'))
  assert.deepEqual([again.status, again.body, again.headers.get('idempotent-replayed')], [200, { ok: true }, 'true'])
  done(await api.get(`/cards/${id}`), 200)
})

test('concurrent retries of one reset reset the sandbox once', async () => {
  const api = await service.fundedWorkspace(500)
  const before = await workspaceOf(service, api)
  const answers = await Promise.all([1, 2, 3, 4].map(() => api.post('/sandbox/reset', undefined, withKey('many'))))
  for (const answer of answers) assert.deepEqual(done(answer, 200), { ok: true })
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
  assert.notEqual((await workspaceOf(service, api)).id, before.id)
})

test('concurrent resets all succeed and leave one working sandbox', async () => {
  const api = await service.fundedWorkspace(500)
  for (const answer of await Promise.all(Array.from({ length: 5 }, () => api.post('/sandbox/reset')))) {
    assert.deepEqual(done(answer, 200), { ok: true })
  }
  await newCard(await refill(api))
  await service.audit()
})

test('a reset does not restore the rate limit, which belongs to the account in its environment', async () => {
  const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '5' })
  const api = await limited.workspace()
  for (let n = 0; n < 4; n++) done(await api.get('/bins'), 200)
  await reset(api)
  assertError(await api.get('/bins'), 429, 'rate_limit_exceeded')
})

test('the purge after a reset deletes every row of the old sandbox and no other row', async () => {
  const [api, bystander] = [await service.fundedWorkspace(500), await service.fundedWorkspace(500)]
  await live(bystander)
  const kept = await rowsByTable(service, (await workspaceOf(service, bystander)).id)
  const dead = (await workspaceOf(service, api)).id
  await live(api)
  const full = await rowsByTable(service, dead)
  assert.deepEqual(Object.keys(full).sort(), Object.keys(kept).sort())
  await reset(api)
  await purgeDeadWorkspaces(service.services)
  assert.deepEqual(await rowsByTable(service, dead), {})
  assert.deepEqual(await rowsByTable(service, (await workspaceOf(service, bystander)).id), kept)
  await service.audit()
})

/** Counts the rows of a workspace in each table, without the tables that have none. */
function rowsByTable({ connection }: TestService, workspace: string): Promise<Record<string, number>> {
  return asOwner({ connection } as TestService, async (sql) => {
    const columns = await sql<{ name: string; owner: string }[]>`
      select c.relname as name, a.attname as owner from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and (a.attname = 'workspace_id' or (c.relname = 'workspaces' and a.attname = 'id'))`
    const counts: Record<string, number> = {}
    for (const { name, owner } of columns) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::integer as count from ${sql(name)} where ${sql(owner)} = ${workspace}`
      if (row!.count > 0) counts[name] = row!.count
    }
    return counts
  })
}

test('the books balance', () => service.audit())
