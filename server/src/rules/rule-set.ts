// All rules of a workspace that are not off at one moment, by which a payment is evaluated. A set never changes; each change of a
// rule makes the next set, and a transaction stores the number of the set that evaluated it.

import type { Uuid } from '../ids.ts'
import type { RuleFacts } from '../ledger/rule-rows.ts'
import { type Attribute, attributeOf, type Knowledge, metadataKeyOf, type Value } from './attributes.ts'
import { appliesTo, type CompiledRule, knowledgeOf, type Mode } from './compile-rule.ts'
import type { Situation } from './situation.ts'

export type RuleEvaluation = {
  setVersion: number
  /** In cents. */
  amount: number
  facts: RuleFacts | null
  matched: readonly CompiledRule[]
  /** The active rule that stops the payment, if any, and why. */
  stopping: { rule: CompiledRule; explanation: string } | undefined
}

export class RuleSet {
  readonly version: number
  readonly rules: readonly CompiledRule[]
  /** Attributes that the rules use and that cannot be computed later from the transaction alone. */
  readonly kept: readonly string[]
  /** The most knowledge that any of its rules needs. `counts` and `ever` need the card's pattern. */
  readonly knowledge: Knowledge
  readonly #readKept: readonly Attribute['read'][]
  readonly #isForAll: boolean

  constructor(version: number, rules: readonly CompiledRule[]) {
    const conditions = rules.flatMap((rule) => rule.version.conditions)
    const names = [...new Set(conditions.map(({ attribute }) => attribute))]
    this.version = version
    this.rules = rules
    this.kept = names.filter((name) => attributeOf(name)!.knowledge !== 'payment').sort()
    this.#readKept = this.kept.map((name) => attributeOf(name)!.read)
    this.knowledge = knowledgeOf(conditions)
    this.#isForAll = rules.every(({ cards }) => cards === undefined)
  }

  /** Whether a payment must know if the card has bought at this merchant. */
  get needsMerchants(): boolean {
    return this.knowledge === 'ever'
  }

  /** Whether an increment must know how its purchase began. */
  get needsBeginning(): boolean {
    return this.kept.some((name) => ['is_first_purchase', 'is_new_merchant', 'is_new_country'].includes(name))
  }

  /** The most knowledge that a rule for this card needs. */
  knowledgeFor(cardId: Uuid): Knowledge {
    if (this.#isForAll) return this.knowledge
    return knowledgeOf(this.rules.flatMap((rule) => (appliesTo(rule, cardId) ? rule.version.conditions : [])))
  }

  /** Undefined when no rule of the set applies to this card. */
  evaluate(cardId: Uuid, situation: Situation): RuleEvaluation | undefined {
    const places: number[] = []
    let isChecked = false
    for (let place = 0; place < this.rules.length; place++) {
      const rule = this.rules[place]!
      if (!appliesTo(rule, cardId)) continue
      isChecked = true
      if (rule.matches(situation)) places.push(place)
    }
    if (!isChecked) return undefined
    const matched = places.map((place) => this.rules[place]!)
    const rule = stoppingOf(matched, situation)
    return {
      setVersion: this.version,
      amount: situation.amount,
      facts: this.#factsOf(situation, places),
      matched,
      stopping: rule && { rule, explanation: rule.explain(situation) },
    }
  }

  #factsOf(situation: Situation, places: readonly number[]): RuleFacts | null {
    if (this.kept.length === 0 && places.length === 0) return null
    return {
      ...(this.kept.length > 0 && { v: JSON.stringify(this.#readKept.map((read) => read(situation) ?? null)) }),
      ...(places.length > 0 && { m: [...places] }),
    }
  }

  /** The results of the rules that applied to the card. */
  resultsOf(cardId: Uuid, facts: RuleFacts | null, situation: Situation): RuleResult[] {
    return this.rules.flatMap((rule, place) => {
      if (!appliesTo(rule, cardId)) return []
      const { rule_id, version, state } = rule.version
      const matched = facts?.m?.includes(place) === true
      return [{ ruleId: rule_id, version, mode: state as Mode, matched, explanation: rule.explain(situation) }]
    })
  }

  /** The values that a transaction stores, back under their names. */
  keptValues({ v = '[]' }: RuleFacts): Partial<Situation> {
    const values = (typeof v === 'string' ? JSON.parse(v) : v) as (Value | null)[]
    const known = this.kept.map((name, place) => [name, values[place] ?? undefined] as const)
    const metadata = known.flatMap(([name, value]) => {
      const key = metadataKeyOf(name)
      return key === undefined || value === undefined ? [] : [[key, value] as const]
    })
    const plain = known.filter(([name]) => metadataKeyOf(name) === undefined)
    return { ...Object.fromEntries(plain), metadata: Object.fromEntries(metadata) }
  }
}

export type RuleResult = { ruleId: Uuid; version: number; mode: Mode; matched: boolean; explanation: string }

/** A decline comes before a challenge; among several, the oldest rule wins. A completed challenge satisfies the rule. */
function stoppingOf(matched: readonly CompiledRule[], situation: Situation): CompiledRule | undefined {
  const active = matched.filter(({ version }) => version.state === 'active')
  const isAuthenticated = situation.three_ds === 'authenticated'
  return (
    active.find(({ version }) => version.action === 'decline') ??
    active.find(({ version }) => version.action === 'challenge' && !isAuthenticated)
  )
}
