// New controls for a card that is in use. A counter is kept when a new limit counts the same thing. What the card has not
// counted so far is read from its history, and read again when the history has grown in the meantime.

import type { Sql } from '../database/database.ts'
import type { Books } from '../engine/books.ts'
import { Refusal } from '../engine/refusal.ts'
import { Again } from '../http/route.ts'
import type { CardRow } from '../ledger/rows.ts'
import type { CardUsage, Controls, Limit } from '../ledger/stored-controls.ts'
import type { ControlsInput } from './control-schemas.ts'
import { withControls } from './read-controls.ts'
import { emptyUsage, rollWindows } from './usage.ts'
import { type History, isUnchanged, usageFromHistory } from './usage-from-history.ts'

/** `controls` are those that the history was counted for. */
export type Counted = { controls: Controls; history: History } | undefined

/** Runs before anything is locked: reads from the history what the new controls need and the card has not counted. */
export async function countForControls(
  sql: Sql,
  card: CardRow,
  input: ControlsInput | null | undefined,
  now: Date,
): Promise<Counted> {
  if (!input) return undefined
  const controls = withControls(card.controls, input)
  if (!controls || controls instanceof Refusal || carriedUsage(card, controls, now) !== undefined) return undefined
  return { controls, history: await usageFromHistory(sql, card, controls, now) }
}

/** Must run under the card's lock, with the counted holds locked too. */
export function changeControls(
  { card, changes, now, holdOf }: Books,
  input: ControlsInput | null,
  counted: Counted,
): Again | Refusal | undefined {
  const controls = withControls(card.controls, input)
  if (controls instanceof Refusal) return controls
  const carried = carriedUsage(card, controls, now)
  if (carried === undefined && (!counted || !isOf(counted, card, controls!))) return new Again()
  if (carried === undefined) {
    for (const [id, usage] of counted!.history.holds) {
      const hold = holdOf(id)
      hold.usage = usage
      changes.changedHolds.set(id, hold)
    }
  }
  card.usage = carried === undefined ? { ...counted!.history.usage, locked_to: lockOf(card, controls) } : carried
  card.controls = controls
  rollWindows(card, now)
  return undefined
}

function isOf({ controls, history }: NonNullable<Counted>, card: CardRow, now: Controls): boolean {
  const isSame = JSON.stringify([controls.limits, controls.uses]) === JSON.stringify([now.limits, now.uses])
  return isSame && isUnchanged(card, history.marks)
}

/** The card's counters in the form that the new controls need; undefined when something was not counted. */
function carriedUsage(card: CardRow, controls: Controls | null, now: Date): CardUsage | null | undefined {
  const empty = emptyUsage(controls, now)
  if (!empty) return null
  const { usage } = card
  const limits = controls!.limits.map((limit) => counterOf(card, limit))
  const uses = empty.uses === null ? null : usage?.uses
  if (limits.includes(undefined) || uses === undefined || (empty.uses !== null && uses === null)) return undefined
  return {
    at: usage?.at ?? empty.at,
    limits: limits as CardUsage['limits'],
    uses,
    locked_to: lockOf(card, controls),
    ...(usage?.verifications !== undefined && { verifications: usage.verifications }),
  }
}

function counterOf({ controls, usage }: CardRow, { window, categories }: Limit): [number, number] | undefined {
  if (window === 'per_transaction') return [0, 0]
  const before = controls?.limits.findIndex(
    (limit) => limit.window === window && limit.categories.join() === categories.join(),
  )
  const counter = before === undefined || before < 0 ? undefined : usage?.limits[before]
  return counter && [...counter]
}

function lockOf({ usage }: CardRow, controls: Controls | null): CardUsage['locked_to'] {
  return controls?.merchant_lock ? (usage?.locked_to ?? null) : null
}
