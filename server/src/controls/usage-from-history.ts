// Computes the counters of a new limit from the card's history, since a limit counts everything in its window, including what
// happened before it was set. The history is read before anything is locked, authorization by authorization, and replayed by
// the same rules that count live. Under the lock, `marks` tell whether anything has happened since.

import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type CardUsage, type Controls, type HoldUsage, type Window, windows } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'
import { findEnd, lineOf } from './card-line.ts'
import { livesOf, type Step, StepKind, stepsUntil } from './spending-history.ts'
import {
  type CountingCard,
  type CountingHold,
  countHeldUsage,
  countSpentUsage,
  countVerification,
  emptyUsage,
  giveUsageBack,
  keepUsage,
  settleUnheld,
} from './usage.ts'
import { startOf, windowsAt } from './windows.ts'

/** Everything that changes what a card has used changes one of these. */
export type Marks = { authorizations: number; settlements: number; held: Cents }

export type History = { marks: Marks; usage: CardUsage; holds: ReadonlyMap<Uuid, HoldUsage> }

export function marksOf({ authorization_count, settlement_count, held_cents }: CardRow): Marks {
  return { authorizations: authorization_count, settlements: settlement_count, held: held_cents }
}

export function isUnchanged(card: CardRow, { authorizations, settlements, held }: Marks): boolean {
  const now = marksOf(card)
  return now.authorizations === authorizations && now.settlements === settlements && now.held === held
}

const DAY_MS = 86_400_000
/** No hold lasts longer, so a hold that began earlier cannot count in a window that begins now. */
const MAX_HOLD_MS = 40 * DAY_MS

/**
 * The counters as if `controls` had been set from the first day of the card, or of the first card in its line. What happened
 * to an earlier card after it was replaced does not count here.
 */
export async function usageFromHistory(sql: Sql, card: CardRow, controls: Controls, now: Date): Promise<History> {
  const usage = emptyUsage(controls, now)!
  const holds = new Map<Uuid, HoldUsage>()
  const counting: CountingCard = { controls, usage }
  const line = await lineOf(sql, card)
  const since = beginningOf(line[0]!, controls, now)
  for (const each of line) {
    const end = each === card ? undefined : await findEnd(sql, each)
    for await (const { id, isPending, steps } of livesOf(sql, each, since)) {
      const hold: CountingHold = { held_cents: 0n, usage: null }
      for (const step of stepsUntil(steps, end))
        countThen(counting, windowsAt(now), step, () => replay(counting, hold, step))
      if (each === card && isPending && hold.usage) holds.set(id, hold.usage)
    }
  }
  return { marks: marksOf(card), usage, holds }
}

/** `uses` count over the whole life of a card; limits count in their windows. */
export function beginningOf(card: CardRow, { limits, uses }: Pick<Controls, 'limits' | 'uses'>, now: Date): Date {
  if (uses !== null) return card.created_at
  const counted = limits.flatMap(({ window }) => (window === 'per_transaction' ? [] : [window]))
  const earliest = Math.min(...counted.map((window) => startOf(window, now).getTime()), now.getTime())
  return new Date(Math.max(earliest - MAX_HOLD_MS, card.created_at.getTime()))
}

/**
 * Counts a step in the windows of its own time. Windows that have ended by now are dropped. A release gives back to the windows of
 * now: what it gives back counts in them or nowhere, and the time of an expiry is before that of steps which came first.
 */
function countThen(
  { controls, usage }: CountingCard,
  now: readonly number[],
  { created_at, kind }: Step,
  count: () => void,
): void {
  const before = usage!.limits.map(([cents, purchases]): [number, number] => [cents, purchases])
  usage!.at = kind === StepKind.released ? [...now] : windowsAt(created_at)
  count()
  for (const [index, { window }] of controls!.limits.entries()) {
    const place = windows.indexOf(window as Window)
    if (place >= 0 && usage!.at[place] !== now[place]) usage!.limits[index] = before[index]!
  }
  usage!.at = [...now]
}

function replay(card: CountingCard, hold: CountingHold, step: Step): void {
  const { amount, mcc } = step
  if (step.kind === StepKind.held) {
    hold.held_cents += amount
    countHeldUsage(card, hold, amount, mcc, step.is_root)
    if (step.unheld > 0n) countVerification(card, hold, step.unheld)
  } else if (step.kind === StepKind.settled) {
    countSpentUsage(card, amount - step.from_hold, mcc, step.is_root)
    keepUsage(hold, step.from_hold)
    settleUnheld(hold, amount - step.from_hold)
    hold.held_cents -= step.from_hold
    release(card, hold, step.released)
  } else release(card, hold, amount)
}

function release(card: CountingCard, hold: CountingHold, amount: Cents): void {
  giveUsageBack(card, hold, amount, amount === hold.held_cents)
  hold.held_cents -= amount
}
