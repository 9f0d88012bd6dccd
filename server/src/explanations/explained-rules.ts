// The rules in an explanation: their result then, and what it would be now.

import type { Sql } from '../database/database.ts'
import { Again } from '../http/route.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import type { CardRow, HoldRow, WorkspaceRow } from '../ledger/rows.ts'
import { type RuleEvaluator, rulesFor } from '../rules/evaluate-payment.ts'
import { loadSet } from '../rules/known-sets.ts'
import { ruleResultsOf } from '../rules/rule-results.ts'
import type { Services } from '../services.ts'
import type { TransactionWithMerchant } from '../transactions/find-transaction.ts'

/** The rules that matched, each with its reason; null when no rule was applied. */
export async function rulesThen(sql: Sql, transaction: TransactionWithMerchant): Promise<string | null> {
  const { bucket, workspace_id: id } = transaction
  const results = await ruleResultsOf(sql, { bucket, id }, transaction)
  if (results.length === 0) return null
  const matched = results.filter((result) => result.matched)
  if (matched.length === 0) return `${results.length} asked, none matched`
  return matched
    .map(({ rule_id, mode, explanation }) => `${rule_id}${mode === 'shadow' ? ' (shadow)' : ''}: ${explanation}`)
    .join('; ')
}

/** `hold` is that of the purchase that would be raised, if there is one. */
type Purchase = { wallet: WorkspaceRow; card: CardRow; hold: HoldRow | undefined; merchant: MerchantRow; now: Date }

/**
 * `unknown` when a rule needs more than the rows hold: a read does not search history, and the rule is evaluated when the purchase
 * is made. Undefined when there are no rules.
 */
export async function rulesNow(
  sql: Sql,
  services: Services,
  { wallet, card, hold, merchant, now }: Purchase,
): Promise<RuleEvaluator | 'unknown' | undefined> {
  if (wallet.rules_version === 0) return undefined
  const { rules } = await loadSet(sql, wallet, wallet.rules_version)
  if (rules.length === 0) return undefined
  const evaluate = rulesFor(services, { workspace: wallet, card, now, hasBought: () => undefined }, merchant, hold)
  return evaluate instanceof Again ? 'unknown' : evaluate
}
