// In a sandbox a hook may take minutes, so that its handler can be stepped through. Such a question holds memory and a
// connection to the receiver, so a workspace has a limited number of them, and none of them keeps the service from stopping.

import { NotDecided } from '../engine/operation.ts'
import type { Uuid } from '../ids.ts'
import { MAX_TIMEOUT_MS } from './hook.ts'

/** More than a person can step through at once. */
const MAX_LONG_WAITS = 10

export class LongWaits {
  readonly #counts = new Map<Uuid, number>()
  readonly #giveUp = new Set<(reason: NotDecided) => void>()
  #isStopping = false

  /** How long a question of the workspace may wait. It is cut to the limit of production when too many wait already. */
  limit(workspaceId: Uuid, waitMs: number): number {
    const isFull = this.#isStopping || (this.#counts.get(workspaceId) ?? 0) >= MAX_LONG_WAITS
    return isFull ? Math.min(waitMs, MAX_TIMEOUT_MS) : waitMs
  }

  /** Waits for the question. Rejects when the service stops and the question could take longer than that may. */
  async wait<T>(workspaceId: Uuid, waitMs: number, question: Promise<T>): Promise<T> {
    if (waitMs <= MAX_TIMEOUT_MS) return question
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    this.#giveUp.add(reject)
    this.#counts.set(workspaceId, (this.#counts.get(workspaceId) ?? 0) + 1)
    try {
      return await Promise.race([question, stopped])
    } finally {
      this.#giveUp.delete(reject)
      const left = this.#counts.get(workspaceId)! - 1
      if (left > 0) this.#counts.set(workspaceId, left)
      else this.#counts.delete(workspaceId)
    }
  }

  stop(): void {
    this.#isStopping = true
    for (const giveUp of this.#giveUp)
      giveUp(new NotDecided('The service is stopping before the decision hook has answered; nothing happened.'))
  }
}
