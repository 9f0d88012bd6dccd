// Keeps the daily totals up to date, in the worker. A hint that a workspace has something new is handled a moment later,
// together with other hints. In case a hint was lost, it also goes over all workspaces: without a pause at the start, then a
// page every few seconds, so that the cost does not grow with their number. Several workers may do this at once, since only one
// at a time can move a cursor.

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
  /** The next page begins after this workspace. */
  #mark = BEFORE_ALL
  #isFirstRound = true
  #goOn: () => void = () => {}

  constructor(needs: Needs) {
    this.#needs = needs
    this.#stopListening = needs.wake.on((place) => this.#wanted.set(place.id, place))
    this.#following = this.#follow()
  }

  /** Finishes the running count first. */
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

/** Cursors of dead workspaces are left alone, since their totals are about to be deleted. */
function selectPage(sql: Sql, { bucket, id }: Place) {
  return sql<(Place & { isBehind: boolean })[]>`
    select c.bucket, c.workspace_id as id, coalesce(w.live and w.event_sequence > c.sequence, false) as "isBehind"
    from activity_cursors c left join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id
    where (c.bucket, c.workspace_id) > (${bucket}, ${id})
    order by c.bucket, c.workspace_id limit ${MAX_PAGE_SIZE}`
}
