// The machine that the service runs on: its clocks, its timers and its random numbers come from the run. It replaces them for
// the whole thread, so that packages see them too; only a thread that does nothing else may use it.

import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import { type Random, randomFrom } from './choices.ts'

/**
 * In the past, because the audit compares with PostgreSQL's clock, which is real. At noon and far from the end of a month, so
 * that no window of a limit ends during a run.
 */
const START = Date.parse('2026-03-10T12:00:00Z')
const STEP_MS = 50
/** Longer than any chain of turns that the service needs between two requests to the database. */
const QUIET_TURNS = 12

const realTimeout = globalThis.setTimeout
let random: Random = Math.random

/** Timers stay real until the first run, because the driver that opens the database needs them. */
export function takeOverMachine(): void {
  performance.now = () => Date.now() - START + 1_000
  Math.random = () => random()
  const fill = (bytes: Uint8Array) => {
    for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(random() * 256)
    return bytes
  }
  Object.assign(crypto, {
    randomFillSync: (buffer: Buffer) => fill(buffer),
    randomBytes: (length: number) => fill(Buffer.alloc(length)),
    randomInt: (min: number, max?: number) =>
      max === undefined ? Math.floor(random() * min) : min + Math.floor(random() * (max - min)),
  })
  syncBuiltinESMExports()
  random = randomFrom(0)
  mock.timers.enable({ apis: ['Date'], now: START })
}

/** Every run begins at the same moment, without the timers of earlier runs. */
export function restartMachine(from: Random): void {
  random = from
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: START })
}

/** In small steps, because a timer may set another one. */
export async function passTime(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    mock.timers.tick(Math.min(left, STEP_MS))
    await untilQuiet()
  }
}

/** Resolves when the service has nothing left to do but wait: for the database, for a timer, or for a request. */
export async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Of the real clock, for PostgreSQL, which is a real one. */
export function realPause(ms: number): Promise<void> {
  return new Promise((resolve) => realTimeout(resolve, ms))
}
