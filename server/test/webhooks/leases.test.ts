// The leases that assign buckets to workers, in a database without any other worker.

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

/** Registers the workers, runs `body`, and removes the workers. */
async function withWorkers(count: number, body: (...workers: Leases[]) => Promise<void>): Promise<void> {
  const workers = Array.from({ length: count }, () => new Leases(database))
  try {
    await body(...workers)
  } finally {
    for (const worker of workers) await worker.release()
  }
}

test('a single worker has all 256 buckets, 0 to 255', () =>
  withWorkers(1, async (one) => {
    await one!.renew(none)
    assert.deepEqual(
      [...one!.owned].sort((a, b) => a - b),
      Array.from({ length: 256 }, (_, index) => index),
    )
    assert.ok(one!.owns(0) && one!.owns(255) && !one!.owns(256), `the worker owns ${one!.owned.size} buckets`)
  }))

test('a second worker takes half of the buckets at its renewal after the first worker has released them at its own', () =>
  withWorkers(2, async (one, two) => {
    await one!.renew(none)
    await two!.renew(none)
    assert.deepEqual(sizes(one!, two!), [256, 0], 'a bucket of another worker is not taken')
    await one!.renew(none)
    assert.equal(one!.owned.size, 128)
    await two!.renew(none)
    assert.deepEqual(sizes(one!, two!), [128, 128])
    assertDisjoint(one!, two!)
  }))

test('five workers share 256 buckets, each at most 52, and no bucket is left over', () =>
  withWorkers(5, async (...workers) => {
    for (let round = 0; round < 3; round++) for (const worker of workers) await worker.renew(none)
    assertDisjoint(...workers)
    assert.equal(
      workers.reduce((sum, { owned }) => sum + owned.size, 0),
      256,
    )
    for (const { owned } of workers) assert.ok(owned.size <= 52, `${owned.size} buckets`)
  }))

test('released buckets are taken by another worker at its next renewal', () =>
  withWorkers(2, async (one, two) => {
    for (const worker of [one!, two!, one!, two!]) await worker.renew(none)
    await one!.release()
    assert.equal(one!.owned.size, 0)
    await two!.renew(none)
    assert.equal(two!.owned.size, 256)
  }))

test('a bucket with an attempt in progress is not given up before the attempt ends, and no new attempt starts there', () =>
  withWorkers(2, async (one, two) => {
    await one!.renew(none)
    await two!.renew(none)
    await one!.renew(all)
    assert.equal(one!.owned.size, 128, 'the surplus buckets accept no new attempts')
    await two!.renew(none)
    assert.equal(two!.owned.size, 0, 'a bucket with an attempt in progress was given away')
    const last = Array.from({ length: 256 }, (_, bucket) => bucket).find((bucket) => !one!.owns(bucket))!
    await one!.renew((bucket) => bucket === last)
    await two!.renew(none)
    assert.ok(!two!.owns(last), 'the bucket that is still busy was given away')
    assertDisjoint(one!, two!)
    await one!.renew(none)
    await two!.renew(none)
    assert.deepEqual(sizes(one!, two!), [128, 128])
    assertDisjoint(one!, two!)
  }))

test('concurrent renewals never give a bucket to two workers', () =>
  withWorkers(4, async (...workers) => {
    for (let round = 0; round < 6; round++) {
      await Promise.all(workers.map((worker) => worker.renew((bucket) => bucket % 7 === round)))
      assertDisjoint(...workers)
    }
    for (let round = 0; round < 2; round++) for (const worker of workers) await worker.renew(none)
    assert.deepEqual(sizes(...workers), [64, 64, 64, 64])
  }))

test('a worker that is silent until its row expires loses its buckets, and learns of it before it has any bucket again', () =>
  withWorkers(2, async (one, two) => {
    await one!.renew(none)
    await two!.renew(none)
    assert.equal(two!.owned.size, 0)
    await lapse()
    await two!.renew(none) // The row of this worker has expired too, but this worker is the one that renews.
    await two!.renew(none)
    assert.equal(two!.owned.size, 256)
    await one!.renew(none)
    assert.equal(one!.owned.size, 0, 'a worker that was removed still uses its old leases')
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

/** Expires all rows, as if no worker had renewed for a long time. */
function lapse(): Promise<unknown> {
  return database.transaction((tx) => tx`update webhook_workers set until = now() - interval '1 second'`)
}

async function leaseVersions(): Promise<string[]> {
  const rows = await database.read<{ version: string }[]>`
    select bucket || ' ' || xmin as version from webhook_leases order by bucket`
  return rows.map(({ version }) => version)
}
