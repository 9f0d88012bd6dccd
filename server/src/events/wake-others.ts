// Carries hints between machines that share a database, by NOTIFY: from the application, after the commit, and
// at most twenty times a second. In a commit of its own it would queue with every other at one lock.

import type { Database } from '../database/database.ts'
import { carryHints, receiveHints } from './carry-hints.ts'
import type { Wake } from './wake.ts'

const CHANNEL = 'cardwright_wake'
const PAUSE_MS = 50
// PostgreSQL takes 8,000 bytes; an entry has about 45.
const MAX_HINTS_IN_MESSAGE = 150

/**
 * `self` names this process, or all those of one supervisor, which hear of each other by that.
 * Resolves once it listens, to how to stop. Hints that a lost connection swallows are found by those who look anyway.
 */
export async function wakeOthers(
  database: Pick<Database, 'listen' | 'notify'>,
  wake: Wake,
  self: string,
): Promise<() => Promise<void>> {
  const send = (hints: string[]) => {
    database.notify(CHANNEL, [self, ...hints].join(' ')).catch(() => {}) // the others will look by themselves
  }
  const stopCarrying = carryHints(wake, { pauseMs: PAUSE_MS, maxHints: MAX_HINTS_IN_MESSAGE, send })
  const unlisten = await database.listen(CHANNEL, (message) => {
    const [from, ...hints] = message.split(' ')
    if (from !== self) receiveHints(wake, hints)
  })
  return async () => {
    stopCarrying()
    await unlisten()
  }
}
