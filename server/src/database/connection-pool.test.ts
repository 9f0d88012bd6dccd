// The pools: shares, bounded waiting, deadlines, and what each handle may do.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { connect, openDatabase, type Tx } from './database.ts'

const connection = await testDatabase()
const owner = connect(connection, { max: 3 })
const database = openDatabase(connection, { read: 8, write: 8 })
const SHARE = 2 // a quarter of eight
after(async () => {
  await database.close()
  await owner.end()
})

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error as { id?: string; code?: string }).id ?? (error as { code: string }).code,
  )
const waitForLock = (tx: Tx) => tx`select pg_advisory_xact_lock(4711)`

/** Holds the lock while `body` runs. */
async function whileLocked<T>(body: () => Promise<T>): Promise<T> {
  const holder = await owner.reserve()
  try {
    await holder`select pg_advisory_lock(4711)`
    return await body()
  } finally {
    await holder`select pg_advisory_unlock(4711)`
    holder.release()
  }
}

/** Resolves when as many sessions wait for the lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await owner<{ n: number }[]>`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
    if (row!.n === count) return
    assert.ok(row!.n < count, `${row!.n} sessions wait where ${count} may`)
  }
}

test('a share holds no more than its part, and others are served at once', async () => {
  const stuck = await whileLocked(async () => {
    const waiting = Array.from({ length: 60 }, () =>
      outcome(database.transaction(waitForLock, { share: 'a', timeoutMs: 60_000 })),
    )
    await untilWaiting(SHARE)
    for (let n = 0; n < 20; n++) {
      const [row] = await database.transaction((tx) => tx<{ one: number }[]>`select 1 as one`, { share: 'b' })
      assert.equal(row!.one, 1)
    }
    await untilWaiting(SHARE)
    return waiting
  })
  assert.deepEqual(new Set(await Promise.all(stuck)), new Set(['done']), 'those who waited have their turn')
})

test('a wait for a session ends with 503, and the place in line is given up', async () => {
  await whileLocked(async () => {
    const waiting = Array.from({ length: 5 }, () =>
      outcome(database.transaction(waitForLock, { share: 'a', timeoutMs: 700 })),
    )
    assert.deepEqual(await Promise.all(waiting), Array(5).fill('service_unavailable'))
  })
  assert.equal(await outcome(database.transaction((tx) => tx`select 1`, { share: 'a' })), 'done')
})

test('too many in line are refused at once', async () => {
  await whileLocked(async () => {
    const ends: Promise<string>[] = []
    for (let n = 0; n < SHARE + 256 + 10; n++)
      ends.push(outcome(database.transaction(waitForLock, { share: 'a', timeoutMs: 2_000 })))
    assert.deepEqual(await Promise.all(ends.slice(-10)), Array(10).fill('service_unavailable'))
    assert.equal(await outcome(database.transaction((tx) => tx`select 1`, { share: 'b' })), 'done')
    await Promise.all(ends)
  })
})

test('shares take turns', async () => {
  const served: string[] = []
  const small = openDatabase(connection, { read: 1, write: 1 })
  const work = (share: string) =>
    small.transaction(
      async (tx) => {
        await tx`select 1`
        served.push(share)
      },
      { share, timeoutMs: 60_000 },
    )
  await Promise.all([...Array.from({ length: 6 }, () => work('a')), work('b'), work('c')])
  await small.close()
  assert.ok(served.indexOf('b') <= 3 && served.indexOf('c') <= 3, served.join(' '))
})

test('reads of one workspace keep to their share too', async () => {
  await whileLocked(async () => {
    const sql = database.readOf('a')
    const stuck = Array.from({ length: 8 }, () => outcome(sql`select pg_advisory_lock_shared(4711)`))
    await untilWaiting(SHARE)
    assert.equal(await outcome(database.readOf('b')`select 1`), 'done')
    assert.equal(await outcome(database.read`select 1`), 'done')
    // The server's own limits end the wait after four seconds.
    assert.ok(
      (await Promise.all(stuck)).every((end) =>
        ['55P03', '57014', 'CONNECTION_BUSY', 'CONNECTION_TIMEOUT'].includes(end),
      ),
    )
  })
})

test('an answer that does not come in time ends the session: 503, and nothing is kept', async () => {
  await owner`create table kept (n integer)`
  await owner`grant insert on kept to cardwright_service`
  const late = database.transaction(
    async (tx) => {
      tx`insert into kept values (1)`
      await tx`select pg_sleep(30)`
    },
    { timeoutMs: 500 },
  )
  assert.equal(await outcome(late), 'service_unavailable')
  assert.equal((await owner`select * from kept`).length, 0)
  assert.equal(await outcome(database.transaction((tx) => tx`select 1`)), 'done')
})

test('a statement that writes is refused where reads go, and served where writes go', async () => {
  await owner`create table written (n integer)`
  await owner`grant insert on written to cardwright_service`
  for (const sql of [database.read, database.readByKey, database.readOf('a'), database.background.read])
    assert.equal(await outcome(sql`insert into written values (1)`), '25006')
  for (const sql of [database.write, database.background.write])
    assert.equal(await outcome(sql`insert into written values (1)`), 'done')
  assert.equal((await owner`select * from written`).length, 2)
})

test('every session begins with its limits, and without compiling', async () => {
  const settings = async (sql: typeof database.read) => {
    const [row] = await sql<Record<string, string>[]>`
      select current_setting('jit') as jit, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement`
    return Object.values(row!)
  }
  assert.deepEqual(await settings(database.read), ['off', '4s', '5s', '4s'])
  assert.deepEqual(await settings(database.readByKey), ['off', '4s', '5s', '4s'])
  assert.deepEqual(await settings(database.write), ['off', '4s', '5s', '0'])
  assert.deepEqual(await settings(database.background.read), ['off', '4s', '5s', '59500ms'])
  const lane = database.session()
  assert.deepEqual(await settings(lane.sql), ['off', '4s', '5s', '0'])
  await lane.connection.end()
  const [row] = await owner`select current_setting('jit') as jit`
  assert.equal(row!.jit, 'off')
})
