import { setTimeout as pause } from 'node:timers/promises'

const DEADLINE_MS = 40_000
const POLL_MS = 10

/** Asks the outside world until it answers something; fails with `what` when it has not in time. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await pause(POLL_MS)
  }
}
