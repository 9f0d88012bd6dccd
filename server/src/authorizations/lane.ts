// The hot path. A lane is one connection on which batches of authorizations run one after another. A batch
// takes two round trips and one commit: read and lock; decide in memory, in order of arrival; write arrays
// and commit.

import { allOrFirstError, commit, isWorthAnotherTry, type Tx, unavailable } from '../database/database.ts'
import type { Session } from '../database/sessions.ts'
import { ApiError } from '../http/errors.ts'
import { deleteAnswers, insertAnswers } from '../http/idempotency.ts'
import type { Answer } from '../http/route.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { isWorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import { decideItem, type Item } from './lane-item.ts'
import { type BatchState, readBatch, useChallenges } from './lane-state.ts'

export type Waiting = { item: Item; deadline: number; resolve(answer: Answer): void; reject(error: unknown): void }
type Decided = { waiting: Waiting; settled: Answer | { error: unknown } }

export type LaneServices = Pick<Services, 'bins' | 'clock' | 'database'>

const MOST_TRIES = 4

export class AuthorizationLane {
  readonly #services: LaneServices
  #session: Session

  constructor(services: LaneServices) {
    this.#services = services
    this.#session = services.database.session()
  }

  close(): Promise<void> {
    return this.#session.connection.end()
  }

  /** Answers every item of the batch, one way or the other; never rejects. */
  async run(batch: Waiting[], attempt = 1): Promise<void> {
    if (this.#session.isLost) this.#session = this.#services.database.session()
    const session = this.#session
    try {
      const decided = await this.#runTransaction(session, batch)
      for (const { waiting, settled } of decided) {
        if ('error' in settled) waiting.reject(settled.error)
        else waiting.resolve(settled)
      }
    } catch (error) {
      if (!session.isLost) await session.sql`rollback`.catch(() => {})
      await this.#failed(batch, error, attempt)
    }
  }

  async #runTransaction(session: Session, batch: Waiting[]): Promise<Decided[]> {
    const tx = session.sql as Tx
    const flush = () => session.connection.flush()
    const items = batch.map((waiting) => waiting.item)
    const begun = tx`begin`
    const state = await readBatch(tx, items, this.#services.clock(), flush)
    await begun
    const changes = new Changes()
    const decided = batch.map((waiting) => ({ waiting, settled: this.#settle(waiting, state, changes) }))
    // From here on only wait: a write that was sent is never cancelled.
    const written = this.#write(tx, decided, state, changes)
    flush()
    await written
    changes.committed()
    return decided
  }

  #settle(waiting: Waiting, state: BatchState, changes: Changes): Answer | { error: unknown } {
    if (performance.now() > waiting.deadline) {
      return { error: new ApiError('service_unavailable', 'The decision took too long; nothing happened.') }
    }
    try {
      return decideItem(this.#services, waiting.item, state, changes)
    } catch (error) {
      // A refusal leaves `changes` as it was; anything unforeseen may not, and fails the batch.
      if (error instanceof ApiError || isWorkspaceReplaced(error)) return { error }
      throw error
    }
  }

  #write(tx: Tx, decided: Decided[], state: BatchState, changes: Changes): Promise<unknown> {
    const answers = decided.flatMap(({ waiting: { item }, settled }) =>
      'error' in settled || settled.replayed || !item.idempotent
        ? []
        : [{ workspace: item.workspace, request: item.idempotent, answer: settled, wall: state.wall }],
    )
    return allOrFirstError([
      record(tx, changes),
      ...(state.usedChallenges.size > 0 ? [useChallenges(tx, state.usedChallenges)] : []),
      ...(state.outdatedAnswers.length > 0 ? [deleteAnswers(tx, state.outdatedAnswers)] : []),
      ...(answers.length > 0 ? [insertAnswers(tx, answers)] : []),
      commit(tx),
    ])
  }

  /**
   * A batch that failed is run again item by item, so that the bad one fails alone; so is one that lost against
   * another process. A lost connection leaves the outcome unknown, and no second try would know better: the client
   * asks again by its key.
   */
  async #failed(batch: Waiting[], error: unknown, attempt: number): Promise<void> {
    const reason = unavailable(error)
    const isFinal =
      reason instanceof ApiError || (batch.length === 1 && !isWorthAnotherTry(error)) || attempt === MOST_TRIES
    if (isFinal) for (const waiting of batch) waiting.reject(reason)
    else for (const waiting of batch) await this.run([waiting], attempt + 1)
  }
}
