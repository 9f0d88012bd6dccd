import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestFiles } from './test-files.ts'
import { runJobs } from './test-lanes.ts'
import { planBatches } from './test-plan.ts'

const all = findTestFiles([])

test('every test file is in exactly one batch', () => {
  assert.deepEqual(
    planBatches(all)
      .flatMap(({ files }) => files)
      .sort(),
    all,
  )
})

test('the longest batches start first, and each test file with chain nodes has its own process', () => {
  const plan = planBatches(all)
  const seconds = plan.map((batch) => batch.seconds)
  assert.deepEqual(
    seconds,
    seconds.toSorted((one, other) => other - one),
  )
  const withNodes = plan.filter(({ files }) => files.some((file) => file.includes('test/chains/')))
  for (const { files } of withNodes) assert.equal(files.length, 1, files.join())
})

test('dashboard tests share processes only with other dashboard tests', () => {
  for (const { files } of planBatches(all))
    assert.equal(new Set(files.map((file) => file.startsWith('dashboard/'))).size, 1, files.join())
})

test('a waiting job does not block the busy jobs, and every job runs', async () => {
  const ran: string[] = []
  let released = () => {}
  const release = new Promise<void>((resolve) => (released = resolve))
  const busy = (name: string) => ({ isWaiting: false, run: async () => void ran.push(name) })
  // This job ends only after all busy jobs. If it blocked one of them, the run would never end.
  const waiting = { isWaiting: true, run: () => release.then(() => void ran.push('waited')) }
  const last = {
    isWaiting: false,
    async run() {
      ran.push('last')
      released()
    },
  }
  await runJobs([waiting, ...['a', 'b', 'c', 'd', 'e'].map(busy), last], new AbortController().signal)
  assert.deepEqual(ran.toSorted(), ['a', 'b', 'c', 'd', 'e', 'last', 'waited'])
})

test('a stopped run starts no further jobs', async () => {
  const stop = new AbortController()
  let begun = 0
  const job = {
    isWaiting: false,
    async run() {
      begun++
      stop.abort()
    },
  }
  await runJobs(Array(50).fill(job), stop.signal)
  assert.ok(begun < 50, `${begun} jobs began`)
})
