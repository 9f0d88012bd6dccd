// Background work. Each task is a function that does a bounded piece of work and can be called at any time. The rows
// are the queue, so nothing is lost when a task does not run.

import { AuditAnchor } from './accounts/audit-heads.ts'
import { followActivity } from './activity/follow-activity.ts'
import { applyDeferred, catchUp } from './card-network/catch-up.ts'
import { compareHolds } from './card-network/compare-holds.ts'
import { type WatchOptions, watchChains } from './chains/watch-chains.ts'
import { readArchiveState } from './database/archive-state.ts'
import { dropPartitions, ensurePartitions } from './database/partitions.ts'
import { expireDueEverywhere } from './due/expire-everywhere.ts'
import { finishIssuances } from './due/finish-issuances.ts'
import { pruneAnswers } from './engine/stored-answers.ts'
import type { Uuid } from './ids.ts'
import { describeFailure } from './log.ts'
import { pruneSentMails, sendMails } from './mail/send-mails.ts'
import { followNotifications } from './notifications/follow-notifications.ts'
import { pruneNotifications, purgeNotifications } from './notifications/prune-notifications.ts'
import { prunePeople } from './people/prune-people.ts'
import { observeCards, pushStates } from './processors/observed-states.ts'
import type { Processor } from './processors/processor.ts'
import { pruneMinutes } from './processors/processor-minutes.ts'
import { sumOldHolds } from './purchases/sum-old-holds.ts'
import { pruneSessions } from './reveal/sessions.ts'
import { BacktestRunner } from './rules/backtests/backtest-runner.ts'
import type { Services } from './services.ts'
import { purgeNotes } from './transaction-notes/purge-notes.ts'
import { Dispatcher } from './webhooks/delivery/dispatcher.ts'

type Task = { name: string; everyMs: number; run(services: Services): Promise<unknown> }

const HOUR = 3_600_000

const tasks: Task[] = [
  { name: 'expiries', everyMs: 5_000, run: (services) => expireDueEverywhere(services, services.clock()) },
  { name: 'partitions', everyMs: HOUR, run: keepPartitions },
  { name: 'idempotency keys', everyMs: 60_000, run: pruneIdempotencyKeys },
  { name: 'people', everyMs: 60_000, run: pruneEndedPeople },
  { name: 'reveal sessions', everyMs: 60_000, run: pruneRevealSessions },
  { name: 'notifications', everyMs: 60_000, run: pruneOldNotifications },
  { name: 'archive', everyMs: 60_000, run: watchArchive },
  { name: 'old holds', everyMs: 60_000, run: sumOldHolds },
  { name: 'dead workspaces', everyMs: 10_000, run: purgeDeadWorkspaces },
]

/** Run only when there are processors, so that a laptop without any does not query the database for them. */
const processorTasks: Task[] = [
  { name: 'deferred messages', everyMs: 2_000, run: applyDeferred },
  { name: 'card issuances', everyMs: 5_000, run: finishIssuances },
  { name: 'observed cards', everyMs: 60_000, run: observeCards },
  { name: 'compared holds', everyMs: 60_000, run: compareHolds },
  { name: 'processor minutes', everyMs: HOUR, run: pruneMinutes },
]

/** Run for each processor by itself, so that one that does not answer does not delay the others. */
function tasksOf(processor: Processor): Task[] {
  return [
    { name: 'processor updates', everyMs: 10_000, run: (services) => catchUp(services, processor) },
    { name: 'card states', everyMs: 1_000, run: (services) => pushStates(services, processor) },
  ]
}

/** Run only when there is a mail server. */
const mailTasks: Task[] = [
  { name: 'mails', everyMs: 1_000, run: sendMails },
  { name: 'sent mails', everyMs: HOUR, run: pruneSentMails },
]

/** Starts the tasks and returns a function that stops them after the running ones have finished. */
export function startWorker(services: Services, watching: WatchOptions = {}): () => Promise<void> {
  const stopping = new AbortController()
  const stopWatching = watchChains(services, watching)
  const anchor = new AuditAnchor(services)
  const heads: Task = { name: 'audit heads', everyMs: 10 * 60_000, run: () => anchor.record() }
  const processors = services.processors.all()
  const ofProcessors = processors.length > 0 ? [...processorTasks, ...processors.flatMap(tasksOf)] : []
  const ofMail = services.config.mail ? mailTasks : []
  const loops = [...tasks, ...ofProcessors, ...ofMail, heads].map((task) => loop(services, task, stopping.signal))
  const dispatcher = new Dispatcher(services)
  const follower = followActivity(services)
  const notifications = followNotifications(services)
  const backtests = new BacktestRunner(services)
  return async () => {
    stopping.abort()
    const followers = [follower.stop(), notifications.stop()]
    await Promise.all([stopWatching(), dispatcher.stop(), ...followers, backtests.stop(), ...loops])
    await runOnce(services, heads) // the heads of the last entries must be logged too
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

/** PostgreSQL reports archive failures only in its own log, which nobody may be reading. */
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

async function pruneOldNotifications({ database, clock }: Services): Promise<void> {
  for (let n = 0; n < MAX_BATCHES; n++) {
    if ((await database.transaction((tx) => pruneNotifications(tx, clock(), BATCH))) < BATCH) return
  }
}

/** Deletes what a sandbox reset left behind in small pieces, so that no transaction is long. */
export async function purgeDeadWorkspaces({ database }: Services): Promise<void> {
  let [dead] = await selectDead(database)
  let step = 0
  for (let n = 0; n < MAX_BATCHES && dead; n++) {
    step = await purge(database, dead, step)
    if (step === 0) [dead] = await selectDead(database)
  }
}

type Dead = { bucket: number; id: Uuid }

function selectDead(database: Services['database']) {
  return database.readByKey<Dead[]>`select bucket, id from workspaces where not live order by bucket, id limit 1`
}

/** Returns the step to continue at, before which all tables are empty; zero when everything is deleted. */
async function purge(database: Services['database'], dead: Dead, step: number): Promise<number> {
  if ((await database.transaction((tx) => purgeNotifications(tx, dead, BATCH))) > 0) return step || 1
  if ((await database.transaction((tx) => purgeNotes(tx, dead, BATCH))) > 0) return step || 1
  const { bucket, id } = dead
  const [row] = await database.transaction(
    (tx) => tx<{ step: number }[]>`
      select purge_dead_workspace(${bucket}::smallint, ${id}, ${step}, ${BATCH}) as step`,
  )
  return row!.step
}
