// A database that hangs, is read-only, cancels statements or goes away: every request is answered with 503 and
// Retry-After, in time, and the service recovers automatically with the database. This file has its own server, so that
// it can be stopped.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { makeMigratedDatabase, startThrowawayPostgres } from '../../scripts/throwaway-postgres.ts'
import { connect } from '../src/database/database.ts'
import { processesIn } from './database/embedded-fixture.ts'
import { type Api, apiOf, startTestService } from './harness.ts'
import { until } from './until.ts'

const server = await startThrowawayPostgres()
await (await makeMigratedDatabase(server, 'cardwright_template')).end()
const everyones = process.env.CARDWRIGHT_TEST_SERVER
process.env.CARDWRIGHT_TEST_SERVER = JSON.stringify(server.connection)
const service = await startTestService()
process.env.CARDWRIGHT_TEST_SERVER = everyones
const owner = connect(service.connection, { max: 2 })
after(async () => {
  await owner.end()
  await server.remove()
})

const api = await service.fundedWorkspace(5_000)
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })
const [folder] = await owner<{ path: string }[]>`select current_setting('data_directory') as path`

/** Suspends the server and all its processes, as on a machine that hangs. */
function freeze(): () => void {
  const all = processesIn(folder!.path).map(Number)
  assert.ok(all.length > 3, `${all.length} processes`)
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of all) process.kill(pid, 'SIGCONT')
  }
}

type Seen = { what: string; status: number; retryAfter: string | null; ms: number }

async function seen(what: string, call: Promise<{ status: number; headers: Headers }>): Promise<Seen> {
  const startedAt = performance.now()
  const { status, headers } = await call
  return { what, status, retryAfter: headers.get('retry-after'), ms: performance.now() - startedAt }
}

const keyed = (key: string) => ({ 'x-idempotency-key': key })
const fund = (by: Api, key: string = randomUUID()) => by.post(`/cards/${card.id}/fund`, { amount: 1 }, keyed(key))
const ready = () => fetch(`${service.url}/readyz`)

/** Sends one request of each kind, and more writes than there are database connections. */
async function requestsOfAllKinds(newcomer: Api): Promise<Seen[]> {
  const authorize = { card_id: card.id, amount: 1, merchant: { name: 'Shop', mcc: '5411', country: 'US' } }
  return Promise.all([
    seen('a read', api.get('/cards')),
    seen('a card', api.get(`/cards/${card.id}`)),
    seen('a key that is not known yet', newcomer.get('/wallet/balance')),
    seen('a creation', api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 1 })),
    seen('an authorization', api.post('/sandbox/authorizations', authorize)),
    ...Array.from({ length: 40 }, () => seen('a funding', fund(api))),
  ])
}

/** A readiness result is cached for a second, so it follows the database by that much. */
function untilReadinessSays(status: 200 | 503): Promise<unknown> {
  return until(`readiness says ${status}`, async () => (await ready()).status === status)
}

test('while the database hangs every request returns 503 in time, and the service recovers automatically', async () => {
  const newcomer = await service.workspace()
  const key = randomUUID()
  const resume = freeze()
  let all: Seen[]
  let readiness: Seen
  let unknown: Seen
  try {
    ;[all, readiness, unknown] = await Promise.all([
      requestsOfAllKinds(newcomer),
      seen('readiness', ready()),
      seen('outcome unknown', fund(api, key)),
    ])
  } finally {
    resume()
  }
  for (const { what, status, retryAfter, ms } of [...all, readiness, unknown]) {
    assert.deepEqual([what, status, retryAfter], [what, 503, '1'])
    // 5 s are promised. The machine may be busy, but without a limit a request would wait until the database goes on.
    assert.ok(ms < 15_000, `${what} took ${ms} ms`)
  }
  assert.ok(readiness.ms < 8_000, `readiness took ${readiness.ms} ms, where 2 s are promised`)
  await untilReadinessSays(200)
  const [first, second] = [await fund(api, key), await fund(api, key)]
  assert.deepEqual([first.status, second.body], [200, first.body], 'the idempotency key returns what happened')
  assert.equal((await newcomer.get('/wallet/balance')).status, 200)
  await service.audit()
})

test('with a read-only database reads succeed, writes return 503 and readiness fails', async () => {
  const { database } = service.connection as { database: string }
  await owner.unsafe(`alter database ${database} set default_transaction_read_only = on`)
  await endOtherSessions()
  try {
    await until('reads are served by new connections', async () => (await api.get('/cards')).status === 200)
    const write = await seen('a funding', fund(api))
    assert.deepEqual([write.status, write.retryAfter], [503, '1'])
    await untilReadinessSays(503)
  } finally {
    await owner.begin('read write', (tx) => tx.unsafe(`alter database ${database} reset default_transaction_read_only`))
    await untilReadinessSays(200)
  }
  assert.equal((await fund(api)).status, 200, 'writes succeed again without a restart')
})

function endOtherSessions() {
  return owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'cardwright %' and pid <> all(select pid from pg_locks where locktype = 'advisory')`
}

test('a statement that the database cancels returns 503', async () => {
  const holder = await owner.reserve()
  await holder`begin`
  await holder`select 1 from cards for update`
  const waiting = seen('a funding', fund(api))
  const cancelled = async () => {
    const rows = await holder<{ done: boolean }[]>`
      select pg_cancel_backend(pid) as done from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return rows.length > 0
  }
  await until('the funding waits and is cancelled', cancelled)
  const { status, retryAfter } = await waiting
  await holder`rollback`
  holder.release()
  assert.deepEqual([status, retryAfter], [503, '1'])
})

test('requests during repeated connection losses succeed or return 503, and no cent is lost', async () => {
  const statuses = new Set<number>()
  let isOver = false
  const storm = async () => {
    while (!isOver) {
      const newcomer = apiOf(service.url, (await service.workspace().catch(() => api)).key)
      const answers = await Promise.all([fund(api), api.get('/cards'), newcomer.get('/cards'), ready()])
      for (const { status } of answers) statuses.add(status)
    }
  }
  const storms = [storm(), storm(), storm()]
  for (let n = 0; n < 25; n++)
    await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query not like '%pg_terminate_backend%'`
  isOver = true
  await Promise.all(storms)
  assert.deepEqual(
    [...statuses].filter((status) => status !== 200 && status !== 503),
    [],
  )
  await untilReadinessSays(200)
  await service.audit()
})
