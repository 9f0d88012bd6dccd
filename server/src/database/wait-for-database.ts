// A service that starts before its database waits for it without a limit, because a limit would only move the loop to whatever
// restarts the service. Waiting does not help against a wrong password or certificate, so those stop the start.

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeFailure } from '../log.ts'
import { PooledConnection } from './connection-pool.ts'
import { ownerSettings } from './session-settings.ts'
import { isAway } from './unavailable.ts'
import { type ConnectionOptions, targetOf } from './wire/target.ts'

const PAUSE_MS = 1_000
const TELL_EVERY_MS = 10_000

type Log = Pick<Logger, 'info' | 'warn'>
/** The steps to undo, newest first. */
type Undo = (() => Promise<unknown>)[]

/**
 * Runs the steps of a start that need the database. If it goes away in the middle of them, what they have opened is closed,
 * and they begin again when it is back: each of them finds what an earlier run has done.
 */
export async function startWithDatabase<T>(
  options: ConnectionOptions,
  log: Log,
  undo: Undo,
  steps: (undo: Undo) => Promise<T>,
): Promise<T> {
  for (;;) {
    await waitForDatabase(options, log)
    const opened: Undo = []
    try {
      const result = await steps(opened)
      undo.unshift(...opened)
      return result
    } catch (error) {
      for (const close of opened) await close()
      const failure = (error as { cause?: unknown }).cause ?? error
      if (!isAway(failure)) throw error
      log.warn(describeFailure(failure), 'the database went away during the start; beginning again')
    }
    await pause(PAUSE_MS)
  }
}

export async function waitForDatabase(options: ConnectionOptions, log: Log): Promise<void> {
  let toldAt: number | undefined
  for (;;) {
    const failure = await tryOnce(options)
    if (failure === undefined) {
      if (toldAt !== undefined) log.info('the database is there')
      return
    }
    if (!isAway(failure)) throw failure
    if (toldAt === undefined || performance.now() - toldAt > TELL_EVERY_MS) {
      toldAt = performance.now()
      log.warn(describeFailure(failure), 'the database cannot be reached; waiting for it')
    }
    await pause(PAUSE_MS)
  }
}

async function tryOnce(options: ConnectionOptions): Promise<unknown> {
  const { sql, connection } = new PooledConnection(targetOf(options, ownerSettings), 'single')
  try {
    await sql`select 1`
    return undefined
  } catch (error) {
    return error
  } finally {
    await connection.end()
  }
}
