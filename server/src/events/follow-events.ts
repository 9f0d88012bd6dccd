// Follows the events of all workspaces, in the worker. A hint that a workspace has something new is acted upon a moment
// later, together with what else has come. In case a hint was lost it goes over all workspaces: without a pause when it
// starts, then a page every few seconds, so that this costs no more where there are more of them. Several workers may do
// so at once: a cursor is moved by one at a time.

import type { Uuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import type { Place } from './wake.ts'

const GATHER_MS = 200
const LOOK_MS = 5_000
const MAX_AT_ONCE = 200
export const MAX_PAGE_SIZE = 500
const BEFORE_ALL: Place = { bucket: -1, id: '00000000-0000-0000-0000-000000000000' as Uuid }

export type FollowedWork = {
  /** For the log, where it fails. */
  failure: string
  /** The workspaces after this one, at most MAX_PAGE_SIZE, and whether their cursors are behind their events. */
  readPage(after: Place): Promise<readonly (Place & { isBehind: boolean })[]>
  /** Does what is new in these workspaces; returns those in which there is more than was done at once. */
  run(places: readonly Place[]): Promise<Place[]>
}

export class EventFollower {
  readonly #log: Services['log']
  readonly #work: FollowedWork
  readonly #wanted = new Map<Uuid, Place>()
  readonly #stopListening: () => void
  readonly #following: Promise<void>
  #isStopping = false
  #lookedAt = Number.NEGATIVE_INFINITY
  /** After this workspace the next page begins. */
  #mark = BEFORE_ALL
  #isFirstRound = true
  #goOn: () => void = () => {}

  constructor({ wake, log }: Pick<Services, 'wake' | 'log'>, work: FollowedWork) {
    this.#log = log
    this.#work = work
    this.#stopListening = wake.on((place) => this.#wanted.set(place.id, place))
    this.#following = this.#follow()
  }

  /** What is under way is finished first. */
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
    const batch = [...this.#wanted.values()].slice(0, MAX_AT_ONCE)
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
    const hasMore = this.#isFirstRound || this.#wanted.size >= MAX_AT_ONCE
    const ms = hasMore ? 0 : GATHER_MS
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#isStopping ? 0 : ms)
      this.#goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
