// The attributes that a rule may use: the type of each, its valid values, and what must be known to compute it.

import { categories } from '../categories/categories.ts'
import { isAssignedCountry } from '../controls/countries.ts'
import { threeDsStatusNames } from '../ledger/three-ds-status.ts'
import { isWholeCents } from '../money.ts'
import { type Situation, weekdays } from './situation.ts'

export const ops = [
  'is',
  'is_not',
  'in',
  'not_in',
  'above',
  'at_least',
  'below',
  'at_most',
  'contains',
  'starts_with',
] as const
export type Op = (typeof ops)[number]

export const listOps: readonly Op[] = ['in', 'not_in']
const equality: readonly Op[] = ['is', 'is_not']
export const orderOps: readonly Op[] = ['above', 'at_least', 'below', 'at_most']
const choices: readonly Op[] = [...equality, ...listOps]
const texts: readonly Op[] = [...choices, 'contains', 'starts_with']

/** A value of a condition, or one value of a list. Amounts are in cents. */
export type Value = string | number | boolean

/** What must be known to evaluate it. `counts`: what the card did in the last day. `ever`: everything the card has bought. */
export type Knowledge = 'payment' | 'card' | 'counts' | 'ever'

export type Attribute = {
  ops: readonly Op[]
  /** Whether this is a value of the attribute. */
  accepts(value: unknown): boolean
  /** What a value must be, in words: "must be …". */
  expected: string
  /** The amount is asked for in dollars and evaluated in cents. */
  isMoney?: true
  /** Compared without regard to case. */
  ignoresCase?: true
  knowledge: Knowledge
  read(situation: Situation): Value | null | undefined
}

const MAX_AMOUNT = 1_000_000_000
const MAX_COUNT = 1_000_000_000
export const MAX_TEXT = 200

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= MAX_TEXT &&
  value.isWellFormed() &&
  !value.includes('\u0000')
const isWholeNumber = (most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
const isOneOf = (names: readonly string[]) => (value: unknown) => names.includes(value as string)

type Plain = Exclude<keyof Situation, 'metadata'>
type Read = Attribute['read']

function wholeNumber(read: Read, knowledge: Knowledge, most = MAX_COUNT): Attribute {
  return {
    ops: [...choices, ...orderOps],
    accepts: isWholeNumber(most),
    expected: `a whole number from 0 to ${most}`,
    knowledge,
    read,
  }
}

function flag(read: Read, knowledge: Knowledge): Attribute {
  return {
    ops: equality,
    accepts: (value) => typeof value === 'boolean',
    expected: 'true or false',
    knowledge,
    read,
  }
}

function choice(read: Read, names: readonly string[], expected = `one of: ${names.join(', ')}`): Attribute {
  return {
    ops: choices,
    accepts: isOneOf(names),
    expected,
    knowledge: 'payment',
    read,
  }
}

function text(read: Read): Attribute {
  return {
    ops: texts,
    accepts: isText,
    expected: `a text of 1 to ${MAX_TEXT} characters`,
    knowledge: 'payment',
    read,
  }
}

function matching(read: Read, pattern: RegExp, expected: string): Attribute {
  return { ...text(read), ops: choices, accepts: (value) => isText(value) && pattern.test(value), expected }
}

/** Each attribute has its own function, because looking up a property by name would take much longer. */
const plain: Record<Plain, Attribute> = {
  amount: {
    ops: [...equality, ...orderOps],
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= MAX_AMOUNT && isWholeCents(value),
    expected: `an amount in dollars from 0 to ${MAX_AMOUNT} with at most two decimals`,
    isMoney: true,
    knowledge: 'payment',
    read: (situation) => situation.amount,
  },
  mcc: matching((it) => it.mcc, /^\d{4}$/, 'a merchant category code of four digits, as text'),
  category: choice(
    (it) => it.category,
    categories.map(({ name }) => name),
    'a name of GET /categories',
  ),
  merchant_id: text((it) => it.merchant_id),
  merchant_name: { ...text((it) => it.merchant_name), ignoresCase: true },
  country: {
    ...text((it) => it.country),
    ops: choices,
    accepts: (value) => isText(value) && isAssignedCountry(value),
    expected: 'a code of two capital letters that ISO 3166 assigns, such as GB',
  },
  card_age_days: wholeNumber((it) => it.card_age_days, 'card'),
  card_count_1h: wholeNumber((it) => it.card_count_1h, 'counts'),
  card_count_24h: wholeNumber((it) => it.card_count_24h, 'counts'),
  card_declines_1h: wholeNumber((it) => it.card_declines_1h, 'counts'),
  card_declines_24h: wholeNumber((it) => it.card_declines_24h, 'counts'),
  is_first_purchase: flag((it) => it.is_first_purchase, 'card'),
  is_new_merchant: flag((it) => it.is_new_merchant, 'ever'),
  is_new_country: flag((it) => it.is_new_country, 'ever'),
  hour: wholeNumber((it) => it.hour, 'payment', 23),
  weekday: choice((it) => it.weekday, [...weekdays.slice(1), weekdays[0]]),
  three_ds: choice((it) => it.three_ds, threeDsStatusNames),
}

export const attributeNames: readonly string[] = [...Object.keys(plain), 'card_metadata.KEY']

const METADATA = 'card_metadata.'
const MAX_KEY = 40

function metadataAttribute(key: string): Attribute {
  return {
    ops,
    accepts: (value) => isText(value) || typeof value === 'boolean' || Number.isFinite(value),
    expected: `a text of 1 to ${MAX_TEXT} characters, a number, true or false`,
    knowledge: 'card',
    read: ({ metadata }) => (Object.hasOwn(metadata, key) ? metadata[key] : undefined),
  }
}

/** Undefined for an unknown name. */
export function attributeOf(name: string): Attribute | undefined {
  if (Object.hasOwn(plain, name)) return plain[name as Plain]
  const key = name.startsWith(METADATA) ? name.slice(METADATA.length) : ''
  return key.length > 0 && key.length <= MAX_KEY && isText(key) ? metadataAttribute(key) : undefined
}

export function metadataKeyOf(name: string): string | undefined {
  return name.startsWith(METADATA) ? name.slice(METADATA.length) : undefined
}
