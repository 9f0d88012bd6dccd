// Checks whether requests can be served right now, through the same pools as a request, with a read and a write.

import type { Database } from './database.ts'
import { connectionError } from './wire/backend-messages.ts'

const TIMEOUT_MS = 1_800
/** Within this time the last answer is repeated, because a check costs a write and needs no API key. */
const FRESH_MS = 1_000

export class Readiness {
  readonly #database: Pick<Database, 'read' | 'transaction'>
  #last: Promise<unknown> | undefined
  #askedAt = 0

  constructor(database: Pick<Database, 'read' | 'transaction'>) {
    this.#database = database
  }

  /** Throws within two seconds when the database is away, hangs, takes no writes, or has no room for them. */
  async check(): Promise<void> {
    const now = performance.now()
    if (!this.#last || now - this.#askedAt > FRESH_MS) {
      this.#askedAt = now
      this.#last = inTime(Promise.all([this.#database.read`select 1`, this.#tryWrite()]))
      this.#last.catch(() => {}) // callers of check() handle the error
    }
    await this.#last
  }

  /**
   * Writes more rows than fit on a page, so that the file must grow, and commits, so that the log is written. The rows are
   * rolled back. Rows under 2 KB are stored uncompressed.
   */
  #tryWrite(): Promise<unknown> {
    return this.#database.transaction(
      async (tx) => {
        tx`savepoint probe`
        tx`insert into readiness_probes (filler) select decode(repeat('5a', 1900), 'hex') from generate_series(1, 5)`
        await tx`rollback to savepoint probe`
      },
      { timeoutMs: TIMEOUT_MS },
    )
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(connectionError('CONNECTION_TIMEOUT', 'the database did not answer in time')),
      TIMEOUT_MS,
    )
  })
  return Promise.race([work, end]).finally(() => clearTimeout(late))
}
