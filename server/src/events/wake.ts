// Tells those who wait for events that a workspace has something new. It is only a hint: what is new is in the
// rows, and whoever misses a hint finds it by asking again in a while.

import type { Uuid } from '../ids.ts'

export type Place = { bucket: number; id: Uuid }

/**
 * `events`: there are more of them. `all`: besides, deliveries or the clock may have changed. `endpoints`: besides, there
 * may be an endpoint where there was none.
 */
export type News = 'events' | 'all' | 'endpoints'

const EXTENT: Record<News, number> = { events: 1, all: 2, endpoints: 3 }

/** Two hints in one: the one that says more. */
export function bothNews(one: News | undefined, other: News): News {
  return one !== undefined && EXTENT[one] > EXTENT[other] ? one : other
}

/** `isHeard`: another process has said so, and says it to all the others too. */
type Listener = (place: Place, news: News, isHeard: boolean) => void

export class Wake {
  readonly #listeners = new Set<Listener>()

  /** Returns how to stop listening. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  raise(place: Place, news: News, isHeard = false): void {
    for (const listener of this.#listeners) listener(place, news, isHeard)
  }
}
