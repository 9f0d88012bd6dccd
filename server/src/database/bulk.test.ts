// A statement for many rows is sent as one, or as one for each shard where the database is distributed. Both must do the
// same. The second way works on a plain PostgreSQL too, so that it is tested without Citus.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../test/harness.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { insertOf, integer, type RowKey, smallint, uuid } from './bulk.ts'
import { connect, openDatabase } from './database.ts'
import { column, tableOf } from './table.ts'

type Row = RowKey & { number: number }

const connection = await testDatabase()
const owner = connect(connection, { max: 1 })
await owner.unsafe(`create table bulk_rows (bucket smallint, id uuid, number integer, primary key (bucket, id));
  grant select, insert, update on bulk_rows to cardwright_service`)
const whole = openDatabase(connection, { read: 2, write: 2 })
const SHARDS = [0, 1, 0, 1, 2, 0]
const byShard = openDatabase(connection, { read: 2, write: 2 }, { shards: SHARDS })
after(async () => {
  await Promise.all([whole.close(), byShard.close()])
  await owner.end()
})

const table = tableOf<Row>('bulk_rows', {
  id: column.uuid((row) => row.id),
  bucket: column.smallint((row) => row.bucket),
  number: column.integer((row) => row.number),
})
const setNumber = table.update('number')
const insertOnce = insertOf<Row>(
  'bulk_rows',
  { id: uuid((row) => row.id), bucket: smallint((row) => row.bucket), number: integer((row) => row.number) },
  'on conflict do nothing',
)

const rowsOfBuckets = fc.array(fc.record({ bucket: fc.integer({ min: 0, max: 5 }), number: fc.integer() }), {
  minLength: 1,
  maxLength: 40,
})

const sorted = (rows: readonly Row[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

test('rows of any buckets are written, changed, found and locked alike by one statement and by one for each shard', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfBuckets, async (drawn) => {
      for (const database of [whole, byShard]) {
        const rows: Row[] = drawn.map((row) => ({ ...row, id: newUuid() as Uuid }))
        const written = await database.transaction((tx) => table.insert(tx, rows))
        assert.equal(written.count, rows.length)
        const changed = rows.map((row) => ({ ...row, number: ~row.number }))
        await database.transaction((tx) => setNumber(tx, changed))
        assert.deepEqual(sorted(await table.find(database.readByKey, rows)), sorted(changed))
        const again = await database.transaction((tx) => insertOnce(tx, rows))
        assert.equal(again.count, 0)
        const shardOf = ({ bucket }: Row) => (database === byShard ? SHARDS[bucket]! : 0)
        const places = [...rows].sort(
          (a, b) => shardOf(a) - shardOf(b) || a.bucket - b.bucket || (a.id < b.id ? -1 : 1),
        )
        const locked = await database.transaction((tx) => table.lock(tx, places))
        assert.deepEqual(
          locked.map(({ id }) => id),
          places.map(({ id }) => id),
          'locked in the order of shard, bucket and id',
        )
      }
    }),
    { numRuns: 25 },
  )
})

test('without rows nothing is sent, and the answer is empty', async () => {
  assert.deepEqual([...(await table.find(byShard.readByKey, []))], [])
})

test('one bad row fails its statement, and the transaction with it', async () => {
  const [first, second] = [newUuid() as Uuid, newUuid() as Uuid]
  await byShard.transaction((tx) => table.insert(tx, [{ id: second, bucket: 2, number: 1 }]))
  const rows = [
    { id: first, bucket: 1, number: 1 },
    { id: second, bucket: 2, number: 1 },
  ]
  await assert.rejects(
    byShard.transaction((tx) => table.insert(tx, rows)),
    { code: '23505' },
  )
  assert.deepEqual([...(await table.find(byShard.readByKey, [{ bucket: 1, id: first }]))], [])
})
