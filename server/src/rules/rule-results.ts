// The rule results that a transaction shows, made from the set that evaluated it and from the values kept at that moment. Neither
// ever changes.

import Type from 'typebox'
import { categoryOfMcc } from '../categories/categories.ts'
import type { Sql } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId } from '../ids.ts'
import type { TransactionRow } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import type { RuleFacts } from '../ledger/rule-rows.ts'
import { type ThreeDsStatus, threeDsStatusNames } from '../ledger/three-ds-status.ts'
import { loadSet } from './known-sets.ts'
import type { RuleSet } from './rule-set.ts'
import { type Situation, weekdays } from './situation.ts'

export const RuleResults = Type.Array(
  Type.Object({
    rule_id: Type.String(),
    version: Type.Integer(),
    mode: Type.String({ enum: ['shadow', 'active'] }),
    matched: Type.Boolean(),
    explanation: Type.String({ examples: ['amount 250.00 is above 200.00'] }),
  }),
  {
    description:
      'For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or not, with the values of that moment.',
  },
)

type Evaluated = TransactionRow & Pick<MerchantRow, 'name' | 'mcc' | 'country' | 'network_id'>

export async function ruleResultsOf(
  sql: Sql,
  workspace: WorkspaceKey,
  transaction: Evaluated,
): Promise<ReturnType<typeof present>> {
  const { rules_version: version } = transaction
  return version === null ? [] : present(await loadSet(sql, workspace, version), transaction)
}

function present(set: RuleSet, transaction: Evaluated) {
  const { bucket, card_id, rule_facts: facts } = transaction
  return set.resultsOf(card_id, facts, situationOf(set, facts ?? {}, transaction)).map(({ ruleId, ...result }) => ({
    rule_id: publicId('rule', bucket, ruleId),
    ...result,
  }))
}

/** What the rules saw, from the transaction's row and from the kept values. What no rule of the set used is not read. */
function situationOf(set: RuleSet, facts: RuleFacts, row: Evaluated): Situation {
  const spent = Number(row.amount_cents < 0n ? -row.amount_cents : row.amount_cents)
  return {
    amount: facts.a ?? spent,
    mcc: row.mcc,
    category: categoryOfMcc(row.mcc),
    merchant_id: row.network_id,
    merchant_name: row.name,
    country: row.country,
    card_age_days: 0,
    card_count_1h: 0,
    card_count_24h: 0,
    card_declines_1h: 0,
    card_declines_24h: 0,
    is_first_purchase: false,
    is_new_merchant: false,
    is_new_country: false,
    hour: row.created_at.getUTCHours(),
    weekday: weekdays[row.created_at.getUTCDay()]!,
    three_ds: threeDsStatusNames[(row.three_ds_status as ThreeDsStatus) - 1]!,
    metadata: {},
    ...set.keptValues(facts),
  }
}
