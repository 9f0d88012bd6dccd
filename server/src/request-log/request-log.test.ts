// Every authenticated request is in the log of its account, once, with how it ended and without what it said.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  anotherKey,
  asOwner,
  assertError,
  bearer,
  newCard,
  send,
  withKey,
  workspaceOf,
} from '../../test/contract/assertions.ts'
import { type Api, countsOf, startTestService } from '../../test/harness.ts'
import { anotherService } from '../../test/webhooks/another-service.ts'
import { firstUuidAt, newUuidHex, requestIdOf, uuidOfRequest } from '../ids.ts'

const service = await startTestService()
const sql = service.services.database.read

// biome-ignore lint/suspicious/noExplicitAny: as the harness has it: the assertions check the shape
type Json = any

async function logs(api: Api, query = ''): Promise<Json[]> {
  const { status, body } = await api.get(`/request-logs${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

let api: Api
before(async () => {
  api = await service.fundedWorkspace(1_000)
})

test('a request is shown as it was answered', async () => {
  const asked = await api.get('/cards?label=secret&page=2')
  const [entry] = await logs(api, '?path=/cards')
  const { created_at, duration_ms, ...rest } = entry
  assert.deepEqual(rest, {
    request_id: asked.headers.get('x-request-id'),
    method: 'GET',
    path: '/v1/cards',
    status: 200,
    error: null,
    actor: (await workspaceOf(service, api)).actor,
    source: 'api_key',
    ip: '127.0.0.1',
  })
  assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0)
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
})

test('a request takes as long in the log as it took, and so it does in the metrics', async () => {
  const own = await service.workspace()
  const startedAt = performance.now()
  await asOwner(service, async (owner) => {
    await owner`begin`
    await owner`lock table workspace_routes in access exclusive mode`
    const advanced = own.post('/sandbox/clock/advance', { seconds: 1 })
    await until(async () => (await owner`select from pg_locks where not granted`).length > 0)
    await owner`select pg_sleep(0.1)`
    await owner`commit`
    assert.equal((await advanced).status, 200)
  })
  const tookMs = performance.now() - startedAt
  const [entry] = await logs(own, '?path=/clock/advance')
  assert.ok(entry.duration_ms >= 100 && entry.duration_ms <= tookMs + 1, `${entry.duration_ms} of ${tookMs}`)
  const { values } = await service.services.metrics.requests.get()
  const sum = values.find(
    ({ metricName, labels }) => metricName?.endsWith('_sum') && /advance/.test(String(labels.route)),
  )
  assert.ok(sum!.value >= 0.1)
})

test('refusals bear their identifier: of validation, of the books, of a replay, of a limit, of an unknown path', async () => {
  const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '7' })
  const own = await limited.workspace()
  const card = { bin_id: 'bin_visa_us_prepaid_1', amount: 5 }
  await own.post('/cards', { ...card, amount: 0.5 })
  await own.post('/cards', card, withKey('one'))
  await own.post('/cards', card, withKey('one'))
  await own.get('/nowhere')
  await own.get('/cards/card_none')
  await send(limited, { method: 'PUT', path: '/v1/%zz', headers: bearer(own) })
  const [, ...before] = (await logs(own)).reverse()
  await own.get('/bins')
  const rows = await asOwner(limited, (owner) => {
    return limited.services.requestLog.flush().then(
      () => owner<Json[]>`
      select method, path, status, error from request_log order by id`,
    )
  })
  assert.equal(before.length, 5)
  assert.deepEqual(
    rows.map(({ method, path, status, error }) => `${method} ${path} ${status} ${error}`),
    [
      'POST /v1/cards 400 invalid_amount',
      'POST /v1/cards 400 insufficient_funds',
      'POST /v1/cards 400 insufficient_funds',
      'GET /v1/nowhere 404 not_found',
      'GET /v1/cards/card_none 404 card_not_found',
      'PUT /v1/%zz 404 not_found',
      'GET /v1/request-logs 200 null',
      'GET /v1/bins 429 rate_limit_exceeded',
    ],
  )
})

test('what has no workspace is in no log: no key, a wrong key, pages', async () => {
  const count = async () =>
    (await sql<{ count: number }[]>`select count(*)::integer as count from request_log`)[0]!.count
  await service.services.requestLog.flush()
  const before = await count()
  for (const path of ['/v1/cards', '/healthz', '/openapi.json']) await fetch(`${service.url}${path}`)
  await service.api(`sk_test_${'x'.repeat(32)}`).get('/cards')
  await service.services.requestLog.flush()
  assert.equal(await count(), before)
})

test('a key or a card number in a path is not kept', async () => {
  await api.get('/cards/4111111111111111')
  await api.get(`/cards/${api.key}`)
  const paths = (await logs(api, '?status=404')).map((entry) => entry.path)
  assert.deepEqual(paths, ['/v1/cards/[removed]', '/v1/cards/[removed]'])
})

test('filters: method, status and its class, a literal part of the path, the request, the time', async () => {
  const own = await service.fundedWorkspace(100)
  const card = await newCard(own, { amount: 10 })
  const frozen = await own.post(`/cards/${card.id}/freeze`)
  await own.get('/transactions?page=0')
  await own.get('/100%25_off')
  const shown = async (query: string) => (await logs(own, query)).map((entry) => `${entry.method} ${entry.status}`)
  assert.deepEqual(await shown('?method=POST'), ['POST 200', 'POST 201', 'POST 201'])
  assert.deepEqual(await shown('?status=4xx'), ['GET 404', 'GET 400'])
  assert.deepEqual(await shown('?status=400'), ['GET 400'])
  assert.deepEqual(await shown('?path=FREEZE'), ['POST 200'])
  assert.deepEqual(await shown('?path=%2525_'), ['GET 404'])
  assert.deepEqual(await shown('?path=_&status=201'), [])
  const id = frozen.headers.get('x-request-id')!
  assert.deepEqual(await shown(`?request_id=${id}`), ['POST 200'])
  const [{ created_at: at }] = (await logs(own, `?request_id=${id}`)) as [Json]
  assert.deepEqual(await shown(`?request_id=${id}&from=${at}&to=${at}`), ['POST 200'])
  const sooner = new Date(Date.parse(at) - 1).toISOString()
  assert.deepEqual(await shown(`?request_id=${id}&to=${sooner}`), [])
  assert.deepEqual(await shown('?request_id=req_none'), [])
  assert.deepEqual(await shown('?to=0001-01-01'), [])
  assert.deepEqual(await shown('?from=9999-12-31'), [])
})

test('what is not a filter is refused by name', async () => {
  const wrong = {
    status: ['9xx', '20', '4x', 'abc', '0200'],
    method: ['get', 'TRACE'],
    from: ['yesterday'],
    to: ['x'],
    other: ['1'],
  }
  for (const [param, values] of Object.entries(wrong))
    for (const value of values)
      assertError(await api.get(`/request-logs?${param}=${value}`), 400, 'invalid_request', param)
})

test('pages: newest first, none twice, a total', async () => {
  const own = await service.workspace()
  for (let n = 0; n < 5; n++) await own.get(`/bins/${n}`)
  const pages: string[][] = []
  for (const page of [1, 2, 3, 4])
    pages.push((await logs(own, `?path=/bins/&per_page=2&page=${page}`)).map((entry) => entry.path.slice(-1)))
  assert.deepEqual(pages, [['4', '3'], ['2', '1'], ['0'], []])
  const { body } = await own.get('/request-logs?path=/bins/&per_page=2')
  assert.deepEqual(countsOf(body.pagination), { page: 1, per_page: 2, total: 5 })
})

test('more than 10,000 are not counted to the end', async () => {
  const own = await service.workspace()
  const { bucket, accountId } = await workspaceOf(service, own)
  await asOwner(
    service,
    (owner) => owner`
      insert into request_log (bucket, id, account_id, environment, status, duration_ms, method, path, actor, ip)
      select ${bucket}, uuidv7(n * interval '-1 millisecond'), ${accountId}, 1, 200 + n % 2, 1, 'GET', '/v1/bins', 'key', '::1'
      from generate_series(1, 25000) n`,
  )
  const totals = async (query: string) => countsOf((await own.get(`/request-logs${query}`)).body.pagination)
  assert.deepEqual(await totals(''), { page: 1, per_page: 50, total: 10_000, total_capped: true })
  assert.deepEqual(await totals('?status=201'), { page: 1, per_page: 50, total: 10_000, total_capped: true })
  assert.equal((await logs(own, '?per_page=100&page=100')).length, 100)
  for (const query of ['per_page=100&page=101', 'page=1000000000'])
    assertError(await own.get(`/request-logs?${query}`), 400, 'invalid_request', 'page')
})

test('one account or environment does not see the requests of another', async () => {
  const other = await anotherKey(service, api, { live: true })
  const id = (await api.get('/bins')).headers.get('x-request-id')
  assert.equal((await logs(api, `?request_id=${id}`)).length, 1)
  assert.deepEqual(await logs(other, `?request_id=${id}`), [])
  assert.deepEqual(await logs(await service.workspace(), `?request_id=${id}`), [])
})

test('a sandbox reset leaves the log as it is', async () => {
  const own = await service.workspace()
  await own.get('/bins')
  await own.post('/sandbox/reset')
  const paths = (await logs(own)).map((entry) => entry.path)
  assert.deepEqual(paths, ['/v1/sandbox/reset', '/v1/bins'])
})

test('nothing older than seven days is shown, although its rows may still be there', async () => {
  const own = await service.workspace()
  const { bucket, accountId } = await workspaceOf(service, own)
  const day = 24 * 3_600_000
  const ages = [7 * day - 60_000, 7 * day + 60_000]
  await asOwner(service, async (owner) => {
    await owner`select ensure_partitions(now() - interval '7 days', 1)`
    for (const age of ages)
      await owner`
        insert into request_log (bucket, id, account_id, environment, status, duration_ms, method, path, actor, ip)
        values (${bucket}, ${firstUuidAt(Date.now() - age)}, ${accountId}, 1, 200, 1, 'GET', ${`/v1/${age}`}, 'key', '::1')`
  })
  const shown = async (query: string) => (await logs(own, `${query}&path=/v1/6`)).map((entry) => entry.path)
  assert.deepEqual(await shown('?from=2020-01-01'), [`/v1/${ages[0]}`])
  assert.deepEqual(await shown('?page=1'), [`/v1/${ages[0]}`])
})

test('an open stream is in the log when it ends, with its address', async () => {
  const own = await service.workspace()
  const ending = new AbortController()
  const response = await fetch(`${service.url}/v1/events/stream`, { headers: bearer(own), signal: ending.signal })
  const id = response.headers.get('x-request-id')
  assert.deepEqual(await logs(own, `?request_id=${id}`), [])
  ending.abort()
  let found: Json[] = []
  while (found.length === 0) found = await logs(own, `?request_id=${id}`)
  assert.deepEqual([found[0].path, found[0].ip], ['/v1/events/stream', '127.0.0.1'])
})

test('what was answered before a stop is written by it', async () => {
  const another = await anotherService(service)
  const own = await service.workspace()
  const id = (await another.api(own.key).get('/bins')).headers.get('x-request-id')!
  await another.stop()
  assert.equal((await logs(own, `?request_id=${id}`)).length, 1)
})

test('rows that the database refuses are dropped and counted; the next ones are written', async () => {
  const another = await anotherService(service)
  const own = another.api((await service.workspace()).key)
  const dropped = async () => (await another.services.metrics.requestLogDropped.get()).values[0]!.value
  await asOwner(service, (owner) => owner`revoke insert on request_log from cardwright_service`)
  for (let n = 0; n < 3; n++) await own.get('/bins')
  await another.services.requestLog.flush()
  assert.equal(await dropped(), 3)
  await asOwner(service, (owner) => owner`grant insert on request_log to cardwright_service`)
  await own.get('/bins')
  assert.equal((await logs(own)).length, 1)
  assert.equal(await dropped(), 3)
})

test('while the database is away requests wait for it, up to a bound', async () => {
  const another = await anotherService(service)
  const { requestLog, metrics } = another.services
  const own = await service.workspace()
  const workspace = await workspaceOf(service, own)
  const entry = { workspace, method: 'GET', url: '/v1/away', status: 200, ms: 1, error: null, ip: '::1' }
  const add = () => requestLog.add({ ...entry, requestId: `req_${newUuidHex()}` })
  await asOwner(service, async (owner) => {
    await owner.begin(async (tx) => {
      await tx`lock table request_log in access exclusive mode`
      const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as unknown as [{ pid: number }]
      add()
      const writing = requestLog.flush()
      await until(async () => (await blockedBy(pid)).length > 0)
      for (const blocked of await blockedBy(pid))
        await asOwner(service, (other) => other`select pg_terminate_backend(${blocked})`)
      await writing
      for (let n = 0; n < 20_010; n++) add()
    })
  })
  assert.equal((await metrics.requestLogDropped.get()).values[0]!.value, 11)
  await requestLog.flush()
  assert.deepEqual((await own.get('/request-logs?path=/away')).body.pagination.total, 10_000)
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from request_log where account_id = ${workspace.accountId} and path = '/v1/away'`
  assert.equal(row!.count, 20_000)
})

async function blockedBy(pid: number): Promise<number[]> {
  const rows = await asOwner(
    service,
    (owner) => owner<{ pid: number }[]>`
    select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`,
  )
  return rows.map((row) => row.pid)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

test('a request id and its uuid are the same bytes', () => {
  const id = `req_${newUuidHex()}`
  assert.equal(requestIdOf(uuidOfRequest(id)), id)
})
