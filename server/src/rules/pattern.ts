// How a card has been used: the single definition of everything that rules count, for live decisions and backtests.
//
// A purchase is an approved authorization, whoever approved it; an increment is not another purchase. Declines count whoever
// declined. Counts use whole minutes for an hour and whole quarters of an hour for a day, and include the unit in which the
// window begins: `1h` is this minute and the 60 before it, `24h` is this quarter of an hour and the 96 before it. The payment
// being checked is not included.

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_IN_MINUTES = 60
const DAY_IN_QUARTERS = 96

/** How far back the counts of a moment reach, at most. */
export const COUNTED_MS = (DAY_IN_QUARTERS + 1) * QUARTER_MS

/** What happened in one unit of time; `unit` is its number since 1970. */
export type Slot = { unit: number; purchases: number; declines: number }

export type Pattern = {
  /** Ascending by unit. */
  minutes: Slot[]
  quarters: Slot[]
  /** Countries of purchases, ever. */
  countries: Set<string>
  /** Whether `countries`, and the merchants in `card_merchants`, are complete; the counts always are. */
  knowsEver: boolean
}

export type PatternCounts = { purchases1h: number; purchases24h: number; declines1h: number; declines24h: number }

export function newPattern(): Pattern {
  return { minutes: [], quarters: [], countries: new Set(), knowsEver: true }
}

export function countsAt(pattern: Pattern | undefined, now: Date): PatternCounts {
  const counts = { purchases1h: 0, purchases24h: 0, declines1h: 0, declines24h: 0 }
  if (!pattern) return counts
  const firstMinute = firstMinuteOf(now)
  for (const { unit, purchases, declines } of pattern.minutes) {
    if (unit < firstMinute) continue
    counts.purchases1h += purchases
    counts.declines1h += declines
  }
  const firstQuarter = firstQuarterOf(now)
  for (const { unit, purchases, declines } of pattern.quarters) {
    if (unit < firstQuarter) continue
    counts.purchases24h += purchases
    counts.declines24h += declines
  }
  return counts
}

function firstMinuteOf(now: Date): number {
  return Math.floor(now.getTime() / MINUTE_MS) - HOUR_IN_MINUTES
}

function firstQuarterOf(now: Date): number {
  return Math.floor(now.getTime() / QUARTER_MS) - DAY_IN_QUARTERS
}

export function notePurchase(pattern: Pattern, now: Date, country: string): void {
  note(pattern, now, 1, 0)
  pattern.countries.add(country)
}

/** Takes one purchase out of the counts, where they still have it. */
export function forgetPurchase(pattern: Pattern, at: Date): void {
  for (const [slots, unit] of [
    [pattern.minutes, Math.floor(at.getTime() / MINUTE_MS)],
    [pattern.quarters, Math.floor(at.getTime() / QUARTER_MS)],
  ] as const) {
    const slot = slots.find((each) => each.unit === unit)
    if (slot && slot.purchases > 0) slot.purchases -= 1
  }
}

export function noteDecline(pattern: Pattern, now: Date): void {
  note(pattern, now, 0, 1)
}

/** Adds what happened in a whole minute, in time order. */
export function noteSlot(pattern: Pattern, minute: number, purchases: number, declines: number): void {
  note(pattern, new Date(minute * MINUTE_MS), purchases, declines)
}

function note(pattern: Pattern, now: Date, purchases: number, declines: number): void {
  add(pattern.minutes, Math.floor(now.getTime() / MINUTE_MS), purchases, declines)
  add(pattern.quarters, Math.floor(now.getTime() / QUARTER_MS), purchases, declines)
  dropBefore(pattern.minutes, firstMinuteOf(now))
  dropBefore(pattern.quarters, firstQuarterOf(now))
}

/** Nearly always adds to the newest slot or a newer one; the clocks of two processes may differ slightly. */
function add(slots: Slot[], unit: number, purchases: number, declines: number): void {
  let at = slots.length
  while (at > 0 && slots[at - 1]!.unit > unit) at -= 1
  const slot = slots[at - 1]
  if (slot?.unit !== unit) slots.splice(at, 0, { unit, purchases, declines })
  else {
    slot.purchases += purchases
    slot.declines += declines
  }
}

function dropBefore(slots: Slot[], unit: number): void {
  let count = 0
  while (count < slots.length && slots[count]!.unit < unit) count += 1
  if (count > 0) slots.splice(0, count)
}
