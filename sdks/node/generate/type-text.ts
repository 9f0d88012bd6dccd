// JSON Schema as TypeScript.

import { type NamedValues, nameOfValues } from './named-values.ts'
import type { NamedObjects, Place } from './objects.ts'
import { camel, type Schema, type Way } from './openapi.ts'

/** What a type is for, the values and objects that have a name, and the object or operation that it is part of. */
export type Use = { as: 'answer' | 'params'; named: NamedValues; objects: NamedObjects; owner: string }
/** What a property holds; an object there has a name of its own. */
type UseInside = Use & { place?: Place }

export function typeText(schema: Schema, use: UseInside): string {
  if (schema.$ref !== undefined) return schemaName(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return nameOfValues(use.named, schema.enum) ?? valuesText(schema.enum)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeText(each, use)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((each) => typeText(each, use)).join(' & ')
  return plainTypeText(schema, use)
}

export function valuesText(values: unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ')
}

/** A type for each way to say the same thing, which the compiler tells apart by what must not be there. */
export function wayText(schema: Schema, { required, without }: Way, use: Use): string {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name)),
  )
  const text = typeText({ ...schema, properties, required: [...(schema.required ?? []), ...required] }, use)
  return text.replace(/\}$/, `${without.map((name) => `${name}?: undefined`).join('\n')}\n}`)
}

function plainTypeText(schema: Schema, use: UseInside): string {
  switch (schema.type) {
    case 'array':
      return `Array<${typeText(schema.items!, itemOf(use))}>`
    case 'object':
      return objectText(schema, use)
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function itemOf(use: UseInside): UseInside {
  return use.place ? { ...use, place: { ...use.place, isItem: true } } : use
}

function objectText(schema: Schema, use: UseInside): string {
  const values = schema.additionalProperties
  if (typeof values === 'object') return `Record<string, ${typeText(values, use)}>`
  // Metadata as it comes back: what it can hold is said where it is sent.
  if (schema.patternProperties) return 'Record<string, string | number | boolean>'
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return 'Record<string, unknown>'
  if (use.place) return use.objects.nameOf(schema, use.place, use.as)
  return `{\n${properties.map(([name, each]) => propertyText(name, each, schema, use)).join('\n')}\n}`
}

function propertyText(name: string, property: Schema, owner: Schema, use: Use): string {
  const key = /^[a-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  const text = typeText(property, { ...use, place: { owner: use.owner, property: name, isItem: false } })
  const about = comment(property.description ?? property.anyOf?.find((each) => each.description)?.description)
  if (owner.required?.includes(name)) return `${about}${key}: ${text}`
  // A caller may have `undefined` in hand, also under exactOptionalPropertyTypes.
  return `${about}${key}?: ${text}${use.as === 'params' ? ' | undefined' : ''}`
}

/** Fields of a page, which are written in camel case here; those of objects and parameters keep the names of the API. */
const PAGE_FIELDS = /`(next_cursor|total_capped)`/g

export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  const named = text.replace(PAGE_FIELDS, (_, name: string) => `\`${camel(name)}\``)
  return `/** ${named.replaceAll('*/', '* /')} */\n`
}

/** The service's event becomes a union by type, written by hand in event.ts. */
export function schemaName(ref: string): string {
  const name = ref.split('/').at(-1)!
  return name === 'Event' ? 'CardwrightEvent' : name
}
