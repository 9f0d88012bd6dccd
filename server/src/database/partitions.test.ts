// Partitions of tables with a retention time are created ahead, and dropped when every row is too old.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { connect, SERVICE_ROLE } from './database.ts'

const sql = connect(await testDatabase(), { max: 1, role: SERVICE_ROLE })
after(() => sql.end())

const now = new Date('2031-05-14T12:00:00Z') // This is a Wednesday, and its week begins on the 12th.

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`
  return rows.map(({ name }) => name).filter((name) => name > `${table}_2031`)
}

for (const table of ['events', 'webhook_deliveries', 'decision_attempts']) {
  test(`${table} has weekly partitions from last week on, and ensuring them again creates no more`, async () => {
    for (let n = 0; n < 2; n++) await sql`select ensure_partitions(${now}, 2)`
    const weeks = ['20310505', '20310512', '20310519', '20310526']
    assert.deepEqual(
      await partitionsOf(table),
      weeks.map((week) => `${table}_${week}`),
    )
  })
}

test('request_log has daily partitions from yesterday to a week ahead', async () => {
  for (let n = 0; n < 2; n++) await sql`select ensure_partitions(${now}, 2)`
  const days = Array.from({ length: 9 }, (_, index) => `request_log_203105${13 + index}`)
  assert.deepEqual(await partitionsOf('request_log'), days)
})

test('a weekly partition is dropped once all of it is older than 30 days, and not earlier', async () => {
  await sql`select drop_partitions('2031-06-10T23:59:59Z')`
  assert.equal((await partitionsOf('events'))[0], 'events_20310505')
  await sql`select drop_partitions('2031-06-11T00:00:00Z')`
  assert.equal((await partitionsOf('events'))[0], 'events_20310512')
  assert.equal((await partitionsOf('webhook_deliveries'))[0], 'webhook_deliveries_20310512')
  assert.equal((await partitionsOf('decision_attempts'))[0], 'decision_attempts_20310512')
})

test('a daily partition of the request log is dropped once all of it is older than seven days', async () => {
  const later = new Date('2031-07-02T12:00:00Z')
  await sql`select ensure_partitions(${later}, 1)`
  await sql`select drop_partitions('2031-07-08T23:59:59Z')`
  assert.equal((await partitionsOf('request_log'))[0], 'request_log_20310701')
  await sql`select drop_partitions('2031-07-09T00:00:00Z')`
  assert.equal((await partitionsOf('request_log'))[0], 'request_log_20310702')
})
