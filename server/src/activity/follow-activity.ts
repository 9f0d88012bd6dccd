// Keeps the totals of each day up, in the worker. A hint that a workspace has something new is acted upon a moment
// later, together with what else has come; now and then it looks at all workspaces, in case a hint was lost. Several
// workers may do so at once: a cursor is moved by one at a time.

import type { Sql } from '../database/database.ts'
import type { Place } from '../events/wake.ts'
import type { Uuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import { countActivity } from './daily-totals.ts'

const GATHER_MS = 200
const LOOK_MS = 5_000
const MOST_AT_ONCE = 200
const MOST_PLACES = 1_000

type Needs = Pick<Services, 'database' | 'wake' | 'log'>

export class ActivityFollower {
  readonly #needs: Needs
  readonly #wanted = new Map<Uuid, Place>()
  readonly #stopListening: () => void
  readonly #following: Promise<void>
  #isStopping = false
  #lookedAt = Number.NEGATIVE_INFINITY
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
    if (performance.now() - this.#lookedAt >= LOOK_MS) {
      for (const place of await selectBehind(this.#needs.database.read)) this.#wanted.set(place.id, place)
      this.#lookedAt = performance.now()
    }
    const batch = [...this.#wanted.values()].slice(0, MOST_AT_ONCE)
    if (batch.length === 0) return
    for (const { id } of batch) this.#wanted.delete(id)
    for (const place of await countActivity(this.#needs.database, batch)) this.#wanted.set(place.id, place)
  }

  #rest(): Promise<void> {
    // After a full batch there is more to do at once.
    const ms = this.#wanted.size >= MOST_AT_ONCE ? 0 : GATHER_MS
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
function selectBehind(sql: Sql) {
  return sql<Place[]>`
    select c.bucket, c.workspace_id as id from activity_cursors c
    join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id and w.live and w.event_sequence > c.sequence
    limit ${MOST_PLACES}`
}
