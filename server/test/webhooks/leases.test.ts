// The leases that assign buckets to workers, on a database without any other worker.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Leases } from '../../src/webhooks/delivery/leases.ts'
import { startTestService } from '../harness.ts'

const { database } = (await startTestService()).services
const none = () => false
const all = () => true
const sizes = (...leases: Leases[]) => leases.map(({ owned }) => owned.size)

function assertDisjoint(...leases: Leases[]): void {
  const seen = leases.flatMap(({ owned }) => [...owned])
  assert.equal(new Set(seen).size, seen.length, 'a bucket has two owners')
}

/** The workers come, `body` runs, and they leave. */
async function withWorkers(count: number, body: (...workers: Leases[]) => Promise<void>): Promise<void> {
  const workers = Array.from({ length: count }, () => new Leases(database))
  try {
    await body(...workers)
  } finally {
    for (const worker of workers) await worker.release()
  }
}

test('one worker has all 256 buckets, 0 to 255', () =>
  withWorkers(1, async (one) => {
    await one!.renew(none)
    assert.deepEqual(
      [...one!.owned].sort((a, b) => a - b),
      Array.from({ length: 256 }, (_, index) => index),
    )
    assert.ok(one!.owns(0) && one!.owns(255) && !one!.owns(256))
  }))

test('two share: the first gives up half at its next renewal, the second takes it at its own', () =>
  withWorkers(2, async (one, two) => {
    await one!.renew(none)
    await two!.renew(none)
    assert.deepEqual(sizes(one!, two!), [256, 0], 'nothing is taken that is another’s')
    await one!.renew(none)
    assert.equal(one!.owned.size, 128)
    await two!.renew(none)
    assert.deepEqual(sizes(one!, two!), [128, 128])
    assertDisjoint(one!, two!)
  }))

test('five share 256 buckets, each at most 52, and none is left over', () =>
  withWorkers(5, async (...workers) => {
    for (let round = 0; round < 3; round++) for (const worker of workers) await worker.renew(none)
    assertDisjoint(...workers)
    assert.equal(
      workers.reduce((sum, { owned }) => sum + owned.size, 0),
      256,
    )
    for (const { owned } of workers) assert.ok(owned.size <= 52)
  }))

test('what is released is taken by another at its next renewal', () =>
  withWorkers(2, async (one, two) => {
    for (const worker of [one!, two!, one!, two!]) await worker.renew(none)
    await one!.release()
    assert.equal(one!.owned.size, 0)
    await two!.renew(none)
    assert.equal(two!.owned.size, 256)
  }))

test('a bucket in which something is under way is not given up before that has ended; nothing new begins there meanwhile', () =>
  withWorkers(2, async (one, two) => {
    await one!.renew(none)
    await two!.renew(none)
    await one!.renew(all)
    assert.equal(one!.owned.size, 128, 'the surplus is no longer for new attempts')
    await two!.renew(none)
    assert.equal(two!.owned.size, 0, 'a bucket with an attempt under way was given away')
    const last = Array.from({ length: 256 }, (_, bucket) => bucket).find((bucket) => !one!.owns(bucket))!
    await one!.renew((bucket) => bucket === last)
    await two!.renew(none)
    assert.ok(!two!.owns(last), 'the one that is still busy was given away')
    assertDisjoint(one!, two!)
    await one!.renew(none)
    await two!.renew(none)
    assert.deepEqual(sizes(one!, two!), [128, 128])
    assertDisjoint(one!, two!)
  }))

test('many renewals at once never give a bucket to two', () =>
  withWorkers(4, async (...workers) => {
    for (let round = 0; round < 6; round++) {
      await Promise.all(workers.map((worker) => worker.renew((bucket) => bucket % 7 === round)))
      assertDisjoint(...workers)
    }
    for (let round = 0; round < 2; round++) for (const worker of workers) await worker.renew(none)
    assert.deepEqual(sizes(...workers), [64, 64, 64, 64])
  }))

test('a worker that is silent until its row lapses loses its buckets, and learns of it before it has any again', () =>
  withWorkers(2, async (one, two) => {
    await one!.renew(none)
    await two!.renew(none)
    assert.equal(two!.owned.size, 0)
    await lapse()
    await two!.renew(none) // its own row has lapsed too, but it is the one that speaks
    await two!.renew(none)
    assert.equal(two!.owned.size, 256)
    await one!.renew(none)
    assert.equal(one!.owned.size, 0, 'a worker that was buried believes its old leases')
    await two!.renew(none)
    await one!.renew(none)
    assert.deepEqual(sizes(one!, two!), [128, 128])
    assertDisjoint(one!, two!)
  }))

test('a renewal writes one row, however many buckets are leased', () =>
  withWorkers(1, async (one) => {
    await one!.renew(none)
    const before = await leaseVersions()
    for (let n = 0; n < 5; n++) await one!.renew(none)
    assert.deepEqual(await leaseVersions(), before)
  }))

/** As if nobody had renewed a row for long. */
function lapse(): Promise<unknown> {
  return database.transaction((tx) => tx`update webhook_workers set until = now() - interval '1 second'`)
}

async function leaseVersions(): Promise<string[]> {
  const rows = await database.read<{ version: string }[]>`
    select bucket || ' ' || xmin as version from webhook_leases order by bucket`
  return rows.map(({ version }) => version)
}
