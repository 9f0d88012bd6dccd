// How passcodes are protected: the audit log of reads, encryption at rest, and the total of the list.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, countsOf, startTestService } from '../harness.ts'
import { anotherKey, asOwner, assertError, done, openScene, withKey, workspaceOf } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('every read of a passcode is recorded in the audit log with the reader and the challenge, in real time', async () => {
  const { api, challenge, advance } = await openScene(service)
  await advance(86_400)
  const [first] = [await challenge(1), await challenge(2)]
  const before = await auditLog(api)
  const startedAt = Date.now()
  const answers = [await api.get(`/3ds/${first.id}`), await api.get('/3ds')]
  const log = (await auditLog(api)).slice(before.length)
  assert.deepEqual(
    log.map(({ action, actor }) => [action, actor]),
    Array(2).fill(['3ds.read', (await workspaceOf(service, api)).actor]),
  )
  assert.equal(log[0]!.subject, first.id)
  assert.deepEqual(
    log.map(({ request_id }) => request_id),
    answers.map(({ headers }) => headers.get('x-request-id')),
  )
  for (const { at } of log)
    assert.ok(Math.abs(at.getTime() - startedAt) < 60_000, `the entry is dated ${at.toISOString()}`)
})

async function auditLog(api: Api) {
  const { bucket, id } = await workspaceOf(service, api)
  return service.services.database.read<
    { action: string; subject: string; actor: string; request_id: string; at: Date }[]
  >`
    select a.action, a.subject, a.actor, a.request_id, a.at from audit_log a join workspaces w using (bucket, lineage_id)
    where w.bucket = ${bucket} and w.id = ${id} order by a.sequence`
}

test('a passcode is stored encrypted, and no row of any table contains its digits in plain text', async () => {
  const { api, card } = await openScene(service)
  const body = { card_id: card, merchant: 'A name to find', amount: 1 }
  const made = done(await api.post('/sandbox/3ds', body, withKey('sealed')), 201)
  done(await api.post(`/sandbox/3ds/${made.id}/verify`, { otp: made.otp }, withKey('verified')), 200)
  await api.get(`/3ds/${made.id}`)
  assert.deepEqual(
    await tablesHolding(body.merchant),
    ['three_ds_challenges'],
    'the search finds a text that is stored in plain text',
  )
  assert.deepEqual(await tablesHolding(made.otp), [])
  const replay = await api.post('/sandbox/3ds', body, withKey('sealed'))
  assert.deepEqual([replay.body, replay.headers.get('idempotent-replayed')], [made, 'true'])
})

/** Finds the text on its own, or as the bytes of a binary column. */
function tablesHolding(text: string): Promise<string[]> {
  return asOwner(service, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`
    assert.ok(tables.length > 15, `${tables.length} tables`)
    const holding: string[] = []
    for (const { name } of tables) {
      const [found] = await sql`
        select 1 from ${sql(name)} t
        where t::text ~ ${`(^|[^0-9a-f])${text}([^0-9a-f]|$)`} or t::text like ${`%${Buffer.from(text).toString('hex')}%`} limit 1`
      if (found) holding.push(name)
    }
    return holding
  })
}

test('a key without the right to read passcodes opens and verifies a challenge without learning the passcode', async () => {
  const { api, card } = await openScene(service)
  const shop = await anotherKey(service, api, { rights: { scopes: ['sandbox:write', 'cards:read'] } })
  const made = done(await shop.post('/sandbox/3ds', { card_id: card, merchant: 'Shop', amount: 1 }), 201)
  assert.equal(made.otp, '******')
  const { otp } = done(await api.get(`/3ds/${made.id}`), 200)
  const verified = done(await shop.post(`/sandbox/3ds/${made.id}/verify`, { otp }), 200)
  assert.deepEqual([verified.otp, verified.status], ['******', 'completed'])
})

test('challenges are counted up to 10,000, with and without filters', async () => {
  const { api, card, challenge } = await openScene(service)
  await challenge(1)
  const { bucket, id } = await workspaceOf(service, api)
  // The 10,001 further rows are older. Only the newest challenge is read, so only its passcode is decrypted.
  await service.services.database.write`
    insert into three_ds_challenges (bucket, id, workspace_id, card_id, merchant, amount_cents, otp_sealed, status, expires_at, created_at)
    select bucket, gen_random_uuid(), workspace_id, card_id, merchant, amount_cents, otp_sealed, status, expires_at, created_at - n * interval '1 second'
    from three_ds_challenges, generate_series(1, 10001) as n where bucket = ${bucket} and workspace_id = ${id}`
  for (const query of ['', `&card_id=${card}`, '&status=pending', `&card_id=${card}&status=pending`]) {
    const { pagination } = done(await api.get(`/3ds?per_page=1${query}`), 200)
    assert.deepEqual(countsOf(pagination), { page: 1, per_page: 1, total: 10_000, total_capped: true }, query)
    assertError(await api.get(`/3ds?per_page=1&page=10001${query}`), 400, 'invalid_request', 'page')
  }
})

test('the books balance', () => service.audit())
