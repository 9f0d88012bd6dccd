// A lane is one connection on which batches run one after another. One operation must not stop the others: a batch that waits
// too long for a locked row runs again without the operations that need the row, a batch that was the victim of a deadlock
// runs again as it is, and a batch that fails runs again operation by operation, so that only the bad one fails.

import type { PooledConnection } from '../database/connection-pool.ts'
import { type Database, isConflict, isWorthAnotherTry, sqlState, unavailable } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { type ObservedServices, runObservedBatch } from './observe-batch.ts'
import type { BatchServices, Decided } from './run-batch.ts'
import { openAnswer } from './stored-answers.ts'
import type { Waiting } from './waiting.ts'

export type LaneServices = ObservedServices & { database: Database }

export const MAX_TRIES = 4
/** Longer than a batch of another process takes, and shorter than anybody notices. */
const LOCK_WAIT_MS = 200
export const LOCK_NOT_AVAILABLE = '55P03'

/** Answers the callers. */
export type Answer = () => void
const nobody: Answer = () => {}

/** Takes over an operation that waits for these rows, which somebody else has locked. */
type OnBlocked = (waiting: Waiting, rows: readonly Uuid[]) => void

export class Lane {
  readonly #services: LaneServices
  readonly #onBlocked: OnBlocked
  #session: PooledConnection | undefined

  constructor(services: LaneServices, onBlocked: OnBlocked) {
    this.#services = services
    this.#onBlocked = onBlocked
  }

  async close(): Promise<void> {
    await this.#session?.connection.end()
  }

  /**
   * Decides and writes every operation of the batch, or passes it on; never rejects. It resolves to a function that answers
   * the callers. The engine gives the lane its next batch first, so that the database is busy while answers are written.
   */
  run(batch: Waiting[]): Promise<Answer> {
    return this.#run(batch, 1, true)
  }

  async #run(batch: Waiting[], attempt: number, isWaiting: boolean): Promise<Answer> {
    const open = batch.filter((waiting) => !waiting.isAnswered)
    if (open.length === 0) return nobody
    const known = this.#session?.isLost === false && !this.#session.connection.isStale ? this.#session : undefined
    const session = known ?? this.#services.database.session()
    this.#session = session
    try {
      const isDistributed = session.sql.shards !== undefined
      if (!known && !isDistributed) await setLockWait(session)
      const mode = isDistributed ? { isWaiting, lockTimeoutMs: LOCK_WAIT_MS } : { isWaiting }
      const decided = await runObservedBatch(this.#services, session, open, mode)
      return () => this.#settle(decided)
    } catch (error) {
      if (!session.isLost) await session.sql`rollback`.catch(() => {})
      for (const waiting of open) waiting.beginAgain()
      return this.#runAgain(open, error, attempt, isWaiting)
    }
  }

  #settle(decided: readonly Decided[]): void {
    for (const each of decided) {
      if ('blockedBy' in each.outcome) this.#onBlocked(each.waiting, each.outcome.blockedBy)
      else settle(this.#services, each)
    }
  }

  /**
   * After a lost connection the outcome is unknown, and a second try could not find out. The caller repeats the request under
   * its key. After any other error the batch was rolled back.
   */
  async #runAgain(batch: Waiting[], error: unknown, attempt: number, isWaiting: boolean): Promise<Answer> {
    const isBlocked = sqlState(error) === LOCK_NOT_AVAILABLE
    if (isBlocked && isWaiting) return this.#run(batch, attempt, false)
    if (isBlocked && batch.length === 1) return () => this.#onBlocked(batch[0]!, [])
    // A deadlock is no fault of an operation. If it happens again, the operations are tried one by one.
    if (isConflict(error) && attempt === 1) return this.#run(batch, attempt + 1, isWaiting)
    const reason = unavailable(error)
    const isLost = reason !== error && !isBlocked && !isConflict(error)
    const isFinal = isLost || attempt === MAX_TRIES || (batch.length === 1 && !isWorthAnotherTry(error))
    if (isFinal) for (const waiting of batch) waiting.reject(reason)
    else for (const waiting of batch) (await this.#run([waiting], attempt + 1, isWaiting))()
    return nobody
  }
}

/** Set once per session. On a distributed database each transaction passes it on to the other servers. */
function setLockWait({ sql }: PooledConnection): Promise<unknown> {
  return sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}::text, false)`
}

/** A sealed answer is opened after the batch is done, so that it delays nobody. */
export function settle({ vault }: BatchServices, { waiting, outcome }: Decided): void {
  const { workspace, key } = waiting.operation
  if ('error' in outcome) waiting.reject(outcome.error)
  else if ('decision' in outcome) {
    const { status, text } = outcome.decision
    waiting.resolve({ status, text, isReplay: false })
  } else if ('stored' in outcome) {
    openAnswer(vault, { workspace, key: key! }, outcome.stored).then(
      (answer) => waiting.resolve({ ...answer, isReplay: true }),
      (error) => waiting.reject(error),
    )
  }
}
