// Compares what the rows of a card and of its holds say with what was counted again from their history. Counters of windows that
// have ended are not compared, since the next use of the card resets them.

import { mccIsAllowed } from '../categories/categories.ts'
import { monthOf } from '../clock.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type CardUsage, type HoldUsage, type Window, windows } from '../ledger/stored-controls.ts'
import type { HoldCounts, Tally } from './replay-life.ts'
import type { Life } from './spending-history.ts'
import { emptyUsage, rollWindows } from './usage.ts'
import { windowsAt } from './windows.ts'

const MONTH = windows.indexOf('month')
const MONTHS_OF_YEAR = 12
const DAY_MS = 86_400_000

export function compareCard(card: CardRow, tally: Tally, now: Date): string[] {
  return [...compareMonth(card, tally, now), ...compareUsage(card, tally, now)]
}

/** The clocks of two processes may differ slightly, so a counter may be ahead by a moment; it is then compared a moment later. */
function isAhead(number: number, at: (time: Date) => number, now: Date): 'no' | 'slightly' | 'far' {
  if (number <= at(now)) return 'no'
  return number <= at(new Date(now.getTime() + DAY_MS)) ? 'slightly' : 'far'
}

function compareMonth({ id, month, month_used_cents: stored }: CardRow, tally: Tally, now: Date): string[] {
  const ahead = isAhead(month, monthOf, now)
  if (ahead === 'far') return [`card ${id}: month ${month} has not begun`]
  if (ahead === 'slightly') return []
  const used = month === monthOf(now) ? stored : 0n
  const [counted] = tally.sum(MONTH)
  return used === counted
    ? []
    : [`card ${id}: month_used_cents ${used} in month ${monthOf(now)}; its history says ${counted}`]
}

function compareUsage(card: CardRow, tally: Tally, now: Date): string[] {
  const { id, controls } = card
  if ((emptyUsage(controls, now) === null) !== (card.usage === null))
    return [`card ${id}: usage is ${card.usage === null ? 'missing' : 'there'}, and its controls say otherwise`]
  if (card.usage === null || controls === null) return []
  const usage: CardUsage = structuredClone(card.usage)
  rollWindows({ controls, usage }, now)
  const faults = controls.limits.flatMap((limit, index) => {
    const window = windows.indexOf(limit.window as Window)
    if (window < 0) return []
    const name = `card ${id}: usage of limit ${index + 1} (${limit.window})`
    const ahead = isAhead(usage.at[window] ?? Number.POSITIVE_INFINITY, (time) => windowsAt(time)[window]!, now)
    if (ahead === 'far') return [`${name} is of a window that has not begun`]
    const [cents, purchases] = usage.limits[index] ?? [Number.NaN, Number.NaN]
    const [countedCents, counted] = tally.sum(window, (mcc) => mccIsAllowed(limit.categories, mcc))
    if (ahead === 'slightly' || (cents === Number(countedCents) && purchases === counted)) return []
    return [`${name} is ${cents} and ${purchases} purchases; its history says ${countedCents} and ${counted}`]
  })
  if (usage.limits.length !== controls.limits.length)
    faults.push(`card ${id}: usage counts other limits than its controls`)
  const uses = controls.uses === null ? null : tally.uses
  if (usage.uses !== uses) faults.push(`card ${id}: usage says ${usage.uses} uses; its history says ${uses}`)
  const verifications = usage.verifications ?? 0
  if (controls.uses !== null && verifications !== tally.verifications)
    faults.push(`card ${id}: usage says ${verifications} verifications; its history says ${tally.verifications}`)
  return faults
}

export function compareHold(
  { controls }: CardRow,
  { id, hold, isPending }: Life,
  counts: HoldCounts,
  now: Date,
): string[] {
  if (hold === null) return []
  const { number, cents } = counts.windows[MONTH]!
  const month = Math.floor(number / MONTHS_OF_YEAR) * 100 + (number % MONTHS_OF_YEAR) + 1
  const faults: string[] = []
  if (hold.month !== month || hold.counted_cents !== cents)
    faults.push(
      `hold ${id}: counted_cents ${hold.counted_cents} in month ${hold.month}; its history says ${cents} in ${month}`,
    )
  if (isPending && controls) faults.push(...compareHoldUsage(id, hold.usage, counts, controls, windowsAt(now)))
  return faults
}

/** Only windows that a limit counts are kept up to date in a hold, and only while they last can it give anything back. */
function compareHoldUsage(
  id: string,
  usage: HoldUsage | null,
  counts: HoldCounts,
  { limits, uses }: NonNullable<CardRow['controls']>,
  now: readonly number[],
): string[] {
  const counting = [...new Set(limits.map(({ window }) => windows.indexOf(window as Window)).filter((at) => at >= 0))]
  if (counting.length === 0 && uses === null) return []
  if (usage === null) return [`hold ${id}: usage is missing`]
  const faults = counting.flatMap((window) => {
    const { number, cents, purchase } = counts.windows[window]!
    const [storedNumber, storedCents] = usage.counted[window] ?? [Number.NaN, Number.NaN]
    const stored = [storedNumber === now[window] ? storedCents : 0, usage.purchase?.[window] === now[window]]
    const expected = [number === now[window] ? Number(cents) : 0, purchase === now[window]]
    if (stored.join() === expected.join()) return []
    return [
      `hold ${id}: usage of the ${windows[window]} is ${stored.join(', ')}; its history says ${expected.join(', ')}`,
    ]
  })
  if (uses !== null && usage.isUse !== counts.isUse)
    faults.push(`hold ${id}: usage says isUse ${usage.isUse}; its history says ${counts.isUse}`)
  if (uses !== null && BigInt(usage.unheld ?? 0) !== counts.unheld)
    faults.push(`hold ${id}: usage says unheld ${usage.unheld ?? 0}; its history says ${counts.unheld}`)
  return faults
}
