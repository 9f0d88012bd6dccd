// Where authorizations wait for their batch. What arrives while a batch is in flight forms the next one, and an
// idle lane starts at once. A second lane joins only when half a batch is waiting already: a batch costs as
// much as some twenty authorizations, so many small ones would be slower than a few large ones.

import type { Wake } from '../events/wake.ts'
import { ApiError } from '../http/errors.ts'
import type { Answer } from '../http/route.ts'
import { AuthorizationLane, type LaneServices, type Waiting } from './lane.ts'
import type { Item } from './lane-item.ts'

const MOST_IN_BATCH = 256
const ENOUGH_FOR_ANOTHER_LANE = 128
const LANES = 2
const MOST_WAITING = 8_192
const DEADLINE_MS = 1_500

export class AuthorizationLanes {
  readonly #lanes: AuthorizationLane[]
  readonly #wake: Wake
  readonly #idle: AuthorizationLane[]
  readonly #running = new Set<Promise<void>>()
  #queue: Waiting[] = []
  #isStarting = false

  constructor(services: LaneServices & { wake: Wake }) {
    this.#wake = services.wake
    this.#lanes = Array.from({ length: LANES }, () => new AuthorizationLane(services))
    this.#idle = [...this.#lanes]
  }

  submit(item: Item): Promise<Answer> {
    if (this.#queue.length >= MOST_WAITING)
      return Promise.reject(new ApiError('service_unavailable', 'Too many authorizations are waiting; try again.'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, deadline: performance.now() + DEADLINE_MS, resolve, reject })
      if (!this.#isStarting) this.#start()
    })
  }

  /** Finishes what was submitted and ends the connections. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }

  #start(): void {
    this.#isStarting = true
    // What the event loop brings in this turn shares the batch, at no delay.
    setImmediate(() => {
      this.#isStarting = false
      while (this.#hasEnough()) this.#run(this.#idle.pop()!)
    })
  }

  #hasEnough(): boolean {
    const least = this.#idle.length === LANES ? 1 : ENOUGH_FOR_ANOTHER_LANE
    return this.#idle.length > 0 && this.#queue.length >= least
  }

  #run(lane: AuthorizationLane): void {
    const batch = this.#queue.splice(0, MOST_IN_BATCH)
    const running = lane.run(batch).then(() => {
      for (const { item } of batch) this.#wake.raise(item.workspace, 'events')
      this.#running.delete(running)
      this.#idle.push(lane)
      if (this.#queue.length > 0 && !this.#isStarting) this.#start()
    })
    this.#running.add(running)
  }
}
