// Background work. Each task is a function that does a bounded piece and can be called at any time; the
// rows are the queue, so a task that did not run loses nothing.

import { AuditAnchor } from './accounts/audit-heads.ts'
import { ActivityFollower } from './activity/follow-activity.ts'
import { expireDueEverywhere } from './authorizations/expire-due.ts'
import { type WatchOptions, watchChains } from './chains/watch-chains.ts'
import { readArchiveState } from './database/archive-state.ts'
import { dropPartitions, ensurePartitions } from './database/partitions.ts'
import { pruneAnswers } from './engine/stored-answers.ts'
import { describeFailure } from './log.ts'
import { prunePeople } from './people/prune-people.ts'
import { catchUp, foldParked } from './processors/catch-up.ts'
import { finishIssuances } from './processors/finish-issuances.ts'
import { observeCards, pushStates } from './processors/observed-states.ts'
import { pruneMinutes } from './processors/processor-minutes.ts'
import { sumOldHolds } from './purchases/sum-old-holds.ts'
import { pruneSessions } from './reveal/sessions.ts'
import { BacktestRunner } from './rules/backtests/backtest-runner.ts'
import type { Services } from './services.ts'
import { Dispatcher } from './webhooks/delivery/dispatcher.ts'

type Task = { name: string; everyMs: number; run(services: Services): Promise<unknown> }

const HOUR = 3_600_000

const tasks: Task[] = [
  { name: 'expiries', everyMs: 5_000, run: (services) => expireDueEverywhere(services, services.clock()) },
  { name: 'partitions', everyMs: HOUR, run: keepPartitions },
  { name: 'idempotency keys', everyMs: 60_000, run: pruneIdempotencyKeys },
  { name: 'people', everyMs: 60_000, run: pruneEndedPeople },
  { name: 'reveal sessions', everyMs: 60_000, run: pruneRevealSessions },
  { name: 'archive', everyMs: 60_000, run: watchArchive },
  { name: 'old holds', everyMs: 60_000, run: sumOldHolds },
  { name: 'dead workspaces', everyMs: 10_000, run: purgeDeadWorkspaces },
]

/** Only where there are processors: a laptop without any asks the database for nothing. */
const processorTasks: Task[] = [
  { name: 'processor news', everyMs: 10_000, run: catchUp },
  { name: 'parked messages', everyMs: 2_000, run: foldParked },
  { name: 'card states', everyMs: 1_000, run: pushStates },
  { name: 'card issuances', everyMs: 5_000, run: finishIssuances },
  { name: 'observed cards', everyMs: 60_000, run: observeCards },
  { name: 'processor minutes', everyMs: HOUR, run: pruneMinutes },
]

/** Starts the tasks and returns how to stop them: what is running is finished first. */
export function startWorker(services: Services, watching: WatchOptions = {}): () => Promise<void> {
  const stopping = new AbortController()
  const stopWatching = watchChains(services, watching)
  const anchor = new AuditAnchor(services)
  const heads: Task = { name: 'audit heads', everyMs: 10 * 60_000, run: () => anchor.record() }
  const ofProcessors = services.processors.all().length > 0 ? processorTasks : []
  const loops = [...tasks, ...ofProcessors, heads].map((task) => loop(services, task, stopping.signal))
  const dispatcher = new Dispatcher(services)
  const follower = new ActivityFollower(services)
  const backtests = new BacktestRunner(services)
  return async () => {
    stopping.abort()
    await Promise.all([stopWatching(), dispatcher.stop(), follower.stop(), backtests.stop(), ...loops])
    await runOnce(services, heads) // the last entries too are said outside of the database
  }
}

async function loop(services: Services, task: Task, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await runOnce(services, task)
    await pause(task.everyMs, stopping)
  }
}

async function runOnce(services: Services, task: Task): Promise<void> {
  await task.run(services).catch((error) => {
    services.metrics.taskFailures.inc({ task: task.name })
    services.log.error({ task: task.name, ...describeFailure(error) }, 'background task failed')
  })
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      stopping.removeEventListener('abort', done)
      resolve()
    }
    stopping.addEventListener('abort', done)
  })
}

async function keepPartitions({ database, clock }: Services): Promise<void> {
  const now = clock()
  await ensurePartitions(database, now)
  await dropPartitions(database, now)
}

/** PostgreSQL writes its failures to a log of its own, which nobody may be reading. */
export async function watchArchive({ database, log }: Pick<Services, 'database' | 'log'>): Promise<void> {
  const { isOn, isFailing, failedSegment, behindBytes } = await readArchiveState(database.background.read)
  if (isOn && isFailing)
    log.error(
      { segment: failedSegment, behindBytes },
      'the write-ahead log cannot be archived: docs/operating/backup.md',
    )
}

const BATCH = 5_000
const MAX_BATCHES = 100

async function pruneIdempotencyKeys({ database, clock }: Services): Promise<void> {
  for (let n = 0; n < MAX_BATCHES; n++) {
    if ((await database.transaction((tx) => pruneAnswers(tx, clock(), BATCH))) < BATCH) return
  }
}

async function pruneEndedPeople({ database, clock }: Services): Promise<void> {
  for (let n = 0; n < MAX_BATCHES; n++) {
    if ((await database.transaction((tx) => prunePeople(tx, clock(), BATCH))) < BATCH) return
  }
}

async function pruneRevealSessions({ database, clock }: Services): Promise<void> {
  for (let n = 0; n < MAX_BATCHES; n++) {
    if ((await database.transaction((tx) => pruneSessions(tx, clock(), BATCH))) < BATCH) return
  }
}

/** What a sandbox reset left behind goes piece by piece, so that no transaction is long. */
export async function purgeDeadWorkspaces({ database }: Services): Promise<void> {
  let [dead] = await selectDead(database)
  let step = 0
  for (let n = 0; n < MAX_BATCHES && dead; n++) {
    step = await purge(database, dead, step)
    if (step === 0) [dead] = await selectDead(database)
  }
}

type Dead = { bucket: number; id: string }

function selectDead(database: Services['database']) {
  return database.readByKey<Dead[]>`select bucket, id from workspaces where not live order by bucket, id limit 1`
}

/** Returns where to go on: the tables before that step are empty. Zero when all is gone. */
async function purge(database: Services['database'], { bucket, id }: Dead, step: number): Promise<number> {
  const [row] = await database.transaction(
    (tx) => tx<{ step: number }[]>`
      select purge_dead_workspace(${bucket}::smallint, ${id}, ${step}, ${BATCH}) as step`,
  )
  return row!.step
}
