import { SlidingWindow } from './sliding-window.ts'
import type { RateLimiter } from './verdict.ts'
import { type LimitWindow, type Verdict, verdictOn, type WindowState } from './verdict.ts'

// The sweep checks two scopes per request, in batches. A new scope costs a request, so the sweep always keeps up.
const SWEEP_EVERY = 32
const SWEEP_BATCH = 2 * SWEEP_EVERY

export interface MemoryRateLimiter extends RateLimiter {
  take(scope: string, windows: readonly LimitWindow[]): Verdict
  /** Scopes held in memory, some 1.5 kB for each of their windows. */
  readonly scopeCount: number
}

type Scope = { name: string; windows: SlidingWindow[]; longestMs: number; seenAt: number }

/** `now` is in milliseconds from any origin. The default never jumps with the machine's date. */
export function memoryRateLimiter(options: { now?: () => number } = {}): MemoryRateLimiter {
  return new InMemory(options.now ?? (() => performance.now()))
}

class InMemory implements MemoryRateLimiter {
  readonly #clock: () => number
  readonly #scopes = new Map<string, Scope>()
  // Filled and read within one take(), which never waits. Reusing it saves an array per request.
  readonly #found: SlidingWindow[] = []
  #sweeper = this.#scopes.values()
  #untilSweep = SWEEP_EVERY
  #latest = Number.NEGATIVE_INFINITY

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get scopeCount(): number {
    return this.#scopes.size
  }

  take(scopeName: string, windows: readonly LimitWindow[]): Verdict {
    const now = this.#now()
    this.#untilSweep -= 1
    if (this.#untilSweep === 0) this.#sweep(now)
    const scope = this.#scope(scopeName, now)
    const allowed = this.#findWindows(scope, windows, now)
    const states: WindowState[] = []
    for (let i = 0; i < windows.length; i++) {
      const window = this.#found[i]!
      if (allowed) window.add(now)
      states.push(window.state(windows[i]!.limit, now))
    }
    return verdictOn(allowed, states)
  }

  async close(): Promise<void> {
    this.#scopes.clear()
  }

  #now(): number {
    const now = this.#clock()
    if (now > this.#latest) this.#latest = now
    return this.#latest
  }

  #scope(name: string, now: number): Scope {
    let scope = this.#scopes.get(name)
    if (scope === undefined) {
      scope = { name, windows: [], longestMs: 0, seenAt: now }
      this.#scopes.set(name, scope)
    }
    scope.seenAt = now
    return scope
  }

  /** Leaves the counters in `#found`; true when every one of them has room. */
  #findWindows(scope: Scope, windows: readonly LimitWindow[], now: number): boolean {
    let room = true
    for (let i = 0; i < windows.length; i++) {
      const window = findWindow(scope, windows[i]!)
      this.#found[i] = window
      if (window.countAt(now) >= windows[i]!.limit) room = false
    }
    return room
  }

  /** Continues where it stopped, so that every scope gets its turn. A Map's iterator allows changes meanwhile. */
  #sweep(now: number): void {
    this.#untilSweep = SWEEP_EVERY
    for (let i = 0; i < SWEEP_BATCH; i++) {
      const { done, value: scope } = this.#sweeper.next()
      if (done) {
        this.#sweeper = this.#scopes.values()
        return
      }
      if (now - scope.seenAt > scope.longestMs) this.#scopes.delete(scope.name)
    }
  }
}

// A list, not a map: a scope has a handful of windows, and comparing interned names beats hashing them.
function findWindow(scope: Scope, wanted: LimitWindow): SlidingWindow {
  for (const window of scope.windows) {
    if (window.name === wanted.name && window.seconds === wanted.seconds) return window
  }
  const window = new SlidingWindow(wanted)
  scope.windows.push(window)
  scope.longestMs = Math.max(scope.longestMs, wanted.seconds * 1000)
  return window
}
