import { setTimeout as pause } from 'node:timers/promises'

const DEADLINE_MS = 40_000
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 250
/** The pauses grow, so that polling does not slow down a long wait. */
const GROWTH = 1.3

/** Polls until `ask` returns a value, and fails with `what` if that does not happen in time. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + deadlineMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, MAX_PAUSE_MS)) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await pause(pauseMs)
  }
}
