// A rule while it is being edited. Values are the text that the user typed.

import { Problem } from '../api/request.ts'
import type { CreateRuleParams, Rule, RuleCondition } from '../api/schemas.ts'
import { readAmount } from '../ui/amounts.tsx'
import { type Errors, withoutParam } from '../ui/form-error.ts'
import { attributeOf, isList, type Kind, METADATA, metadataKey, type Op } from './attributes.ts'

type Value = string | number | boolean
export type ValueKind = 'text' | 'number' | 'boolean'

export type ConditionDraft = {
  id: string
  attribute: string
  op: Op
  /** The value when the operator takes only one. Operators that take a list use `values` instead. */
  value: string
  values: string[]
  /** For metadata: the key, and the type of its value. */
  key: string
  valueKind: ValueKind
}

export type RuleDraft = {
  name: string
  action: Rule['action']
  state: Rule['state']
  when: ConditionDraft[]
  isForAll: boolean
  cardIds: string[]
}

export const MAX_CONDITIONS = 10
export const MAX_CARDS = 100
export const MAX_VALUES = 100
export const MAX_NAME = 200

export function newCondition(start: Partial<ConditionDraft> = {}): ConditionDraft {
  return {
    id: crypto.randomUUID(),
    attribute: 'amount',
    op: 'above',
    value: '',
    values: [],
    key: '',
    valueKind: 'text',
    ...start,
  }
}

export const blankRule = (): RuleDraft => ({
  name: '',
  action: 'decline',
  state: 'shadow',
  when: [newCondition()],
  isForAll: true,
  cardIds: [],
})

export function draftOf({ name, action, state, when, card_ids }: Omit<Rule, 'id' | 'updated_at'>): RuleDraft {
  return { name, action, state, when: when.map(conditionDraft), isForAll: card_ids === null, cardIds: card_ids ?? [] }
}

function conditionDraft({ attribute, op, value }: RuleCondition): ConditionDraft {
  const kind = attributeOf(attribute)?.kind
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map((each) => (kind === 'money' ? Number(each).toFixed(2) : String(each)))
  const type = typeof values[0]
  return newCondition({
    attribute: attribute.startsWith(METADATA) ? METADATA : attribute,
    op,
    value: isList(op) ? '' : texts[0]!,
    values: isList(op) ? texts : [],
    key: metadataKey(attribute),
    valueKind: type === 'string' ? 'text' : (type as ValueKind),
  })
}

const usual: Partial<Record<Kind, Op>> = { money: 'above', number: 'at_least' }

/** Resets the operator and the values, since another attribute may not accept the old ones. */
export function withAttribute(condition: ConditionDraft, name: string): ConditionDraft {
  const { ops, kind } = attributeOf(name)!
  const isSameKind = attributeOf(condition.attribute)!.kind === kind
  const op = isSameKind && ops.includes(condition.op) ? condition.op : (usual[kind] ?? ops[0]!)
  return { ...condition, attribute: name, op, value: kind === 'flag' ? 'true' : '', values: [], valueKind: 'text' }
}

export function conditionOf({ attribute, key, op, value, values, valueKind }: ConditionDraft): RuleCondition {
  const { kind } = attributeOf(attribute)!
  const read = (text: string) => readValue(kind, valueKind, op, text)!
  return {
    attribute: attribute === METADATA ? `${METADATA}${key.trim()}` : attribute,
    op,
    value: isList(op) ? values.map(read) : read(value),
  }
}

/** Returns undefined for text that is not a valid value of the attribute. */
export function readValue(kind: Kind, valueKind: ValueKind, op: Op, text: string): Value | undefined {
  if (kind === 'money') return readAmount(text)
  if (kind === 'number') return readWhole(text)
  if (kind === 'flag') return text === 'true'
  if (kind === 'metadata') return readMetadata(valueKind, op, text)
  return text.trim() === '' ? undefined : text.trim()
}

function readMetadata(valueKind: ValueKind, op: Op, text: string): Value | undefined {
  if (text.trim() === '') return undefined
  if (isOrder(op) || (valueKind === 'number' && !isText(op))) {
    const number = Number(text)
    return Number.isFinite(number) ? number : undefined
  }
  return valueKind === 'boolean' && !isText(op) ? text === 'true' : text.trim()
}

export function isOrder(op: Op): boolean {
  return op === 'above' || op === 'at_least' || op === 'below' || op === 'at_most'
}

export function isText(op: Op): boolean {
  return op === 'contains' || op === 'starts_with'
}

function readWhole(text: string): number | undefined {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined
}

export function ruleParams({ name, action, state, when, isForAll, cardIds }: RuleDraft): CreateRuleParams {
  return { name: name.trim(), action, state, when: when.map(conditionOf), card_ids: isForAll ? null : cardIds }
}

/** Checks only the mistakes that typing can cause. The service checks everything else. */
export function findRuleErrors({ name, when, isForAll, cardIds }: RuleDraft): Errors {
  return {
    ...(name.trim() === '' && { name: 'A rule needs a name.' }),
    ...Object.assign({}, ...when.map(conditionErrors)),
    ...(!isForAll && cardIds.length === 0 && { card_ids: 'Choose at least one card.' }),
  }
}

const wanted: Partial<Record<Kind, string>> = {
  money: 'Enter an amount, such as 200.',
  number: 'Enter a whole number, such as 5.',
}

function conditionErrors(condition: ConditionDraft, index: number): Errors {
  const { attribute, key, op, value, values, valueKind } = condition
  const { kind } = attributeOf(attribute)!
  const place = `when.${index}`
  const texts = isList(op) ? values : [value]
  const isWrong = texts.length === 0 || texts.some((text) => readValue(kind, valueKind, op, text) === undefined)
  const isNumber = kind === 'metadata' && (isOrder(op) || valueKind === 'number')
  const message = isList(op) && texts.length === 0 ? 'Choose at least one.' : isNumber ? 'A number.' : 'Enter a value.'
  return {
    ...(attribute === METADATA && key.trim() === '' && { [`${place}.attribute`]: 'Enter a key.' }),
    ...(isWrong && { [`${place}.value`]: wanted[kind] ?? message }),
  }
}

const SHOWN = /^(name|action|state|when\.\d+\.(attribute|op|value)|card_ids)(\.|$)/

/** Splits an error into messages for single fields and a message for the whole form. */
export function placeRuleProblem(error: Error | null): { errors: Errors; form: string | undefined } {
  if (!error) return { errors: {}, form: undefined }
  const param = error instanceof Problem ? error.param : undefined
  if (param === undefined || !SHOWN.test(param)) return { errors: {}, form: error.message }
  return { errors: { [param]: withoutParam(error.message, param) }, form: undefined }
}
