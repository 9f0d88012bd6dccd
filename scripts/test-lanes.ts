// Keeps every processor busy: runs as many busy jobs at once as there are processors, and beside them some that mostly
// wait.

import { availableParallelism } from 'node:os'

export type Job = { isWaiting: boolean; run(): Promise<void> }

// More lanes would make tests that measure time too slow.
const MAX_LANES = 8
const MIN_LANES = 2

/** Runs all jobs, each kind in the order given. */
export async function runJobs(jobs: Job[], signal: AbortSignal): Promise<void> {
  const lanes = Math.min(Math.max(availableParallelism(), MIN_LANES), MAX_LANES)
  const busy = jobs.filter(({ isWaiting }) => !isWaiting)
  const waiting = jobs.filter(({ isWaiting }) => isWaiting)
  // When a queue is empty, its lanes help the other one.
  const lane = async (own: Job[], other: Job[]) => {
    for (let job = own.shift() ?? other.shift(); job && !signal.aborted; job = own.shift() ?? other.shift()) {
      await job.run()
    }
  }
  // Even a busy job waits for the database and the browser, so the lanes beside them go on when nothing else is left.
  const waitingLanes = Math.ceil(lanes / 2)
  await Promise.all([
    ...Array.from({ length: lanes }, () => lane(busy, waiting)),
    ...Array.from({ length: waitingLanes }, () => lane(waiting, busy)),
  ])
}
