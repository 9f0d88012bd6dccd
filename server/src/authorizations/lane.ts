// The hot path. A lane is one connection on which batches of authorizations run one after another: what
// arrives while a batch is in flight forms the next one, and an idle lane starts at once. A batch takes two
// round trips and one commit: read and lock; decide in memory, in order of arrival; write arrays and commit.
// The first round trip of a batch is sent right behind the second of the one before, so the database goes
// from a commit straight on to the next locks while we answer.

import type postgres from 'postgres'
import { commit, type Tx, unavailable } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { deleteAnswers, insertAnswers } from '../http/idempotency.ts'
import type { Answer } from '../http/route.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import { decideItem, type Item } from './lane-item.ts'
import { type BatchState, readBatch, useChallenges } from './lane-state.ts'

const MOST_IN_BATCH = 256
const MOST_WAITING = 8_192
const DEADLINE_MS = 1_500

type Waiting = { item: Item; deadline: number; resolve(answer: Answer): void; reject(error: unknown): void }
/** A batch whose first round trip is under way. */
type Opened = { batch: Waiting[]; state: Promise<BatchState> }
type Decided = { waiting: Waiting; settled: Answer | { error: unknown } }

export type LaneServices = Pick<Services, 'bins' | 'clock' | 'database'>

export class AuthorizationLane {
  readonly #services: LaneServices
  readonly #connection: postgres.Sql<{ bigint: bigint }>
  #queue: Waiting[] = []
  /** Items of a batch that failed: each runs again in a batch of its own, so that the bad one fails alone. */
  #alone: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(services: LaneServices) {
    this.#services = services
    this.#connection = services.database.dedicated()
  }

  submit(item: Item): Promise<Answer> {
    if (this.#queue.length >= MOST_WAITING)
      return Promise.reject(new ApiError('service_unavailable', 'Too many authorizations are waiting; try again.'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, deadline: performance.now() + DEADLINE_MS, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Finishes what was submitted and ends the connection. */
  async close(): Promise<void> {
    await this.#running
    await this.#connection.end({ timeout: 5 })
  }

  async #run(): Promise<void> {
    // The rest of this turn of the event loop may bring more: they share the batch at no delay.
    await Promise.resolve()
    for (let opened = this.#open(); opened; ) opened = (await this.#runBatch(opened)) ?? this.#open()
    // In the same turn in which the queue was found empty, or a request in between would wait for ever.
    this.#running = undefined
  }

  get #tx(): Tx {
    return this.#connection as unknown as Tx
  }

  #open(): Opened | undefined {
    const batch = this.#alone.length > 0 ? this.#alone.splice(0, 1) : this.#queue.splice(0, MOST_IN_BATCH)
    if (batch.length === 0) return undefined
    const begun = this.#tx`begin`.execute()
    const read = readBatch(
      this.#tx,
      batch.map((waiting) => waiting.item),
      this.#services.clock(),
    )
    const state = Promise.all([read, begun]).then(([result]) => result)
    state.catch(() => {}) // awaited by #runBatch, perhaps after the batch before has ended
    return { batch, state }
  }

  /** Decides and writes a batch; returns the next one if it is opened already. */
  async #runBatch({ batch, state }: Opened): Promise<Opened | undefined> {
    try {
      const decided = this.#decide(batch, await state)
      const next = this.#alone.length > 0 ? undefined : this.#open()
      try {
        await decided.written
        decided.changes.committed()
        answer(decided.all)
      } catch (error) {
        this.#failed(batch, error)
      }
      return next
    } catch (error) {
      // Nothing was sent but the reads: the transaction is still open.
      await this.#connection`rollback`.catch(() => {})
      this.#failed(batch, error)
      return undefined
    }
  }

  /** From the moment this returns the writes are on their way: from here on only wait, never cancel. */
  #decide(batch: Waiting[], state: BatchState): { all: Decided[]; changes: Changes; written: Promise<unknown> } {
    const changes = new Changes()
    const all = batch.map((waiting) => ({ waiting, settled: this.#settle(waiting, state, changes) }))
    const answers = all.flatMap(({ waiting: { item }, settled }) =>
      'error' in settled || settled.replayed || !item.idempotent
        ? []
        : [{ workspace: item.workspace, request: item.idempotent, status: settled.status, body: settled.text }],
    )
    const written = Promise.all([
      record(this.#tx, changes),
      ...(state.usedChallenges.size > 0 ? [useChallenges(this.#tx, state.usedChallenges)] : []),
      ...(state.outdatedAnswers.length > 0 ? [deleteAnswers(this.#tx, state.outdatedAnswers)] : []),
      ...(answers.length > 0 ? [insertAnswers(this.#tx, answers, state.wall)] : []),
      commit(this.#tx),
    ])
    written.catch(() => {})
    return { all, changes, written }
  }

  #settle(waiting: Waiting, state: BatchState, changes: Changes): Answer | { error: unknown } {
    if (performance.now() > waiting.deadline)
      return { error: new ApiError('service_unavailable', 'The decision took too long; nothing happened.') }
    try {
      return decideItem(this.#services, waiting.item, state, changes)
    } catch (error) {
      // A refusal leaves `changes` as it was; anything unforeseen may not, and fails the batch.
      if (error instanceof ApiError || isWorkspaceReplaced(error)) return { error }
      throw error
    }
  }

  /** A lost connection leaves the outcome unknown, and no second try would know better: the client asks again by its key. */
  #failed(batch: Waiting[], error: unknown): void {
    const reason = unavailable(error)
    if (batch.length > 1 && !(reason instanceof ApiError)) this.#alone.push(...batch)
    else for (const waiting of batch) waiting.reject(reason)
  }
}

function answer(decided: Decided[]): void {
  for (const { waiting, settled } of decided) {
    if ('error' in settled) waiting.reject(settled.error)
    else waiting.resolve(settled)
  }
}
