// Finds which settings an update has changed, for the history of the card.

import { isDeepStrictEqual } from 'node:util'
import type { CardRow } from '../ledger/rows.ts'
import { type Controls, noControls } from '../ledger/stored-controls.ts'

const controlNames = Object.keys(noControls) as (keyof Controls)[]

/** Each setting by its name in the API. */
export type SettingsSeen = ReadonlyMap<string, unknown>

export function seeSettings(card: CardRow): SettingsSeen {
  const controls = card.controls ?? noControls
  return new Map<string, unknown>([
    ['label', card.label],
    ['spending_limit', card.spending_limit_cents],
    ['allowed_categories', card.allowed_categories],
    ['auto_freeze_at', card.auto_freeze_cents],
    ['metadata', card.metadata],
    ...controlNames.map((part) => [`controls.${part}`, controls[part]] as const),
  ])
}

/**
 * The names of the settings that differ; null when none does. The order of keys is ignored, since the database changes
 * it.
 */
export function changedSettings(before: SettingsSeen, after: SettingsSeen): string | null {
  const names = [...after].flatMap(([name, value]) => (isDeepStrictEqual(before.get(name), value) ? [] : [name]))
  return names.length === 0 ? null : names.join(' ')
}
