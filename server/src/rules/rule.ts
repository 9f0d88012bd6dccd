// A rule as the API shows it, and the parts of it that a request gives.

import Type from 'typebox'
import { ApiError } from '../errors.ts'
import { Strict, Text, Timestamp } from '../http/schemas.ts'
import { publicId, type Uuid } from '../ids.ts'
import { attributeNames, ops } from './attributes.ts'
import { type Action, actionNames, type RuleVersion, type State, stateNames } from './compile-rule.ts'
import { type Condition as ConditionValue, faultOf, MAX_LIST } from './condition.ts'

export const MAX_RULES = 100
const MAX_CONDITIONS = 10
const MAX_CARDS = 100

/** Validated by `checkConditions`, which can name what the attribute expects. The OpenAPI document lists only the types. */
const ConditionValue_ = Type.Unsafe<ConditionValue['value']>({
  description: `A text, a number, true or false, as the attribute requires; an \`amount\` is in dollars. For \`in\` and \`not_in\`, a list of 1 to ${MAX_LIST} such values.`,
  examples: [200],
  'x-documented': {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
    ],
  },
})

export const Condition = Strict(
  {
    attribute: Text({
      minLength: 1,
      maxLength: 60,
      description: `One of: ${attributeNames.map((name) => `\`${name}\``).join(', ')}.`,
      examples: ['amount'],
    }),
    op: Type.String({
      enum: [...ops],
      description: 'The comparison. Each attribute supports some of them.',
      examples: ['above'],
    }),
    value: ConditionValue_,
  },
  { $id: 'RuleCondition' },
)

const asRule = { 'x-error': 'invalid_rule' }

export const ruleParts = {
  name: Type.String({ 'x-text': true, minLength: 1, maxLength: 200, ...asRule, examples: ['Large nightly payments'] }),
  action: Type.String({
    enum: [...actionNames],
    ...asRule,
    description: '`challenge` declines with `authentication_required` unless 3-D Secure was completed.',
  }),
  when: Type.Array(Condition, {
    minItems: 1,
    maxItems: MAX_CONDITIONS,
    ...asRule,
    description: 'The conditions. All of them must hold.',
    examples: [[{ attribute: 'amount', op: 'above', value: 200 }]],
  }),
  card_ids: Type.Union([Type.Array(Text({ maxLength: 100 }), { minItems: 1, maxItems: MAX_CARDS }), Type.Null()], {
    ...asRule,
    description: `The cards that the rule applies to, at most ${MAX_CARDS}. Null, or omitted, means all cards.`,
  }),
  state: Type.String({
    enum: [...stateNames],
    default: 'shadow',
    examples: ['active'],
    ...asRule,
    description:
      '`shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments. `off`: it is not evaluated.',
  }),
}

const shown = {
  version: Type.Integer({
    description: 'The version of the rule, counted from 1. Each change makes a new version.',
    examples: [1],
  }),
  name: Type.String({ examples: ['Large nightly payments'] }),
  action: Type.String({ enum: [...actionNames] }),
  when: Type.Array(Condition),
  card_ids: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'The cards that the rule applies to. Null means all cards.',
  }),
  state: Type.String({ enum: [...stateNames] }),
}

const exampleId = 'rule_3p01m7fvfr85e5mtekznx29q5n67'

export const Rule = Type.Object(
  {
    id: Type.String({ examples: [exampleId] }),
    ...shown,
    created_at: Timestamp('When the rule was created.'),
    updated_at: Timestamp('When this version was created.'),
  },
  { $id: 'Rule' },
)

export const RuleVersionShown = Type.Object(
  {
    rule_id: Type.String({ examples: [exampleId] }),
    ...shown,
    created_at: Timestamp('When this version was created.'),
  },
  { $id: 'RuleVersion' },
)

export const RuleParams = Type.Object({ rule_id: Type.String({ examples: [exampleId] }) })

export type RuleBody = {
  name: string
  action: string
  when: ConditionValue[]
  card_ids?: string[] | null
  state?: string
}

/** Checks what the schema cannot express, since each attribute has its own operators and values. */
export function checkConditions(when: readonly { attribute: string; op: string; value?: unknown }[] = []): void {
  for (const [index, condition] of when.entries()) {
    const fault = faultOf(condition)
    if (!fault) continue
    const field = fault.index === undefined ? fault.field : `${fault.field}.${fault.index}`
    const param = `when.${index}.${field}`
    throw new ApiError('invalid_rule', `"${param}" ${fault.message}`, { param })
  }
}

export type RuleRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  version: number
  created_at: Date
  updated_at: Date
}

export function presentVersion(version: RuleVersion) {
  return { rule_id: publicId('rule', version.bucket, version.rule_id), ...partsOf(version) }
}

export function presentRule(rule: RuleRow, version: RuleVersion) {
  const { created_at: updatedAt, ...parts } = partsOf(version)
  return {
    id: publicId('rule', rule.bucket, rule.id),
    ...parts,
    created_at: rule.created_at.toISOString(),
    updated_at: updatedAt,
  }
}

function partsOf(version: RuleVersion) {
  const { bucket, card_ids: cardIds } = version
  return {
    version: version.version,
    name: version.name,
    action: version.action,
    when: version.conditions,
    card_ids: cardIds?.map((id) => publicId('card', bucket, id)) ?? null,
    state: version.state,
    created_at: version.created_at.toISOString(),
  }
}

export function actionCode(action: Action): number {
  return actionNames.indexOf(action) + 1
}

export function stateCode(state: State): number {
  return stateNames.indexOf(state) + 1
}
