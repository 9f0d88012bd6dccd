// Sends hints by NOTIFY between machines that share a database. The application sends them after the commit, at most twenty
// times a second. A NOTIFY inside every commit would make all commits queue for one lock.

import type { Database } from '../database/database.ts'
import { carryHints, receiveHints } from './carry-hints.ts'
import type { Wake } from './wake.ts'

const CHANNEL = 'cardwright_wake'
const PAUSE_MS = 50
// PostgreSQL takes 8,000 bytes; an entry has about 45.
const MAX_HINTS_IN_MESSAGE = 150

/**
 * `self` names this process, or all processes of one supervisor, which inform each other. Resolves, once it listens, to a
 * function that stops it. What a lost hint announced is found later, because every listener also checks from time to time.
 */
export async function wakeOthers(
  database: Pick<Database, 'listen' | 'notify'>,
  wake: Wake,
  self: string,
): Promise<() => Promise<void>> {
  const send = (hints: string[]) => {
    database.notify(CHANNEL, [self, ...hints].join(' ')).catch(() => {}) // the others check by themselves
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
