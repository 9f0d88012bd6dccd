// All rules of a workspace that are not off, at one moment: what a payment is judged by. A set never changes; each change
// of a rule makes the next one, and a transaction remembers the number of the set that judged it.

import type { Uuid } from '../ids.ts'
import { attributeOf, metadataKeyOf, type Value } from './attributes.ts'
import { type CompiledRule, isMeant, knowledgeOf, type Mode } from './compile-rule.ts'
import type { Situation } from './situation.ts'

/**
 * What a transaction stores of its judgement, besides the number of the set: the values of that moment that its own row does
 * not tell, in the order of the set's `kept`; which rules matched, by their places in the set; and the amount in cents that
 * was judged, where the row shows another one.
 */
export type RuleFacts = { v?: (Value | null)[]; m?: number[]; a?: number }

export type Judgement = {
  setVersion: number
  facts: RuleFacts | null
  matched: readonly CompiledRule[]
  /** The active rule that stops the payment, if one does. */
  stopping: CompiledRule | undefined
}

export class RuleSet {
  readonly version: number
  readonly rules: readonly CompiledRule[]
  /** Attributes that rules of the set ask for and that cannot be told later from the transaction alone. */
  readonly kept: readonly string[]
  /** `counts` and `ever` need the card's pattern. */
  readonly knowledge: ReturnType<typeof knowledgeOf>
  readonly needsMerchants: boolean

  constructor(version: number, rules: readonly CompiledRule[]) {
    const conditions = rules.flatMap((rule) => rule.version.conditions)
    const names = [...new Set(conditions.map(({ attribute }) => attribute))]
    this.version = version
    this.rules = rules
    this.kept = names.filter((name) => attributeOf(name)!.knowledge !== 'payment').sort()
    this.knowledge = knowledgeOf(conditions)
    this.needsMerchants = names.includes('is_new_merchant')
  }

  get needsPattern(): boolean {
    return this.knowledge === 'counts' || this.knowledge === 'ever'
  }

  /** Undefined where no rule of the set is meant for this card. */
  judge(cardId: Uuid, situation: Situation): Judgement | undefined {
    const places: number[] = []
    let isJudged = false
    for (let place = 0; place < this.rules.length; place++) {
      const rule = this.rules[place]!
      if (!isMeant(rule, cardId)) continue
      isJudged = true
      if (rule.matches(situation)) places.push(place)
    }
    if (!isJudged) return undefined
    const matched = places.map((place) => this.rules[place]!)
    return {
      setVersion: this.version,
      facts: this.#factsOf(situation, places),
      matched,
      stopping: stoppingOf(matched, situation),
    }
  }

  #factsOf(situation: Situation, places: readonly number[]): RuleFacts | null {
    if (this.kept.length === 0 && places.length === 0) return null
    return {
      ...(this.kept.length > 0 && { v: this.kept.map((name) => attributeOf(name)!.read(situation) ?? null) }),
      ...(places.length > 0 && { m: [...places] }),
    }
  }

  /** What was judged when, of the rules that were meant for the card. */
  resultsOf(cardId: Uuid, facts: RuleFacts | null, situation: Situation): RuleResult[] {
    return this.rules.flatMap((rule, place) => {
      if (!isMeant(rule, cardId)) return []
      const { rule_id, version, state } = rule.version
      const matched = facts?.m?.includes(place) === true
      return [{ ruleId: rule_id, version, mode: state as Mode, matched, explanation: rule.explain(situation) }]
    })
  }

  /** The values that a transaction stores, back under their names. */
  keptValues({ v = [] }: RuleFacts): Partial<Situation> {
    const known = this.kept.map((name, place) => [name, v[place] ?? undefined] as const)
    const metadata = known.flatMap(([name, value]) => {
      const key = metadataKeyOf(name)
      return key === undefined || value === undefined ? [] : [[key, value] as const]
    })
    const values = known.filter(([name]) => metadataKeyOf(name) === undefined)
    return { ...Object.fromEntries(values), metadata: Object.fromEntries(metadata) }
  }
}

export type RuleResult = { ruleId: Uuid; version: number; mode: Mode; matched: boolean; explanation: string }

/** A decline comes before a challenge; of several, the rule that was made first. A completed challenge satisfies the rule. */
function stoppingOf(matched: readonly CompiledRule[], situation: Situation): CompiledRule | undefined {
  const active = matched.filter(({ version }) => version.state === 'active')
  const isAuthenticated = situation.three_ds === 'authenticated'
  return (
    active.find(({ version }) => version.action === 'decline') ??
    active.find(({ version }) => version.action === 'challenge' && !isAuthenticated)
  )
}
