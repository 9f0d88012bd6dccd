// Two clocks (docs/adr/0005-two-clocks.md). Wall time is the machine's time. Workspace time is wall time, moved forward
// by the offset of a sandbox. Rules receive the time as a parameter and never read a clock.

import { setTimeout as sleep } from 'node:timers/promises'

export type WallClock = () => Date

export const machineClock: WallClock = () => new Date()

export function workspaceTime(wall: Date, offsetMs: bigint): Date {
  return new Date(wall.getTime() + Number(offsetMs))
}

/** The UTC calendar month as yyyymm, the form in which cards and holds store the month they count. */
export function monthOf(time: Date): number {
  return time.getUTCFullYear() * 100 + time.getUTCMonth() + 1
}

/** The last millisecond of the month that is `years` after `from`, when a card issued at `from` expires. */
export function endOfMonthAfterYears(from: Date, years: number): Date {
  return new Date(Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth() + 1, 1) - 1)
}

/** Resolves after the time, or as soon as `stopping` is aborted. A pause does not keep the process alive. */
export async function pause(ms: number, stopping?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(stopping && { signal: stopping }) }).catch(() => {})
}
