// Types and limits of a schema, in words.

import type { Json } from '../schema-json.ts'

export type Schema = {
  $ref?: string
  title?: string
  type?: string
  format?: string
  const?: unknown
  default?: unknown
  enum?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  pattern?: string
}

export type Components = Record<string, Json>

/** The schema behind a reference, and behind "this or null". */
export function resolve(schema: Schema, components: Components): Schema {
  if (schema.$ref !== undefined) {
    const target = components[schema.$ref.split('/').at(-1)!] as Schema
    return resolve({ ...target, ...(schema.description && { description: schema.description }) }, components)
  }
  if (schema.allOf?.length === 1) return resolve({ ...schema.allOf[0]!, ...without(schema, 'allOf') }, components)
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (choices.length === 1) return resolve({ ...choices[0]!, ...without(schema, 'anyOf') }, components)
  return schema
}

function without(schema: Schema, name: keyof Schema): Schema {
  const { [name]: _, ...rest } = schema
  return rest
}

/** All properties, also those that come from the parts of an intersection. */
export function propertiesOf(
  schema: Schema,
  components: Components,
): { properties: [string, Schema][]; required: Set<string> } {
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolve(part, components))]
  return {
    properties: parts.flatMap((part) => Object.entries(part.properties ?? {})),
    required: new Set(parts.flatMap((part) => part.required ?? [])),
  }
}

export function typeOf(schema: Schema, components: Components): string {
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const whole = resolve(schema, components)
  return `${plainType(whole, components)}${isNullable ? ' or null' : ''}`
}

function plainType(schema: Schema, components: Components): string {
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((each) => plainType(resolve(each, components), components)))].join(' or ')
  if (schema.allOf !== undefined) return 'object'
  if (schema.type === 'array') return `array of ${plural(typeOf(schema.items ?? {}, components))}`
  if (schema.format === 'date-time') return 'timestamp'
  if (schema.const !== undefined) return typeof schema.const
  return schema.type ?? (schema.properties ? 'object' : 'any')
}

function plural(type: string): string {
  return /^(string|number|integer|boolean|object|timestamp)$/.test(type) ? `${type}s` : type
}

/** Such as "1 to 64 characters" and "from 1 to 5000". */
export function limitsOf(schema: Schema): string[] {
  return [
    rangeWords(schema),
    countWords(schema.minLength, schema.maxLength, 'character'),
    countWords(schema.minItems, schema.maxItems, 'item'),
    countWords(undefined, schema.maxProperties, 'key'),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((each): each is string => typeof each === 'string')
}

/** Years and the like stay as they are written. */
const numberText = (value: number) => (value < 10_000 ? String(value) : value.toLocaleString('en-US'))

function rangeWords({ minimum, maximum, exclusiveMinimum }: Schema): string | undefined {
  const low = minimum ?? exclusiveMinimum
  if (low === undefined) return maximum === undefined ? undefined : `at most ${numberText(maximum)}`
  const from = minimum === undefined ? `above ${numberText(low)}` : `from ${numberText(low)}`
  return maximum === undefined ? from : `${from} to ${numberText(maximum)}`
}

function countWords(least: number | undefined, most: number | undefined, noun: string): string | undefined {
  if (most === undefined) return least === undefined ? undefined : `at least ${numberText(least)} ${noun}s`
  const nouns = most === 1 ? noun : `${noun}s`
  return least === undefined
    ? `at most ${numberText(most)} ${nouns}`
    : `${numberText(least)} to ${numberText(most)} ${nouns}`
}
