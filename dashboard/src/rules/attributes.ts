// The attributes that the rule builder offers. A test checks that they match the service's attributes.

import type { RuleCondition } from '../api/schemas.ts'

export type Op = RuleCondition['op']
/** Decides which input field is shown for a value. */
export type Kind = 'money' | 'number' | 'flag' | 'category' | 'code' | 'country' | 'choice' | 'text' | 'metadata'

export type Attribute = {
  name: string
  label: string
  kind: Kind
  ops: readonly Op[]
  /** The values to choose from, for the kind `choice`. */
  options?: readonly { value: string; name: string }[]
  hint?: string
}

const equality: readonly Op[] = ['is', 'is_not']
const choices: readonly Op[] = [...equality, 'in', 'not_in']
const orders: readonly Op[] = ['above', 'at_least', 'below', 'at_most']
const texts: readonly Op[] = [...choices, 'contains', 'starts_with']

/** The prefix of metadata attributes. The metadata key follows it. */
export const METADATA = 'card_metadata.'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name) => ({
  value: name.toLowerCase(),
  name,
}))
const threeDs = [
  { value: 'not_required', name: 'Not asked for' },
  { value: 'pending', name: 'Passcode not entered' },
  { value: 'authenticated', name: 'Completed' },
  { value: 'failed', name: 'Failed' },
]

const count = (name: string, label: string): Attribute => ({
  name,
  label,
  kind: 'number',
  ops: [...choices, ...orders],
})
const flag = (name: string, label: string): Attribute => ({ name, label, kind: 'flag', ops: equality })

export const groups: readonly { title: string; attributes: readonly Attribute[] }[] = [
  {
    title: 'The payment',
    attributes: [
      { name: 'amount', label: 'Amount', kind: 'money', ops: [...equality, ...orders] },
      { ...count('hour', 'Hour'), hint: 'From 0 to 23, in UTC.' },
      { name: 'weekday', label: 'Weekday', kind: 'choice', ops: choices, options: weekdays, hint: 'In UTC.' },
      { name: 'three_ds', label: '3-D Secure', kind: 'choice', ops: choices, options: threeDs },
    ],
  },
  {
    title: 'The merchant',
    attributes: [
      {
        name: 'merchant_name',
        label: 'Merchant name',
        kind: 'text',
        ops: texts,
        hint: 'Upper or lower case does not matter.',
      },
      { name: 'merchant_id', label: 'Merchant id', kind: 'text', ops: texts },
      { name: 'category', label: 'Category', kind: 'category', ops: choices },
      { name: 'mcc', label: 'Category code (MCC)', kind: 'code', ops: choices },
      { name: 'country', label: 'Country', kind: 'country', ops: choices },
    ],
  },
  {
    title: 'The card so far',
    attributes: [
      count('card_count_1h', 'Purchases in the last hour'),
      count('card_count_24h', 'Purchases in the last 24 hours'),
      count('card_declines_1h', 'Declines in the last hour'),
      count('card_declines_24h', 'Declines in the last 24 hours'),
      flag('is_first_purchase', "The card's first purchase"),
      flag('is_new_merchant', 'A merchant new to the card'),
      flag('is_new_country', 'A country new to the card'),
      count('card_age_days', 'Age of the card in days'),
      { name: METADATA, label: 'Metadata of the card', kind: 'metadata', ops: [...texts, ...orders] },
    ],
  },
]

const byName = new Map(groups.flatMap(({ attributes }) => attributes.map((each) => [each.name, each] as const)))

export const attributeNames = [...byName.keys()].filter((name) => name !== METADATA)

/** Looks up an attribute by its API name. Returns undefined for an attribute that this page does not know. */
export function attributeOf(name: string): Attribute | undefined {
  return byName.get(name.startsWith(METADATA) ? METADATA : name)
}

export function metadataKey(name: string): string {
  return name.startsWith(METADATA) ? name.slice(METADATA.length) : ''
}

export const opNames: Record<Op, string> = {
  is: 'is',
  is_not: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  above: 'is above',
  at_least: 'is at least',
  below: 'is below',
  at_most: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
}

export function isList(op: Op): boolean {
  return op === 'in' || op === 'not_in'
}
