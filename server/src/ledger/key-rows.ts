// The rows of keys in the books: the cards made through them, and what they have used of their budgets.

import { bigint, insertOf, integer, smallint, timestamptz, uuid } from '../database/bulk.ts'
import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'

/** A card that was made through a key. */
export type KeyCardRow = { card_id: Uuid; bucket: number; workspace_id: Uuid; key_id: Uuid }

export const insertKeyCards = insertOf<KeyCardRow>('key_cards', {
  card_id: uuid((row) => row.card_id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  key_id: uuid((row) => row.key_id),
})

/** `period` is the number of the window that `used_cents` counts in (controls/windows.ts). The workspace row's lock covers it. */
export type KeyBudgetRow = {
  key_id: Uuid
  bucket: number
  workspace_id: Uuid
  time_window: number
  period: number
  used_cents: Cents
  /** The workspace time of the first amount in it; null in a row of an earlier release. */
  counted_since: Date | null
  /** What the policy of the key has approved of its spend requests on one day, by the number of that day. */
  automatic_day: number
  automatic_cents: Cents
}

export const storeKeyBudgets = insertOf<KeyBudgetRow>(
  'key_budgets',
  {
    key_id: uuid((row) => row.key_id),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    time_window: smallint((row) => row.time_window),
    period: integer((row) => row.period),
    used_cents: bigint((row) => row.used_cents),
    counted_since: timestamptz((row) => row.counted_since),
    automatic_day: integer((row) => row.automatic_day),
    automatic_cents: bigint((row) => row.automatic_cents),
  },
  `on conflict on constraint key_budgets_pk do update set time_window = excluded.time_window, period = excluded.period,
    used_cents = excluded.used_cents, counted_since = excluded.counted_since, automatic_day = excluded.automatic_day, automatic_cents = excluded.automatic_cents`,
)
