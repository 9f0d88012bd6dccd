import { checkWindow, type LimitWindow, type WindowState } from './verdict.ts'

/** The number of slots of a window. A request counts for at least `seconds`, and at most one slot longer. */
export const SLOTS = 60

// 61 slots can overlap one window (the first and the last in part). The next power of two makes the ring's index a mask.
const RING = 64
const MASK = RING - 1

/**
 * One counter per slot that saw a request, in a ring from the oldest to the newest.
 *
 * A slot keeps the time of its newest request and leaves as a whole when that one is `seconds` old. Leaving by that time,
 * not by the slot's edge, makes the promise independent of how slots are cut: a request never leaves early. It also keeps
 * every reset within `seconds`: by the edge, a client would read "t=61" in a window of 60.
 */
export class SlidingWindow {
  readonly name: string
  readonly seconds: number
  readonly #spanMs: number
  readonly #slotMs: number
  // The count and time of a slot are side by side, in one cache line: with many scopes, cache misses are the cost of a take.
  readonly #cells = new Float64Array(2 * RING)
  #oldest = 0
  #newest = MASK
  #used = 0
  #slot = 0
  #count = 0

  constructor(window: LimitWindow) {
    checkWindow(window)
    this.name = window.name
    this.seconds = window.seconds
    this.#spanMs = window.seconds * 1000
    this.#slotMs = this.#spanMs / SLOTS
  }

  /** Requests that still count at `now`. The times given to one window must not go back. */
  countAt(now: number): number {
    const gone = now - this.#spanMs
    while (this.#used > 0 && this.#cells[2 * this.#oldest + 1]! <= gone) {
      this.#count -= this.#cells[2 * this.#oldest]!
      this.#oldest = (this.#oldest + 1) & MASK
      this.#used -= 1
    }
    return this.#count
  }

  /** Counts one request. Follows a `countAt` of the same time. */
  add(now: number): void {
    const slot = Math.floor(now / this.#slotMs)
    if (slot !== this.#slot || this.#used === 0) this.#openSlot(slot)
    this.#cells[2 * this.#newest]! += 1
    this.#cells[2 * this.#newest + 1] = now
    this.#count += 1
  }

  state(limit: number, now: number): WindowState {
    const remaining = Math.max(0, limit - this.#count)
    const freeAt = remaining === 0 ? this.#hasRoomAt(limit) : this.#isFreshAt(now)
    // Rounding of fractions of a millisecond may make the result slightly longer than the window.
    const resetSeconds = Math.min(this.seconds, Math.ceil((freeAt - now) / 1000))
    return { name: this.name, limit, seconds: this.seconds, remaining, resetSeconds }
  }

  #openSlot(slot: number): void {
    // Cannot happen with 61 slots at most; if it did, the newest slot goes on counting, which errs on the strict side.
    if (this.#used === RING) return
    this.#slot = slot
    this.#newest = (this.#newest + 1) & MASK
    this.#cells[2 * this.#newest] = 0
    this.#used += 1
  }

  #isFreshAt(now: number): number {
    return this.#used === 0 ? now : this.#cells[2 * this.#newest + 1]! + this.#spanMs
  }

  /** When enough of the oldest slots have expired for one more request to fit. Usually one must, or more after a limit was lowered. */
  #hasRoomAt(limit: number): number {
    let left = this.#count
    let index = this.#oldest
    for (let seen = 0; seen < this.#used; seen++) {
      index = (this.#oldest + seen) & MASK
      left -= this.#cells[2 * index]!
      if (left < limit) break
    }
    return this.#cells[2 * index + 1]! + this.#spanMs
  }
}
