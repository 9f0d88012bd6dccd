// Schedules the processing of workspaces: a few at a time, and each only once at a time. A workspace that is requested while it
// is being processed is processed once more afterwards. A busy workspace is processed every few milliseconds and not for each
// event, so that its events share a transaction. An idle one is processed without delay.

import { bothTopics, type Topic } from '../../events/wake.ts'
import type { Uuid, WorkspaceKey } from '../../ids.ts'

const MAX_AT_ONCE = 4
const MIN_INTERVAL_MS = 15

type Wanted = { place: WorkspaceKey; topic: Topic }
/** Resolves to whether it should be processed again at once; never rejects. */
type Look = (place: WorkspaceKey, topic: Topic) => Promise<boolean>

export class Turns {
  readonly #look: Look
  readonly #wanted = new Map<Uuid, Wanted>()
  readonly #running = new Map<Uuid, Promise<void>>()
  #isStopped = false

  constructor(look: Look) {
    this.#look = look
  }

  want(place: WorkspaceKey, topic: Topic): void {
    this.#wanted.set(place.id, { place, topic: bothTopics(this.#wanted.get(place.id)?.topic, topic) })
    this.#start()
  }

  isAt(place: WorkspaceKey): boolean {
    return this.#running.has(place.id)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running.values())
  }

  #start(): void {
    for (const [id, wanted] of this.#wanted) {
      if (this.#isStopped || this.#running.size >= MAX_AT_ONCE) return
      if (this.#running.has(id)) continue
      this.#wanted.delete(id)
      this.#running.set(id, this.#run(wanted))
    }
  }

  async #run({ place, topic }: Wanted): Promise<void> {
    const startedAt = performance.now()
    const isMore = await this.#look(place, topic)
    if (isMore) this.#wanted.set(place.id, { place, topic: this.#wanted.get(place.id)?.topic ?? 'events' })
    const rest = isMore ? 0 : MIN_INTERVAL_MS - (performance.now() - startedAt)
    if (rest > 0 && !this.#isStopped) await new Promise((resolve) => setTimeout(resolve, rest))
    this.#running.delete(place.id)
    this.#start()
  }
}
