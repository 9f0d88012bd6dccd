// Goes over all workspaces with subscriptions and all endpoints with something pending, in case a hint was lost or another
// worker has left something behind. One page at each step, and then a rest: what it costs does not rise with their number.

import type { Services } from '../../services.ts'
import {
  FIRST_MARK,
  MAX_PAGE_SIZE,
  type Mark,
  type PendingEndpoint,
  selectPending,
  selectWatched,
  type Watched,
} from './find-work.ts'

const REST_MS = 5_000

type Found = { watched(workspace: Watched): void; pending(endpoint: PendingEndpoint): void }

export class Sweep {
  readonly #services: Pick<Services, 'database' | 'clock'>
  readonly #found: Found
  /** Where the next page begins; undefined when the last one was read. */
  #watchedMark: Mark | undefined
  #pendingMark: Mark | undefined
  #startedAt = Number.NEGATIVE_INFINITY

  constructor(services: Pick<Services, 'database' | 'clock'>, found: Found) {
    this.#services = services
    this.#found = found
  }

  /** The next step begins anew. */
  restart(): void {
    this.#watchedMark = FIRST_MARK
    this.#pendingMark = FIRST_MARK
    this.#startedAt = performance.now()
  }

  async step(): Promise<void> {
    const isDone = !this.#watchedMark && !this.#pendingMark
    if (isDone && performance.now() - this.#startedAt >= REST_MS) this.restart()
    await Promise.all([this.#stepWatched(), this.#stepPending()])
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
