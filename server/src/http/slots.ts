declare module '../services.ts' {
  interface Services {
    slots: Slots
  }
}
/** Counts slots that are taken, across all processes that share it. */
export type Slots = {
  /** Takes a place if fewer than `max` are taken; returns whether it did. */
  enter(name: string, max: number): boolean | Promise<boolean>
  leave(name: string): void
}

/** Slots in the memory of one process. */
export class OwnSlots implements Slots {
  readonly #taken = new Map<string, number>()

  enter(name: string, max: number): boolean {
    const taken = this.#taken.get(name) ?? 0
    if (taken >= max) return false
    this.#taken.set(name, taken + 1)
    return true
  }

  leave(name: string): void {
    const left = (this.#taken.get(name) ?? 0) - 1
    if (left > 0) this.#taken.set(name, left)
    else this.#taken.delete(name)
  }
}
