// Operations that wait for a row which somebody else has locked for long wait here, each on a connection of its own and as
// long as its caller waits. At most one operation per workspace waits at a time, so that no workspace takes all connections.
// The rest of the service goes on in its lanes.

import type { PooledConnection } from '../database/connection-pool.ts'
import { isWorthAnotherTry, sqlState, unavailable } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { type LaneServices, LOCK_NOT_AVAILABLE, MAX_TRIES, settle } from './lane.ts'
import { runObservedBatch } from './observe-batch.ts'
import { NotDecided, type Operation } from './operation.ts'
import type { Waiting } from './waiting.ts'

const MAX_CONNECTIONS = 4
const AFTER_LOCK_MS = 2_000

export class BlockedOperations {
  readonly #services: LaneServices
  readonly #idle: PooledConnection[] = []
  readonly #running = new Map<string, Promise<void>>()
  readonly #queue: Waiting[] = []
  /** The rows that operations here wait for, and how many of them do. */
  readonly #rows = new Map<Uuid, number>()

  constructor(services: LaneServices) {
    this.#services = services
  }

  /** The rows of the operation that others already wait for. It would only meet the same lock, or overtake them. */
  rowsAmong(operation: Operation): Uuid[] {
    return this.#rows.size === 0 ? [] : rowsOf(operation).filter((id) => this.#rows.has(id))
  }

  /** `rows` are the rows that it waits for, if they are known. */
  add(waiting: Waiting, rows: readonly Uuid[]): void {
    for (const id of rows) this.#rows.set(id, (this.#rows.get(id) ?? 0) + 1)
    const leave = () => this.#leave(rows)
    waiting.answered.then(leave, leave)
    this.#queue.push(waiting)
    this.#start()
  }

  rejectLate(): void {
    for (const waiting of this.#queue) waiting.rejectIfLate()
  }

  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
    await Promise.all(this.#idle.map((session) => session.connection.end()))
  }

  #leave(rows: readonly Uuid[]): void {
    for (const id of rows) {
      const left = this.#rows.get(id)! - 1
      if (left > 0) this.#rows.set(id, left)
      else this.#rows.delete(id)
    }
  }

  #start(): void {
    for (let index = 0; index < this.#queue.length && this.#running.size < MAX_CONNECTIONS; ) {
      const waiting = this.#queue[index]!
      const { id } = waiting.operation.workspace
      if (!waiting.isAnswered && this.#running.has(id)) {
        index += 1
        continue
      }
      this.#queue.splice(index, 1)
      if (waiting.isAnswered) continue
      const running = this.#run(waiting).finally(() => {
        this.#running.delete(id)
        this.#start()
      })
      this.#running.set(id, running)
    }
  }

  async #run(waiting: Waiting): Promise<void> {
    const session = this.#idle.pop() ?? this.#services.database.session()
    // The deadline limits the wait for the lock; the work after it gets some time of its own.
    session.connection.deadline = waiting.deadline + AFTER_LOCK_MS
    await this.#decide(waiting, session, 1)
    if (session.connection.isStale) await session.connection.end()
    if (!session.isLost) this.#idle.push(session)
  }

  /**
   * Tries again after a deadlock, and after the same idempotency key was stored by another process meanwhile, whose answer is
   * then found.
   */
  async #decide(waiting: Waiting, session: PooledConnection, attempt: number): Promise<void> {
    try {
      const mode = { isWaiting: true, lockTimeoutMs: Math.max(1, waiting.msLeft) }
      const batch = await runObservedBatch(this.#services, session, [waiting], mode)
      for (const decided of batch) settle(this.#services, decided)
    } catch (error) {
      if (!session.isLost) await session.sql`rollback`.catch(() => {})
      waiting.beginAgain()
      if (attempt < MAX_TRIES && isWorthAnotherTry(error)) return this.#decide(waiting, session, attempt + 1)
      waiting.reject(sqlState(error) === LOCK_NOT_AVAILABLE ? stillBlocked() : unavailable(error))
    }
  }
}

function stillBlocked(): NotDecided {
  return new NotDecided('Another change of the same card or wallet is still under way; nothing happened.')
}

function rowsOf({ workspace, needs }: Operation): Uuid[] {
  const { cards = [], holds = [], challenges = [], deposits = [] } = needs
  return [...cards, ...holds, ...challenges, ...deposits, workspace.id]
}
