// What a worker knows of one endpoint: its settings, what waits for it, and how much it may take at once. That
// begins small, grows with every success and halves with every failure, down to one attempt at a time: a dead
// endpoint holds one connection and delays nobody else.

import type { Place } from '../../events/wake.ts'
import type { Uuid } from '../../ids.ts'
import type { DeliveryRow } from '../deliveries.ts'
import type { SigningKey } from '../sign.ts'
import type { WebhookRow } from '../webhook.ts'

const FIRST_ALLOWED = 4
// What is under way when a worker dies is sent again. A receiver nearby is kept busy by few attempts; one that
// takes its time needs more of them for the same rate.
const MAX_ALLOWED_NEAR = 16
const MAX_ALLOWED_FAR = 64
const FAR_MS = 250
/** How much the newest duration counts in the average. */
const NEWEST = 0.1
/** For each attempt it may take at once, so many wait in memory; the rest stays in the database. */
const KNOWN_PER_ALLOWED = 32

export type Waiting = { delivery: DeliveryRow; eventId: string; eventType: string; body: string }

export type Settings = {
  place: Place
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
  /** People were told that it fails. */
  isToldFailing = false
  isOpen = true
  /** There is more in the database than fits here. */
  hasMore = false
  readonly #queue: Waiting[] = []
  /** Queued, under way, or not yet written: not to be read from the database again. */
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

  /** More in the database, and time to fetch it: half of the room is free. */
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

  /** What may be sent now; it is under way from here on. */
  next(): Waiting | undefined {
    if (!this.isOpen || this.#inFlight >= this.#allowed) return undefined
    const waiting = this.#queue.shift()
    if (waiting) this.#inFlight += 1
    return waiting
  }

  /** To be called when it is written: until then it is in doubt, and counts as under way. */
  ended(isSuccess: boolean, durationMs: number): void {
    this.#inFlight -= 1
    this.#averageMs += (durationMs - this.#averageMs) * NEWEST
    const most = this.#averageMs >= FAR_MS ? MAX_ALLOWED_FAR : MAX_ALLOWED_NEAR
    this.#allowed = isSuccess ? Math.min(most, this.#allowed + 1) : Math.max(1, this.#allowed >> 1)
  }

  forget(id: Uuid): void {
    this.#known.delete(id)
  }

  /** Deleted, switched off, or another worker's: what waits is not sent from here. */
  close(): void {
    this.isOpen = false
    for (const { delivery } of this.#queue.splice(0)) this.#known.delete(delivery.id)
  }
}
