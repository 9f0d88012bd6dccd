// Follows the events of all workspaces, in the worker. Hints are collected for a moment and then processed together.
// Because a hint can be lost, all workspaces are also checked: without a pause at the start, then one page every few
// seconds, so that the cost does not grow with their number. Several workers may do this at once, because only one of
// them can move a cursor at a time.

import type { Uuid, WorkspaceKey } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'

/** `maxAtOnce` is how many workspaces are processed together. */
const PACE = { gatherMs: 200, maxAtOnce: 200 }
/** Each round costs several statements per shard, however few events it finds there. */
const PACE_ON_SHARDS = { gatherMs: 1_000, maxAtOnce: 1_000 }
const LOOK_MS = 5_000
export const MAX_PAGE_SIZE = 500
const BEFORE_ALL: WorkspaceKey = { bucket: -1, id: '00000000-0000-0000-0000-000000000000' as Uuid }

export type FollowedWork = {
  /** The message to log when it fails. */
  failure: string
  /** The workspaces after `after`, at most MAX_PAGE_SIZE, and whether their cursors are behind their events. */
  readPage(after: WorkspaceKey): Promise<readonly (WorkspaceKey & { isBehind: boolean })[]>
  /** Processes new events in these workspaces. Returns the workspaces that have more than can be processed at once. */
  run(places: readonly WorkspaceKey[]): Promise<WorkspaceKey[]>
}

export class EventFollower {
  readonly #log: Services['log']
  readonly #work: FollowedWork
  readonly #pace: typeof PACE
  readonly #wanted = new Map<Uuid, WorkspaceKey>()
  readonly #stopListening: () => void
  readonly #following: Promise<void>
  #isStopping = false
  #lookedAt = Number.NEGATIVE_INFINITY
  /** The last workspace of the previous page. */
  #mark = BEFORE_ALL
  #isFirstRound = true
  #goOn: () => void = () => {}

  constructor({ database, wake, log }: Pick<Services, 'database' | 'wake' | 'log'>, work: FollowedWork) {
    this.#log = log
    this.#pace = database.isDistributed ? PACE_ON_SHARDS : PACE
    this.#work = work
    this.#stopListening = wake.on((place) => this.#wanted.set(place.id, place))
    this.#following = this.#follow()
  }

  /** Waits for the work that is in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopListening()
    this.#goOn()
    await this.#following
  }

  async #follow(): Promise<void> {
    while (!this.#isStopping) {
      await this.#runWanted().catch((error) => this.#log.error(describeFailure(error), this.#work.failure))
      await this.#rest()
    }
  }

  async #runWanted(): Promise<void> {
    if (this.#isFirstRound || performance.now() - this.#lookedAt >= LOOK_MS) await this.#lookAtPage()
    const batch = [...this.#wanted.values()].slice(0, this.#pace.maxAtOnce)
    if (batch.length === 0) return
    for (const { id } of batch) this.#wanted.delete(id)
    for (const place of await this.#work.run(batch)) this.#wanted.set(place.id, place)
  }

  async #lookAtPage(): Promise<void> {
    const page = await this.#work.readPage(this.#mark)
    for (const { bucket, id, isBehind } of page) if (isBehind) this.#wanted.set(id, { bucket, id })
    const isLast = page.length < MAX_PAGE_SIZE
    this.#mark = isLast ? BEFORE_ALL : page.at(-1)!
    if (isLast) this.#isFirstRound = false
    this.#lookedAt = performance.now()
  }

  #rest(): Promise<void> {
    const hasMore = this.#isFirstRound || this.#wanted.size >= this.#pace.maxAtOnce
    const ms = hasMore ? 0 : this.#pace.gatherMs
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#isStopping ? 0 : ms)
      this.#goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
