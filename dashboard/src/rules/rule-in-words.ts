// A rule in plain words: "Declines when the amount is above $200.00 and the country is none of Germany, France."

import type { Rule, RuleCondition } from '../api/schemas.ts'
import { categoryName } from '../cards/category-picker.tsx'
import { countryInWords } from '../controls/countries.ts'
import { money } from '../ui/amounts.tsx'
import { type Attribute, attributeOf, metadataKey, opNames } from './attributes.ts'

type Value = string | number | boolean

export type State = Rule['state']
type Parts = Pick<Rule, 'action' | 'when'>

export const stateNames: Record<State, string> = { shadow: 'Shadow', active: 'Active', off: 'Off' }

export const stateMeanings: Record<State, string> = {
  shadow: 'Matches are recorded. No payment is stopped.',
  active: 'Matching payments are stopped.',
  off: 'Payments are not checked by this rule.',
}

export const actionNames: Record<Rule['action'], string> = {
  decline: 'Decline',
  challenge: 'Ask for 3-D Secure',
}

const verbs: Record<Rule['action'], string> = { decline: 'Declines', challenge: 'Asks for 3-D Secure' }

export function ruleInWords({ action, when }: Parts): string {
  return `${verbs[action]} when ${when.map(conditionInWords).join(' and ')}.`
}

export function conditionInWords({ attribute: name, op, value }: RuleCondition): string {
  const attribute = attributeOf(name)
  if (attribute?.kind === 'flag') return flagInWords(attribute, (op === 'is') === (value === true))
  const values = Array.isArray(value) ? value : [value]
  return `${subjectOf(name, attribute)} ${opNames[op]} ${some(values.map((each) => valueInWords(attribute, each)))}`
}

const flags: Record<string, [yes: string, no: string]> = {
  is_first_purchase: ["it is the card's first purchase", "it is not the card's first purchase"],
  is_new_merchant: ['the merchant is new to the card', 'the merchant is known to the card'],
  is_new_country: ['the country is new to the card', 'the country is known to the card'],
}

function flagInWords({ name }: Attribute, holds: boolean): string {
  return flags[name]![holds ? 0 : 1]
}

const subjects: Record<string, string> = {
  amount: 'the amount',
  hour: 'the hour (UTC)',
  weekday: 'the weekday (UTC)',
  three_ds: '3-D Secure',
  mcc: 'the category code',
  card_age_days: "the card's age in days",
  card_count_1h: 'the number of purchases in the last hour',
  card_count_24h: 'the number of purchases in the last 24 hours',
  card_declines_1h: 'the number of declines in the last hour',
  card_declines_24h: 'the number of declines in the last 24 hours',
}

function subjectOf(name: string, attribute: Attribute | undefined): string {
  if (attribute?.kind === 'metadata') return `the card's “${metadataKey(name)}”`
  return subjects[name] ?? `the ${attribute ? attribute.label.toLowerCase() : name}`
}

function valueInWords(attribute: Attribute | undefined, value: Value): string {
  if (attribute?.kind === 'money') return money(Number(value))
  if (attribute?.kind === 'category') return categoryName(String(value)).toLowerCase()
  if (attribute?.kind === 'country') return countryInWords(String(value))
  if (attribute?.kind === 'choice') return choiceName(attribute, String(value))
  return typeof value === 'string' ? `“${value}”` : String(value)
}

function choiceName({ name, options }: Attribute, value: string): string {
  const found = options?.find((option) => option.value === value)?.name ?? value
  return name === 'weekday' ? found : `“${found.toLowerCase()}”`
}

const MAX_NAMED = 5

/** Shortens long lists, which would make the sentence unreadable. */
function some(names: string[]): string {
  const named = names.length > MAX_NAMED + 1 ? names.slice(0, MAX_NAMED) : names
  const rest = names.length - named.length
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(rest === 0 ? named : [...named, `${rest} more`])
}
