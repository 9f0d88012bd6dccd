// When the next delivery of each workspace comes due, in wall time, so that the worker need not query the database for what it
// has scheduled itself.

import type { Uuid, WorkspaceKey } from '../../ids.ts'

export class DueTimes {
  readonly #byWorkspace = new Map<Uuid, { place: WorkspaceKey; at: number }>()

  /** Only the earliest is kept, since processing the workspace then finds the next one. */
  add(place: WorkspaceKey, at: number): void {
    const known = this.#byWorkspace.get(place.id)
    if (!known || at < known.at) this.#byWorkspace.set(place.id, { place, at })
  }

  /** The workspaces in which something has come due; they are forgotten here. */
  take(now: number): WorkspaceKey[] {
    const due = [...this.#byWorkspace.values()].filter(({ at }) => at <= now).map(({ place }) => place)
    for (const { id } of due) this.#byWorkspace.delete(id)
    return due
  }
}
