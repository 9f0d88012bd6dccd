// Tells listeners that a workspace has something new. This is only a hint: the rows hold what is new, and a listener that
// misses a hint finds it the next time it checks.

import type { WorkspaceKey } from '../ids.ts'

declare module '../services.ts' {
  interface Services {
    wake: Wake
  }
}

/**
 * `events`: there are new events. `all`: deliveries or the clock may have changed too. `endpoints`: there may also be a new
 * endpoint.
 */
export type Topic = 'events' | 'all' | 'endpoints'

const EXTENT: Record<Topic, number> = { events: 1, all: 2, endpoints: 3 }

/** Merges two hints into the one that says more. */
export function bothTopics(one: Topic | undefined, other: Topic): Topic {
  return one !== undefined && EXTENT[one] > EXTENT[other] ? one : other
}

/** `isHeard` is true for a hint from another process, which sends it to all the others itself. */
type Listener = (place: WorkspaceKey, topic: Topic, isHeard: boolean) => void

export class Wake {
  readonly #listeners = new Set<Listener>()

  /** Returns a function that stops listening. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  raise(place: WorkspaceKey, topic: Topic, isHeard = false): void {
    for (const listener of this.#listeners) listener(place, topic, isHeard)
  }
}
