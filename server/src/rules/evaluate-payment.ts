// Checks a payment by the rules of its workspace, on locked rows. What these rows do not tell is fetched without any lock, and
// the payment is submitted again, so that no decision reads history.

import type { Database } from '../database/database.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/needs.ts'
import { Again } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import type { HoldRow } from '../ledger/rows.ts'
import type { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import type { Cents } from '../money.ts'
import { type Beginning, knownBeginning, loadBeginning } from './beginnings.ts'
import { buildPattern } from './build-pattern.ts'
import { knownSet, loadSet, newestKnownSet } from './known-sets.ts'
import { merchantKey } from './merchant-key.ts'
import { forgetPurchase, newPattern, type Pattern } from './pattern.ts'
import { decodePattern, encodePattern } from './pattern-bytes.ts'
import type { RuleEvaluation, RuleSet } from './rule-set.ts'
import { PaymentSituation } from './situation.ts'

/** `evaluate` returns the result of the rules for the whole amount of a purchase; undefined when no rule applies to the card. */
export type RuleEvaluator = {
  evaluate(amount: Cents, threeDs: ThreeDsStatus): RuleEvaluation | undefined
  /** The card is known to have bought at this merchant. */
  hasBought: boolean
}

/** What a payment must read under its locks for the rules, as far as this is known in advance. */
export function needsOfRules(
  workspaceId: Uuid,
  cardId: Uuid,
  merchant: { id?: string; name: string },
): Pick<Needs, 'boughtAt'> {
  if (!newestKnownSet(workspaceId)?.needsMerchants) return {}
  return { boughtAt: { cardId, merchant: merchantKey(merchant.id ?? null, merchant.name) } }
}

type Seen = Pick<Books, 'workspace' | 'card' | 'now' | 'hasBought'>

/**
 * Undefined when the workspace never had rules. This check is then the only cost. `hold` is that of the purchase that an increment
 * raises: the purchase does not count for itself, and is as new as it was when it began.
 */
export function rulesFor(
  { database }: { database: Pick<Database, 'readByKey' | 'write'> },
  books: Seen,
  merchant: MerchantRow,
  hold?: Pick<HoldRow, 'id' | 'created_at'>,
): RuleEvaluator | undefined | Again {
  const { workspace, card, now } = books
  const { rules_version: version } = workspace
  if (version === 0) return undefined
  const set = knownSet(workspace.id, version)
  if (!set) return new Again(() => loadSet(database.readByKey, workspace, version))
  const pattern = patternFor(set, books)
  if (pattern === 'unknown') return new Again(() => buildPattern(database, card, set.knowledgeFor(card.id), now))
  const beginning = hold && set.needsBeginning ? knownBeginning(hold.id) : notNew
  if (!beginning) return new Again(() => loadBeginning(database.readByKey, card, hold!.id))
  if (pattern && hold?.created_at) forgetPurchase(pattern, hold.created_at)
  const hasBought = set.needsMerchants && !hold ? books.hasBought() : false
  // The next try asks for it, since the set is known by now.
  if (hasBought === undefined) return new Again()
  const seller = { networkId: merchant.network_id, name: merchant.name, mcc: merchant.mcc, country: merchant.country }
  const evaluate: RuleEvaluator['evaluate'] = (amount, threeDs) => {
    const newness = hold
      ? beginning
      : {
          isFirstPurchase: card.authorization_count === 0,
          isNewMerchant: !hasBought,
          isNewCountry: pattern?.countries.has(merchant.country) !== true,
        }
    const payment = { amount, merchant: seller, threeDs, now, card, pattern, ...newness }
    return set.evaluate(card.id, new PaymentSituation(payment))
  }
  return { evaluate, hasBought }
}

/** For an increment when no rule asks about the beginning. */
const notNew: Beginning = { isFirstPurchase: false, isNewMerchant: false, isNewCountry: false }

/** A card's pattern is kept while a rule needs it. For a new card it starts empty. */
function patternFor(set: RuleSet, { card }: Seen): Pattern | undefined | 'unknown' {
  const knowledge = set.knowledgeFor(card.id)
  if (knowledge !== 'counts' && knowledge !== 'ever') {
    card.pattern = null
    return undefined
  }
  if (card.authorization_count === 0 && card.decline_count === 0) card.pattern ??= encodePattern(newPattern())
  if (card.pattern === null) return 'unknown'
  const pattern = decodePattern(card.pattern)
  return knowledge === 'ever' && !pattern.knowsEver ? 'unknown' : pattern
}
