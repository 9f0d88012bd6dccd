// Keeps the totals of each day up, in the worker. A hint that a workspace has something new is acted upon a moment
// later, together with what else has come. In case a hint was lost it goes over all workspaces: without a pause when it
// starts, then a page every few seconds, so that this costs no more where there are more of them. Several workers may do
// so at once: a cursor is moved by one at a time.

import type { Sql } from '../database/database.ts'
import type { Place } from '../events/wake.ts'
import type { Uuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import { countActivity } from './daily-totals.ts'

const GATHER_MS = 200
const LOOK_MS = 5_000
const MAX_AT_ONCE = 200
const MAX_PAGE_SIZE = 500
const BEFORE_ALL: Place = { bucket: -1, id: '00000000-0000-0000-0000-000000000000' as Uuid }

type Needs = Pick<Services, 'database' | 'wake' | 'log'>

export class ActivityFollower {
  readonly #needs: Needs
  readonly #wanted = new Map<Uuid, Place>()
  readonly #stopListening: () => void
  readonly #following: Promise<void>
  #isStopping = false
  #lookedAt = Number.NEGATIVE_INFINITY
  /** After this workspace the next page begins. */
  #mark = BEFORE_ALL
  #isFirstRound = true
  #goOn: () => void = () => {}

  constructor(needs: Needs) {
    this.#needs = needs
    this.#stopListening = needs.wake.on((place) => this.#wanted.set(place.id, place))
    this.#following = this.#follow()
  }

  /** What is being counted is finished first. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopListening()
    this.#goOn()
    await this.#following
  }

  async #follow(): Promise<void> {
    while (!this.#isStopping) {
      await this.#countWanted().catch((error) =>
        this.#needs.log.error(describeFailure(error), 'the totals of the day could not be brought up to date'),
      )
      await this.#rest()
    }
  }

  async #countWanted(): Promise<void> {
    if (this.#isFirstRound || performance.now() - this.#lookedAt >= LOOK_MS) await this.#lookAtPage()
    const batch = [...this.#wanted.values()].slice(0, MAX_AT_ONCE)
    if (batch.length === 0) return
    for (const { id } of batch) this.#wanted.delete(id)
    for (const place of await countActivity(this.#needs.database, batch)) this.#wanted.set(place.id, place)
  }

  async #lookAtPage(): Promise<void> {
    const page = await selectPage(this.#needs.database.readByKey, this.#mark)
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

/** One of a dead workspace is left where it is: its totals are about to go. */
function selectPage(sql: Sql, { bucket, id }: Place) {
  return sql<(Place & { isBehind: boolean })[]>`
    select c.bucket, c.workspace_id as id, coalesce(w.live and w.event_sequence > c.sequence, false) as "isBehind"
    from activity_cursors c left join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id
    where (c.bucket, c.workspace_id) > (${bucket}, ${id})
    order by c.bucket, c.workspace_id limit ${MAX_PAGE_SIZE}`
}
