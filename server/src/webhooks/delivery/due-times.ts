// When the next delivery of each workspace comes due, in wall time, so that the worker need not query the database for what it
// has scheduled itself.

import type { Place } from '../../events/wake.ts'
import type { Uuid } from '../../ids.ts'

export class DueTimes {
  readonly #byWorkspace = new Map<Uuid, { place: Place; at: number }>()

  /** Only the earliest is kept, since processing the workspace then finds the next one. */
  add(place: Place, at: number): void {
    const known = this.#byWorkspace.get(place.id)
    if (!known || at < known.at) this.#byWorkspace.set(place.id, { place, at })
  }

  /** The workspaces in which something has come due; they are forgotten here. */
  take(now: number): Place[] {
    const due = [...this.#byWorkspace.values()].filter(({ at }) => at <= now).map(({ place }) => place)
    for (const { id } of due) this.#byWorkspace.delete(id)
    return due
  }
}
