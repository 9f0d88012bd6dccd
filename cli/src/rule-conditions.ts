// The conditions of a rule as people type and read them: "amount above 200".

import { UsageError } from './framework/failures.ts'
import { dollars } from './framework/option-value.ts'
import type { RuleCondition } from './sdk.ts'

type Value = string | number | boolean

const ops = ['is', 'is_not', 'in', 'not_in', 'above', 'at_least', 'below', 'at_most', 'contains', 'starts_with']
/** Attributes whose values are texts even if they look like numbers: 7311 is a category code. */
const texts = ['mcc', 'category', 'merchant_id', 'merchant_name', 'country', 'weekday', 'three_ds']

export const conditionNotes = `A condition is "ATTRIBUTE OP VALUE": "amount above 200", "country in US,IE", "card_count_1h at_least 5",
"is_new_merchant is true", "card_metadata.team is red". A value in quotes is a text: 'card_metadata.floor is "3"'.
Attributes: amount, mcc, category, merchant_id, merchant_name, country, card_age_days, card_count_1h, card_count_24h,
card_declines_1h, card_declines_24h, is_first_purchase, is_new_merchant, is_new_country, hour, weekday, three_ds,
card_metadata.KEY. Operators: ${ops.join(', ')}.`

export function conditionOf(text: string): object {
  const [, attribute, op, rest] = /^\s*(\S+)\s+(\S+)\s+(.*\S)\s*$/s.exec(text) ?? []
  if (attribute === undefined || op === undefined || rest === undefined || !ops.includes(op))
    throw new UsageError(`--when "${text}" must be "ATTRIBUTE OP VALUE"; operators: ${ops.join(', ')}`)
  const isList = op === 'in' || op === 'not_in'
  return { attribute, op, value: isList ? listed(rest).map((each) => one(attribute, each)) : one(attribute, rest) }
}

/** Commas separate; inside quotes they are part of a text. */
function listed(text: string): string[] {
  const found = text.match(/"(?:[^"\\]|\\.)*"|[^,"\s][^,"]*/g) ?? []
  return found.map((each) => each.trim())
}

function one(attribute: string, text: string): Value {
  if (/^".*"$/s.test(text)) return quoted(text)
  if (attribute === 'amount') return dollars('the value of --when "amount …"', text)
  if (texts.includes(attribute)) return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function quoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    throw new UsageError(`--when: ${text} is not a text in quotes, such as "red"`)
  }
}

export function conditionText({ attribute, op, value }: RuleCondition): string {
  const shown = (each: Value) => typedBack(attribute, each)
  return `${attribute} ${op} ${Array.isArray(value) ? value.map(shown).join(',') : shown(value)}`
}

/** Shows a value so that it can be typed again: a text that would be read as something else is quoted. */
function typedBack(attribute: string, value: Value): string {
  if (attribute === 'amount') return (value as number).toFixed(2)
  if (typeof value !== 'string') return String(value)
  const isPlain = value === value.trim() && !/[",]/.test(value) && one(attribute, value) === value
  return isPlain ? value : JSON.stringify(value)
}
