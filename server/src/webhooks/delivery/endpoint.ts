// What a worker knows about one endpoint: its settings, its queue, and how many attempts may run at once. That number begins
// small, grows with every success and halves with every failure, down to one, so that a dead endpoint uses one connection and
// delays nobody else.

import type { Uuid, WorkspaceKey } from '../../ids.ts'
import type { SigningKey } from '../../outbound/sign.ts'
import type { DeliveryRow } from '../deliveries.ts'
import type { WebhookRow } from '../webhook.ts'

const FIRST_ALLOWED = 4
// Attempts that are under way when a worker dies are sent again, so there should be few. A fast receiver is kept busy by few
// attempts; a slow one needs more of them for the same rate.
const MAX_ALLOWED_NEAR = 16
const MAX_ALLOWED_FAR = 64
const FAR_MS = 250
/** How much the newest duration counts in the average. */
const NEWEST = 0.1
/** How many deliveries wait in memory per allowed attempt. The rest stays in the database. */
const KNOWN_PER_ALLOWED = 32

export type Waiting = { delivery: DeliveryRow; eventId: string; eventType: string; body: string }

export type Settings = {
  place: WorkspaceKey
  url: string
  keys: { present: SigningKey; previous: SigningKey | undefined; previousUntil: Date | null }
  allowLoopback: boolean
  offsetMs: bigint
}

export class Endpoint {
  readonly id: Uuid
  readonly bucket: number
  settings: Settings
  failingSince: Date | null
  /** People were told that the endpoint fails. */
  isToldFailing = false
  isOpen = true
  /** There is more in the database than fits here. */
  hasMore = false
  readonly #queue: Waiting[] = []
  /** Deliveries that are queued, under way or not yet written, and must not be read from the database again. */
  readonly #known = new Set<Uuid>()
  #inFlight = 0
  #allowed = FIRST_ALLOWED
  #averageMs = 0

  constructor(row: WebhookRow, settings: Settings) {
    this.id = row.id
    this.bucket = row.bucket
    this.settings = settings
    this.failingSince = row.failing_since
  }

  get knownCount(): number {
    return this.#known.size
  }

  get room(): number {
    return Math.max(0, this.#allowed * KNOWN_PER_ALLOWED - this.#known.size)
  }

  /** There is more in the database, and half of the room here is free. */
  get needsMoreDeliveries(): boolean {
    return this.isOpen && this.hasMore && this.room >= (this.#allowed * KNOWN_PER_ALLOWED) / 2
  }

  get isIdle(): boolean {
    return this.#known.size === 0
  }

  knows(id: Uuid): boolean {
    return this.#known.has(id)
  }

  /** False when there is no room. */
  add(waiting: Waiting): boolean {
    if (!this.isOpen) return false
    if (this.room === 0) {
      this.hasMore = true
      return false
    }
    this.#known.add(waiting.delivery.id)
    this.#queue.push(waiting)
    return true
  }

  /** The next delivery to send, which counts as under way from now on. */
  next(): Waiting | undefined {
    if (!this.isOpen || this.#inFlight >= this.#allowed) return undefined
    const waiting = this.#queue.shift()
    if (waiting) this.#inFlight += 1
    return waiting
  }

  /** Must be called when the outcome is written. Until then the delivery counts as under way. */
  ended(isSuccess: boolean, durationMs: number): void {
    this.#inFlight -= 1
    this.#averageMs += (durationMs - this.#averageMs) * NEWEST
    const most = this.#averageMs >= FAR_MS ? MAX_ALLOWED_FAR : MAX_ALLOWED_NEAR
    this.#allowed = isSuccess ? Math.min(most, this.#allowed + 1) : Math.max(1, this.#allowed >> 1)
  }

  forget(id: Uuid): void {
    this.#known.delete(id)
  }

  /** The endpoint was deleted, switched off or taken by another worker, so its queue is not sent from here. */
  close(): void {
    this.isOpen = false
    for (const { delivery } of this.#queue.splice(0)) this.#known.delete(delivery.id)
  }
}
