// One condition of a rule: it is validated as the customer wrote it, evaluated on a situation, and described with the value of that
// moment.

import { centsFromDollars } from '../money.ts'
import {
  type Attribute,
  attributeNames,
  attributeOf,
  listOps,
  MAX_TEXT,
  type Op,
  orderOps,
  type Value,
} from './attributes.ts'
import type { Situation } from './situation.ts'

/** As the customer wrote it and as it is stored, with amounts in dollars. */
export type Condition = { attribute: string; op: Op; value: Value | Value[] }

export const MAX_LIST = 100

/** What is wrong with a condition, and with which field of it. */
export class Fault {
  readonly field: 'attribute' | 'op' | 'value'
  /** The index in the list, when one of its values is wrong. */
  readonly index: number | undefined
  readonly message: string

  constructor(field: Fault['field'], message: string, index?: number) {
    this.field = field
    this.message = message
    this.index = index
  }
}

/** Undefined when the condition is valid. */
export function faultOf({
  attribute: name,
  op,
  value,
}: {
  attribute: string
  op: string
  value?: unknown
}): Fault | undefined {
  const attribute = attributeOf(name)
  if (!attribute) return new Fault('attribute', `must be one of: ${attributeNames.join(', ')}.`)
  if (!attribute.ops.includes(op as Op)) return new Fault('op', `must be one of: ${attribute.ops.join(', ')}.`)
  if (!listOps.includes(op as Op)) return faultOfValue(attribute, op as Op, value)
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LIST)
    return new Fault('value', `must be a list of 1 to ${MAX_LIST} values.`)
  for (const [index, each] of value.entries()) {
    const fault = faultOfValue(attribute, op as Op, each, index)
    if (fault) return fault
  }
  return undefined
}

function faultOfValue(attribute: Attribute, op: Op, value: unknown, index?: number): Fault | undefined {
  if (op === 'contains' || op === 'starts_with')
    return typeof value === 'string' && attribute.accepts(value)
      ? undefined
      : new Fault('value', `must be a text of 1 to ${MAX_TEXT} characters.`)
  // Metadata may have any type, but only numbers can be ordered.
  if (orderOps.includes(op) && typeof value !== 'number') return new Fault('value', 'must be a number.')
  return attribute.accepts(value) ? undefined : new Fault('value', `must be ${attribute.expected}.`, index)
}

/** A compiled condition. Evaluating it needs no look-up. */
export type CompiledCondition = {
  holds(situation: Situation): boolean
  explain(situation: Situation): string
}

type Actual = Value | null | undefined

export function compileCondition({ attribute: name, op, value }: Condition): CompiledCondition {
  const attribute = attributeOf(name)!
  const read = readerOf(attribute)
  const test = testOf(op, targetOf(attribute, value))
  return {
    holds: (situation) => test(read(situation)),
    explain: (situation) => inWords(name, op, attribute.read(situation), value, test(read(situation)), attribute),
  }
}

function readerOf(attribute: Attribute): (situation: Situation) => Actual {
  if (!attribute.ignoresCase) return attribute.read
  return (situation) => lowerCased(attribute.read(situation))
}

function lowerCased(value: Actual): Actual {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function targetOf(attribute: Attribute, value: Value | Value[]): Value | Value[] {
  const one = (each: Value): Value => {
    if (attribute.isMoney) return Number(centsFromDollars(each as number))
    return attribute.ignoresCase ? (lowerCased(each) as Value) : each
  }
  return Array.isArray(value) ? value.map(one) : one(value)
}

/** An unknown or unset value equals nothing, and is neither greater nor less than anything. */
function testOf(op: Op, target: Value | Value[]): (actual: Actual) => boolean {
  const set = new Set(Array.isArray(target) ? target : [])
  const number = target as number
  const text = target as string
  switch (op) {
    case 'is':
      return (actual) => actual === target
    case 'is_not':
      return (actual) => actual !== target
    case 'in':
      return (actual) => set.has(actual as Value)
    case 'not_in':
      return (actual) => !set.has(actual as Value)
    case 'above':
      return (actual) => typeof actual === 'number' && actual > number
    case 'at_least':
      return (actual) => typeof actual === 'number' && actual >= number
    case 'below':
      return (actual) => typeof actual === 'number' && actual < number
    case 'at_most':
      return (actual) => typeof actual === 'number' && actual <= number
    case 'contains':
      return (actual) => typeof actual === 'string' && actual.includes(text)
    case 'starts_with':
      return (actual) => typeof actual === 'string' && actual.startsWith(text)
  }
}

/** The words for a condition that holds, and for one that does not. */
const words: Record<Op, [string, string]> = {
  is: ['is', 'is not'],
  is_not: ['is not', 'is'],
  in: ['is one of', 'is none of'],
  not_in: ['is none of', 'is one of'],
  above: ['is above', 'is not above'],
  at_least: ['is at least', 'is below'],
  below: ['is below', 'is not below'],
  at_most: ['is at most', 'is above'],
  contains: ['contains', 'does not contain'],
  starts_with: ['starts with', 'does not start with'],
}

const MAX_SHOWN = 5

/** "amount 250.00 is above 200.00"; "is_new_merchant is true"; "card_metadata.team is not set". */
function inWords(
  name: string,
  op: Op,
  actual: Actual,
  value: Value | Value[],
  holds: boolean,
  { isMoney }: Attribute,
): string {
  if (actual === null || actual === undefined) return `${name} is not set`
  const show = (each: Value) => (isMoney ? dollarsInWords(each as number) : shown(each))
  const actually = isMoney ? dollarsInWords((actual as number) / 100) : shown(actual)
  if ((op === 'is' || op === 'is_not') && actually === show(value as Value)) return `${name} is ${actually}`
  if (typeof actual === 'boolean') return `${name} is ${actually}`
  if (orderOps.includes(op) && typeof actual !== 'number') return `${name} ${actually} is not a number`
  return `${name} ${actually} ${words[op][holds ? 0 : 1]} ${listInWords(value, show)}`
}

function shown(value: Value): string {
  return typeof value === 'string' && /[^A-Za-z0-9_.-]/.test(value) ? `"${value}"` : String(value)
}

function dollarsInWords(amount: number): string {
  return amount.toFixed(2)
}

function listInWords(value: Value | Value[], show: (each: Value) => string): string {
  if (!Array.isArray(value)) return show(value)
  const first = value.slice(0, MAX_SHOWN).map(show).join(', ')
  return value.length > MAX_SHOWN ? `${first} and ${value.length - MAX_SHOWN} more` : first
}
