import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestFiles } from './test-files.ts'
import { runJobs } from './test-lanes.ts'
import { planBatches } from './test-plan.ts'

const all = findTestFiles([])

test('every file is in one batch, once', () => {
  assert.deepEqual(
    planBatches(all)
      .flatMap(({ files }) => files)
      .sort(),
    all,
  )
})

test('the longest batches begin first, and a file with the nodes of chains has a process of its own', () => {
  const plan = planBatches(all)
  const seconds = plan.map((batch) => batch.seconds)
  assert.deepEqual(
    seconds,
    seconds.toSorted((one, other) => other - one),
  )
  const withNodes = plan.filter(({ files }) => files.some((file) => file.includes('test/chains/')))
  for (const { files } of withNodes) assert.equal(files.length, 1)
})

test('files of the dashboard share processes with each other alone', () => {
  for (const { files } of planBatches(all))
    assert.equal(new Set(files.map((file) => file.startsWith('dashboard/'))).size, 1, files.join())
})

test('a job that waits runs beside the busy ones, and every job runs', async () => {
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

test('a run that is stopped begins nothing more', async () => {
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
  assert.ok(begun < 50)
})
