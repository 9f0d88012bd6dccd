// What one of several processes asks the supervisor, so that it applies to all of them: rate limits, claims on idempotency
// keys, slots for event streams, hints, credentials to forget, and the metrics of all processes.

import type { Claims } from '../engine/single-flight.ts'
import { carryHints, receiveHints } from '../events/carry-hints.ts'
import type { Wake } from '../events/wake.ts'
import type { Credentials, Forgotten } from '../http/credentials.ts'
import { type LimitWindow, readVerdict, verdictOn } from '../http/rate-limits/rate-limiter.ts'
import type { RateLimiter } from '../http/rate-limits/verdict.ts'
import type { Slots } from '../http/slots.ts'
import type { Metrics } from '../metrics.ts'
import type { Link } from './link.ts'

declare module '../services.ts' {
  interface Services {
    /** The other processes under the same supervisor; undefined when this process is alone. */
    siblings: Siblings | undefined
  }
}

/** Hints within this time are sent together. Webhooks and streams wait for it, so it is short. */
const GATHER_HINTS_MS = 5
const MAX_HINTS_IN_MESSAGE = 1_000

export class Siblings implements Claims, Slots {
  /** Names all processes of the supervisor, to other machines. */
  readonly group: string
  readonly limiter: RateLimiter
  /** Another process has replaced this one, which finishes its requests while the service goes on. */
  isReplaced = false
  readonly #link: Link

  constructor(link: Link, group: string) {
    this.#link = link
    this.group = group
    this.limiter = sharedRateLimiter(link)
  }

  claim(key: string, withinMs: number): Promise<boolean> {
    return this.#link.ask('claim', [key, withinMs])
  }

  release(key: string): void {
    this.#link.tell('release', key)
  }

  enter(name: string, max: number): Promise<boolean> {
    return this.#link.ask('enter', [name, max])
  }

  leave(name: string): void {
    this.#link.tell('leave', name)
  }

  async forget(forgotten: Forgotten): Promise<void> {
    await this.#link.ask('forget', forgotten)
  }

  /** The figures of all processes, as Prometheus reads them. */
  metrics(): Promise<string> {
    return this.#link.ask('metrics', null)
  }

  /** From here on this process receives the others' messages. Returns a function that stops sending to them. */
  join(services: { wake: Wake; credentials: Credentials; metrics: Metrics }): () => void {
    const { wake, credentials, metrics } = services
    this.#link.handle('wake', (hints: string[]) => receiveHints(wake, hints))
    this.#link.handle('forget', (forgotten: Forgotten) => credentials.forgetHere(forgotten))
    this.#link.handle('figures', () => metrics.registry.getMetricsAsJSON())
    const send = (hints: string[]) => this.#link.tell('wake', hints)
    return carryHints(wake, { pauseMs: GATHER_HINTS_MS, maxHints: MAX_HINTS_IN_MESSAGE, send })
  }
}

/** Counts in the supervisor's memory. A list of windows is described once, and named by its number from then on. */
function sharedRateLimiter(link: Link): RateLimiter {
  const numbers = new WeakMap<readonly LimitWindow[], number>()
  let described = 0
  const numberOf = (windows: readonly LimitWindow[]): number => {
    const known = numbers.get(windows)
    if (known !== undefined) return known
    link.tell('windows', windows)
    numbers.set(windows, described)
    return described++
  }
  return {
    take(scope, windows) {
      if (windows.length === 0) return verdictOn(true, [])
      return link.ask<number[]>('take', [scope, numberOf(windows)]).then((verdict) => readVerdict(verdict, windows))
    },
    async close() {},
  }
}
