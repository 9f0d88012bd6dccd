// Compiles a rule, once per version. All of its conditions must hold.

import type { Uuid } from '../ids.ts'
import { attributeOf, type Knowledge } from './attributes.ts'
import { type CompiledCondition, type Condition, compileCondition } from './condition.ts'
import type { Situation } from './situation.ts'

export const actionNames = ['decline', 'challenge'] as const
export type Action = (typeof actionNames)[number]

export const stateNames = ['shadow', 'active', 'off'] as const
export type State = (typeof stateNames)[number]
/** How a rule that was evaluated takes effect. */
export type Mode = Exclude<State, 'off'>

/** One version of a rule. It never changes. */
export type RuleVersion = {
  bucket: number
  rule_id: Uuid
  version: number
  workspace_id: Uuid
  name: string
  action: Action
  state: State
  conditions: Condition[]
  /** Null means all cards of the workspace. */
  card_ids: Uuid[] | null
  created_at: Date
}

export type CompiledRule = {
  readonly version: RuleVersion
  readonly cards: ReadonlySet<Uuid> | undefined
  matches(situation: Situation): boolean
  /** For a match, describes every condition; otherwise the first one that does not hold. */
  explain(situation: Situation): string
}

export function compileRule(version: RuleVersion): CompiledRule {
  const conditions = version.conditions.map(compileCondition)
  return {
    version,
    cards: version.card_ids ? new Set(version.card_ids) : undefined,
    matches: (situation) => allHold(conditions, situation),
    explain(situation) {
      const failed = conditions.find((condition) => !condition.holds(situation))
      return failed ? failed.explain(situation) : conditions.map((each) => each.explain(situation)).join(' and ')
    },
  }
}

function allHold(conditions: readonly CompiledCondition[], situation: Situation): boolean {
  for (const condition of conditions) if (!condition.holds(situation)) return false
  return true
}

export function appliesTo(rule: CompiledRule, cardId: Uuid): boolean {
  return rule.cards === undefined || rule.cards.has(cardId)
}

const depth: Record<Knowledge, number> = { payment: 0, card: 1, counts: 2, ever: 3 }

/** The most knowledge that any condition needs. */
export function knowledgeOf(conditions: readonly Condition[]): Knowledge {
  return conditions
    .map(({ attribute }) => attributeOf(attribute)!.knowledge)
    .reduce((most, each) => (depth[each] > depth[most] ? each : most), 'payment')
}
