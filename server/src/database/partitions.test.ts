// Weekly partitions of what is kept for a time: made ahead, dropped when their whole week is too old.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { connect, SERVICE_ROLE } from './database.ts'

const sql = connect(await testDatabase(), { max: 1, role: SERVICE_ROLE })
after(() => sql.end())

const now = new Date('2031-05-14T12:00:00Z') // a Wednesday; its week begins on the 12th

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`
  return rows.map(({ name }) => name).filter((name) => name > `${table}_2031`)
}

for (const table of ['events', 'webhook_deliveries']) {
  test(`${table}: partitions from last week to the weeks ahead, and no more when asked again`, async () => {
    for (let n = 0; n < 2; n++) await sql`select ensure_partitions(${now}, 2)`
    const weeks = ['20310505', '20310512', '20310519', '20310526']
    assert.deepEqual(
      await partitionsOf(table),
      weeks.map((week) => `${table}_${week}`),
    )
  })
}

test('a week is dropped when all of it is before the given time, and not a moment sooner', async () => {
  await sql`select drop_partitions('2031-05-11T23:59:59Z')`
  assert.equal((await partitionsOf('events'))[0], 'events_20310505')
  await sql`select drop_partitions('2031-05-12T00:00:00Z')`
  assert.equal((await partitionsOf('events'))[0], 'events_20310512')
  assert.equal((await partitionsOf('webhook_deliveries'))[0], 'webhook_deliveries_20310512')
})
