// Stops asking a hook that keeps failing, so that no merchant waits for an answer that does not come. The count stays when the
// pause is over: the first question after it decides whether the hook is asked again or paused once more.

const MAX_FAILURES = 10
export const PAUSE_MS = 30_000

export class Breaker {
  #failures = 0
  #openUntilMs: number

  constructor(openUntil: Date | null = null) {
    this.#openUntilMs = openUntil?.getTime() ?? 0
  }

  isOpen(wall: Date): boolean {
    return wall.getTime() < this.#openUntilMs
  }

  /** Another process has seen the hook fail. */
  open(until: Date): void {
    this.#openUntilMs = Math.max(this.#openUntilMs, until.getTime())
  }

  /** Returns the end of the pause when this failure has started one. */
  count(isFailure: boolean, wall: Date): Date | undefined {
    this.#failures = isFailure ? this.#failures + 1 : 0
    if (this.#failures < MAX_FAILURES || this.isOpen(wall)) return undefined
    this.#openUntilMs = wall.getTime() + PAUSE_MS
    return new Date(this.#openUntilMs)
  }
}
