// Which test files share a process, and which process starts first.

import type { Batch } from './test-run.ts'

export type PlannedBatch = { files: Batch; isWaiting: boolean; seconds: number }

/**
 * Long test files, with their seconds on two idle cores. All others count as short. A wrong figure costs time, but no
 * test.
 */
const LONG: [file: RegExp, seconds: number][] = [
  [/server\/test\/simulation\/campaign/, 100],
  [/dashboard\/test\/every-page|server\/test\/growth|simulation\/planted-faults/, 40],
  [/server\/test\/simulation\/seeds/, 20],
  [/dashboard\/test\//, 12],
  [/sdks\/(go|python)\//, 30],
  [/code-samples|quickstarts|sdks\/node\/test\/package|cli\/test\/package/, 10],
  [/dashboard\/lock-out|sandbox\/transaction-totals|money\/model/, 14],
  [/contract\/refusals|money\/.*(model|races|orders)/, 8],
]
const SHORT_SECONDS = 1.5

/**
 * Files that mostly wait: for a process to start, to be killed and to restart, for retries, or for a node to mine. They
 * run beside the files that keep the processors busy, in separate processes.
 */
const WAITING: [file: RegExp, seconds: number][] = [
  [/deploy\/debootstrap/, 110],
  [/webhooks-under-kill/, 90],
  [/money\/kill|test\/chains\/kill/, 80],
  [/server\/test\/chains\//, 20],
  [/under-kill|embedded\/|operator\/(main|doctor|backup)|start-together|database-away|scripts\/test-(run|missing)/, 30],
  [/cli\/test\/browser-pay/, 80],
  [/rules\/kill|processors\/operator|processes\/faults/, 40],
  [/webhooks\/(attempts|two-workers)|edge\/(crowd|slow-clients)|cli\/test\/logs|code-samples\//, 20],
  [/processes\/(four|redis)|tracing\/traces|decision-hook\/answers|who-decides|database\/sessions/, 10],
  [/sdks\/contract\/.*-(contract|faults)|server\/src\/operator\//, 15],
  [/cli\/test\/completion|redis-outage/, 10],
  [/scripts\//, 3],
]
/** The node of a chain keeps its listeners on the process, so its file needs its own process. */
const ALONE = /server\/test\/chains\//

/**
 * The amount of work for one process, so that loading the service matters little and all processes end at about the
 * same time.
 */
const BATCH_SECONDS = 60

export function planBatches(files: string[]): PlannedBatch[] {
  const waiting = files.filter((file) => secondsIn(WAITING, file) !== undefined)
  const busy = files.filter((file) => !waiting.includes(file))
  return [
    ...waiting.filter((file) => ALONE.test(file)).flatMap((file) => fill([file], WAITING)),
    ...fill(
      waiting.filter((file) => !ALONE.test(file)),
      WAITING,
    ),
    // The dashboard's files share a browser, which the other files do not need.
    ...fill(
      busy.filter((file) => file.startsWith('dashboard/')),
      LONG,
    ),
    ...fill(
      busy.filter((file) => !file.startsWith('dashboard/')),
      LONG,
    ),
  ].sort((one, other) => other.seconds - one.seconds)
}

/** Keeps the given order, so that neighbouring files, which import the same code, share a process. */
function fill(files: string[], table: typeof LONG): PlannedBatch[] {
  const batches: PlannedBatch[] = []
  for (const file of files) {
    const seconds = secondsIn(table, file) ?? SHORT_SECONDS
    const last = batches.at(-1)
    if (last && last.seconds + seconds <= BATCH_SECONDS) {
      last.files.push(file)
      last.seconds += seconds
    } else batches.push({ files: [file], isWaiting: table === WAITING, seconds })
  }
  return batches
}

function secondsIn(table: [RegExp, number][], file: string): number | undefined {
  return table.find(([pattern]) => pattern.test(file))?.[1]
}
