// The hot path. A lane is one connection on which batches of authorizations run one after another: what
// arrives while a batch is in flight forms the next one, and an idle lane starts at once. A batch takes two
// round trips and one commit: read and lock; decide in memory, in order of arrival; write arrays and commit.

import type postgres from 'postgres'
import { commit, type Sql, type Tx, unavailable } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { deleteAnswers, insertAnswers } from '../http/idempotency.ts'
import type { Answer } from '../http/route.ts'
import { Changes } from '../ledger/changes.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { record } from '../ledger/record.ts'
import type { Services } from '../services.ts'
import { decideItem, type Item, type Settled } from './lane-item.ts'
import { type BatchState, readBatch, useChallenges } from './lane-state.ts'

const MOST_IN_BATCH = 256
const MOST_WAITING = 8_192
const DEADLINE_MS = 1_500

type Waiting = { item: Item; deadline: number; resolve(answer: Answer): void; reject(error: unknown): void }
/** What became of an item of a batch that committed. */
type Outcome = { waiting: Waiting; settled: Settled | { error: unknown } }

export type LaneServices = Pick<Services, 'vault' | 'bins' | 'clock' | 'database' | 'log'>

export class AuthorizationLane {
  readonly #services: LaneServices
  readonly #connection: postgres.Sql<{ bigint: bigint }>
  #queue: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(services: LaneServices) {
    this.#services = services
    this.#connection = services.database.dedicated()
  }

  submit(item: Item): Promise<Answer> {
    if (this.#queue.length >= MOST_WAITING) return Promise.reject(new ApiError('service_unavailable', 'Too many authorizations are waiting; try again.'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, deadline: performance.now() + DEADLINE_MS, resolve, reject })
      // The rest of this turn of the event loop may bring more: they share the batch at no delay.
      this.#running ??= Promise.resolve().then(() => this.#run())
    })
  }

  /** Finishes what was submitted and ends the connection. */
  async close(): Promise<void> {
    await this.#running
    await this.#connection.end({ timeout: 5 })
  }

  async #run(): Promise<void> {
    let finish: (() => void) | undefined
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MOST_IN_BATCH)
      const reading = this.#open(batch)
      // The answers of the batch before go out while the database works on this one.
      finish?.()
      finish = await this.#finishBatch(batch, reading)
    }
    this.#running = undefined
    finish?.()
  }

  #open(batch: Waiting[]): Promise<BatchState> {
    const tx = this.#connection as unknown as Tx
    const begun = tx`begin`.execute()
    const reading = Promise.all([begun, readBatch(tx, batch.map((waiting) => waiting.item), this.#services.clock())]).then(([, state]) => state)
    reading.catch(() => {})
    return reading
  }

  async #finishBatch(batch: Waiting[], reading: Promise<BatchState>): Promise<() => void> {
    try {
      const outcomes = await this.#decideAndWrite(batch, await reading)
      return () => answerAll(outcomes)
    } catch (error) {
      await this.#connection`rollback`.catch(() => {})
      return this.#retryAlone(batch, error)
    }
  }

  async #decideAndWrite(batch: Waiting[], state: BatchState): Promise<Outcome[]> {
    const changes = new Changes()
    const outcomes = batch.map((waiting) => ({ waiting, settled: this.#decide(waiting, state, changes) }))
    const answers = outcomes.flatMap(({ waiting: { item }, settled }) =>
      'error' in settled || settled.replayed || !item.idempotent ? [] : [{ workspace: item.workspace, request: item.idempotent, status: settled.status, body: settled.text }],
    )
    const tx = this.#connection as unknown as Tx
    // From here on only wait: a write that was sent is never cancelled.
    await Promise.all([
      record(tx, changes),
      ...(state.usedChallenges.size > 0 ? [useChallenges(tx, state.usedChallenges)] : []),
      ...(state.outdatedAnswers.length > 0 ? [deleteAnswers(tx, state.outdatedAnswers)] : []),
      ...(answers.length > 0 ? [insertAnswers(tx, answers, state.wall)] : []),
      commit(tx as Sql),
    ])
    changes.committed()
    return outcomes
  }

  #decide(waiting: Waiting, state: BatchState, changes: Changes): Settled | { error: unknown } {
    if (performance.now() > waiting.deadline) return { error: new ApiError('service_unavailable', 'The decision took too long; nothing happened.') }
    try {
      return decideItem(this.#services, waiting.item, state, changes)
    } catch (error) {
      // A refusal leaves `changes` as it was; anything unforeseen may not, and fails the batch.
      if (error instanceof ApiError || isWorkspaceReplaced(error)) return { error }
      throw error
    }
  }

  /** A batch that failed is run again item by item, so that the bad one fails alone. */
  async #retryAlone(batch: Waiting[], cause: unknown): Promise<() => void> {
    const reason = unavailable(cause)
    if (batch.length === 1 || reason instanceof ApiError) {
      return () => {
        for (const waiting of batch) waiting.reject(reason)
      }
    }
    const finished: (() => void)[] = []
    for (const waiting of batch) finished.push(await this.#finishBatch([waiting], this.#open([waiting])))
    return () => {
      for (const finish of finished) finish()
    }
  }
}

function answerAll(outcomes: Outcome[]): void {
  for (const { waiting, settled } of outcomes) {
    if ('error' in settled) waiting.reject(settled.error)
    else waiting.resolve(settled)
  }
}
