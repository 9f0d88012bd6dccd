// The metrics of the engine, the database and the connections, as /metrics shows them after real traffic.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '../../src/ids.ts'
import { startTestService } from '../harness.ts'
import { asOwner, done, newCard } from '../sandbox/scene.ts'
import { until } from '../until.ts'

const service = await startTestService()

/** Returns the values by series, as the page names them. */
async function read(): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('every operation is counted in one batch, and every batch once in each histogram', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, { amount: 100 })
  const before = await read()
  const fund = () => api.post(`/cards/${card.id}/fund`, { amount: 1 })
  for (const answer of await Promise.all(Array.from({ length: 30 }, fund))) done(answer, 200)
  const after = await read()
  const grown = (series: string) => after.get(series)! - (before.get(series) ?? 0)
  assert.equal(grown('cardwright_engine_batch_size_sum'), 30)
  const batches = grown('cardwright_engine_batch_size_count')
  assert.ok(batches >= 1 && batches <= 30, `${batches} batches`)
  assert.equal(grown('cardwright_engine_batch_wait_seconds_count'), batches)
  assert.equal(grown('cardwright_engine_batch_duration_seconds_count{outcome="committed"}'), batches)
  assert.equal(after.get('cardwright_engine_waiting_operations'), 0)
  await service.audit()
})

test('a batch that waits too long for a locked row is counted as failed, and its operation in another batch', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, { amount: 100 })
  const failures = async () =>
    (await read()).get('cardwright_engine_batch_duration_seconds_count{outcome="failed"}') ?? 0
  const before = await failures()
  const freezing = await asOwner(service, (sql) =>
    sql.begin(async (tx) => {
      await tx`select 1 from cards where bucket = ${parseId('card', card.id)!.bucket} for update`
      const answer = api.post(`/cards/${card.id}/freeze`)
      await until('the batch has failed', async () => (await failures()) > before)
      return { answer }
    }),
  )
  done(await freezing.answer, 200)
  await service.audit()
})

test('the metrics show database connections by state and open HTTP connections', async () => {
  const shown = await read()
  for (const pool of [
    'read',
    'read_by_key',
    'write',
    'background_read',
    'background_read_by_key',
    'background_write',
  ]) {
    const of = (figure: string) => shown.get(`cardwright_database_sessions_${figure}{pool="${pool}"}`)!
    assert.ok(of('limit') > 0 && of('open') <= of('limit') && of('in_use') <= of('open'), pool)
    assert.equal(of('waiting'), 0, pool)
  }
  assert.ok(shown.get('cardwright_http_connections_open')! >= 1, 'no open HTTP connection is shown')
  assert.equal(shown.get('cardwright_event_streams_open'), 0)
})
