// Goes over all workspaces with subscriptions and all endpoints with pending deliveries, in case a hint was lost or another
// worker left something behind. At first it runs without a pause, then one page per step with a pause at the end, so that the
// cost does not grow with their number.

import type { Services } from '../../services.ts'
import { MAX_PAGE_SIZE, selectPending, selectWatched } from './find-work.ts'
import { FIRST_MARK, type Mark, type PendingEndpoint, type Watched } from './pending-work.ts'

const REST_MS = 5_000

type Found = { watched(workspace: Watched): void; pending(endpoint: PendingEndpoint): void }

export class Sweep {
  readonly #services: Pick<Services, 'database' | 'clock'>
  readonly #found: Found
  /** Where the next page begins; undefined when the last one was read. */
  #watchedMark: Mark | undefined
  #pendingMark: Mark | undefined
  #startedAt = Number.NEGATIVE_INFINITY
  /** Whether it has covered everything since the last restart. */
  isComplete = false

  constructor(services: Pick<Services, 'database' | 'clock'>, found: Found) {
    this.#services = services
    this.#found = found
  }

  /** Makes the next step go over everything. */
  restart(): void {
    this.isComplete = false
    this.#begin()
  }

  async step(): Promise<void> {
    if (this.#isAtEnd && performance.now() - this.#startedAt >= REST_MS) this.#begin()
    do await Promise.all([this.#stepWatched(), this.#stepPending()])
    while (!this.isComplete && !this.#isAtEnd)
    this.isComplete ||= this.#isAtEnd
  }

  get #isAtEnd(): boolean {
    return !this.#watchedMark && !this.#pendingMark
  }

  #begin(): void {
    this.#watchedMark = FIRST_MARK
    this.#pendingMark = FIRST_MARK
    this.#startedAt = performance.now()
  }

  async #stepWatched(): Promise<void> {
    const mark = this.#watchedMark
    if (!mark) return
    const page = await selectWatched(this.#services.database.readByKey, mark)
    for (const workspace of page) this.#found.watched(workspace)
    this.#watchedMark = page.length === MAX_PAGE_SIZE ? page.at(-1) : undefined
  }

  async #stepPending(): Promise<void> {
    const mark = this.#pendingMark
    if (!mark) return
    const { database, clock } = this.#services
    const page = await selectPending(database.readByKey, mark, clock())
    for (const endpoint of page) this.#found.pending(endpoint)
    this.#pendingMark = page.length === MAX_PAGE_SIZE ? page.at(-1) : undefined
  }
}
