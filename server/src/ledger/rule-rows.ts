// What rules write to the books besides the decisions: counts per day, and the merchants of cards.

import { bigint, type Column, insertOf, smallint, text, uuid } from '../database/bulk.ts'
import type { Uuid } from '../ids.ts'

/**
 * What a transaction stores about its evaluation, besides the number of the rule set. `v`: the values of that moment that its own
 * row does not hold, in the order of the set's `kept`, as the text of a JSON array (PostgreSQL stores a text in a fraction of
 * the time of nine values; earlier rows hold the array itself). `m`: the rules that matched, by their places in the set. `a`:
 * the checked amount in cents, when the row shows another amount.
 */
export type RuleFacts = { v?: string | unknown[]; m?: number[]; a?: number }

/** A card has bought at this merchant. */
export type CardMerchantRow = { merchant: string; bucket: number; card_id: Uuid; workspace_id: Uuid }

export const insertCardMerchants = insertOf<CardMerchantRow>(
  'card_merchants',
  {
    merchant: text((row) => row.merchant),
    bucket: smallint((row) => row.bucket),
    card_id: uuid((row) => row.card_id),
    workspace_id: uuid((row) => row.workspace_id),
  },
  'on conflict do nothing',
)

type RuleKey = { bucket: number; workspace_id: Uuid; rule_id: Uuid }
/** `day` is a UTC date of workspace time. */
type RuleDay = RuleKey & { day: string; matched: bigint; acted: bigint }

export class RuleCounts {
  readonly #days = new Map<string, RuleDay>()

  add({ bucket, workspace_id, rule_id }: RuleKey, now: Date, hasActed: boolean): void {
    const day = now.toISOString().slice(0, 10)
    const key = `${rule_id} ${day}`
    let counts = this.#days.get(key)
    if (!counts) {
      counts = { bucket, workspace_id, rule_id, day, matched: 0n, acted: 0n }
      this.#days.set(key, counts)
    }
    counts.matched += 1n
    if (hasActed) counts.acted += 1n
  }

  /** In one fixed order, so that two transactions cannot deadlock. */
  rows(): RuleDay[] {
    return [...this.#days.values()].sort(
      (a, b) =>
        a.bucket - b.bucket || (a.rule_id === b.rule_id ? (a.day < b.day ? -1 : 1) : a.rule_id < b.rule_id ? -1 : 1),
    )
  }
}

const date = <Row>(of: (row: Row) => string): Column<Row> => ({ type: 'text', of, as: 'date' })

export const addRuleDays = insertOf<RuleDay>(
  'rule_days',
  {
    rule_id: uuid((row) => row.rule_id),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    day: date((row) => row.day),
    matched: bigint((row) => row.matched),
    acted: bigint((row) => row.acted),
  },
  'on conflict on constraint rule_days_pk do update set matched = rule_days.matched + excluded.matched, acted = rule_days.acted + excluded.acted',
)
