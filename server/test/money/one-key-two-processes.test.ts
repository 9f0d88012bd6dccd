// Every write of the API is sent with one idempotency key to two processes at the same moment. It happens once, and
// both responses are the same bytes. `RACES=1000` repeats each race a thousand times. That takes longer than the limit
// for a test file, so set `CARDWRIGHT_TEST_FILE_LIMIT_MS=7200000` too.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { hashKey } from '../../src/accounts/api-keys.ts'
import { routes } from '../../src/routes.ts'
import { type Answer, type Api, apiOf, startTestService } from '../harness.ts'
import { type Owner, ownerOf } from './books.ts'
import { everyWrite, type Prepare } from './every-write.ts'
import { atOnce, test } from './race-scene.ts'
import { secondService } from './second-service.ts'

const RACES = Number(process.env.RACES ?? 4)
/** Races of different accounts run concurrently. */
const LANES = 4
/** The limit is far above the duration of the races. A request that is never answered must fail its test. */
const TIMEOUT_MS = 60_000 + RACES * 2_000
const env = { WEBHOOK_ALLOW_LOOPBACK: 'true' }
const service = await startTestService(env)
const owner = ownerOf(service)
const second = await secondService(service, env)

const writes = everyWrite(service)

test('every write of the API is covered by these races', () => {
  const expected = routes.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId)
  assert.deepEqual(Object.keys(writes).sort(), expected.sort())
  return Promise.resolve()
})

/** Counts the rows of the workspaces of this key's account. A write that happened twice would add its rows twice. */
async function rowsOf(sql: Owner, key: string): Promise<Record<string, number>> {
  const count = (table: string) =>
    sql.unsafe(`(select count(*) from ${table} t where t.bucket = w.bucket and t.workspace_id = w.id)`)
  const [row] = await sql`
    with workspaces_of_account as (
      select w.* from api_keys k
      join workspace_routes r on r.account_id = k.account_id and r.environment = k.environment
      join workspaces w on w.bucket = r.bucket and w.account_id = k.account_id
      where k.hash = ${hashKey(key)})
    select sum(event_sequence) filter (where live)::integer as events, sum(${count('transfers')})::integer as transfers,
      sum(${count('card_history')})::integer as history, sum(${count('cards')})::integer as cards,
      sum(${count('deposits')})::integer as deposits, sum(${count('webhooks')})::integer as webhooks,
      sum(${count('webhook_deliveries')})::integer as deliveries, count(*)::integer as workspaces,
      sum(${count('idempotency_keys')})::integer as keys,
      (sum(round(clock_offset_ms / 3600000)) filter (where live))::integer as hours
    from workspaces_of_account w`
  return row as Record<string, number>
}

/** Returns the number of rows that sending the request added. */
async function effectOf(api: Api, send: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rowsOf(owner, api.key)
  await send()
  const after = await rowsOf(owner, api.key)
  return Object.fromEntries(Object.keys(after).map((name) => [name, after[name]! - before[name]!]))
}

/** Races one key of one account on two processes. */
async function race(prepare: Prepare, expectedEffect: Record<string, number>): Promise<void> {
  const api = await service.fundedWorkspace(500)
  const processes = [api, apiOf(second.url, api.key)]
  const send = await prepare(api)
  const headers = { 'x-idempotency-key': randomUUID() }
  let answers: Answer[] = []
  const effect = await effectOf(api, async () => {
    answers = await atOnce(2, (n) => send(processes[n]!, headers))
  })
  const [first, repeated] = answers.map(({ status, body }) => [status, JSON.stringify(body)])
  assert.deepEqual(repeated, first)
  assert.ok(answers[0]!.status < 300, JSON.stringify(first))
  assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true').length, 1)
  assert.deepEqual(effect, expectedEffect)
}

for (const [name, prepare] of Object.entries(writes)) {
  const playRaces = async () => {
    const api = await service.fundedWorkspace(500)
    const alone = await prepare(api)
    const once = await effectOf(api, async () => {
      const answer = await alone(api, { 'x-idempotency-key': randomUUID() })
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
    })
    let left = RACES
    const lane = async () => {
      while (left-- > 0) await race(prepare, once)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  test(`${name}: one key on two processes has one effect and one response`, playRaces, TIMEOUT_MS)
}

test('the books balance after all races', () => service.audit(), TIMEOUT_MS)
