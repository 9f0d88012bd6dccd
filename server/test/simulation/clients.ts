// The clients of both instances: they send requests, remember what they saw and when, and repeat a request whose outcome they
// do not know under the same key.

import type { Call } from './explain.ts'
import type { Instance } from './instance.ts'
import { type Asked, httpOf, type Made, madeBy, seenOf } from './requests.ts'
import type { Keys } from './world.ts'

/** `text` is the whole answer; `answered` resolves with it, or when the instance is killed. */
type Sent = Call & { instance: Instance; text: string | undefined; answered: Promise<void>; give(): void }

const MAX_REPEATS = 2

export class Clients {
  readonly calls: Sent[] = []
  /** Requests whose outcome is unknown. */
  readonly unknown: Asked[] = []
  readonly #keys: Keys
  readonly #made: Made = new Map()
  #events = 0

  constructor(keys: Keys) {
    this.#keys = keys
  }

  get waiting(): Sent[] {
    return this.calls.filter(({ ended }) => ended === 0)
  }

  /** Whether the card or the hold that it names is known to exist. */
  canSend({ action }: Asked): boolean {
    if ('hold' in action && action.do !== 'authorize') return this.#made.has(action.hold)
    return !('card' in action) || action.do === 'create' || this.#made.has(action.card)
  }

  send(asked: Asked, instance: Instance): Sent {
    const { promise: answered, resolve: give } = Promise.withResolvers<void>()
    const call: Sent = {
      ...asked,
      instance,
      begun: ++this.#events,
      ended: 0,
      seen: undefined,
      text: undefined,
      answered,
      give,
    }
    this.calls.push(call)
    const { payload, ...http } = httpOf(asked.action, this.#made)
    const headers = {
      authorization: `Bearer ${asked.isBudgeted ? this.#keys.budgeted : this.#keys.plain}`,
      ...(asked.key !== undefined && { 'idempotency-key': asked.key }),
    }
    const request = { method: http.method, url: `/v1${http.url}`, headers, ...(payload && { payload }) }
    void instance.app!.inject(request).then(({ statusCode, payload: text }) => this.#end(call, statusCode, text))
    return call
  }

  /** Nobody will hear of the requests that a killed instance had taken. */
  lose(instance: Instance): void {
    for (const call of this.waiting) if (call.instance === instance) this.#forget(call)
  }

  /** The first key whose answers are not the same byte for byte. */
  findUnlikeRepeat(): string | undefined {
    const first = new Map<string, string>()
    for (const { key, text, seen } of this.calls) {
      if (key === undefined || text === undefined || !seen) continue
      if ((first.get(key) ?? text) !== text) return key
      first.set(key, text)
    }
    return undefined
  }

  #end(call: Sent, status: number, text: string): void {
    if (call.ended > 0) return
    const body = JSON.parse(text)
    call.seen = seenOf(call, status, body)
    if (!call.seen) {
      this.#forget(call)
      return
    }
    call.text = text
    call.ended = ++this.#events
    const made = madeBy(call, status, body)
    if (made) this.#made.set(...made)
    call.give()
  }

  /** It may have happened, or may still happen, or never. */
  #forget(call: Sent): void {
    call.ended = Number.POSITIVE_INFINITY
    call.give()
    const { action, key, isBudgeted } = call
    const tries = this.calls.filter((each) => each.key === key).length
    if (key !== undefined && tries <= MAX_REPEATS) this.unknown.push({ action, key, isBudgeted })
  }
}
