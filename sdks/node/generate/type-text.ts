// Writes JSON Schema as TypeScript types.

import { type NamedValues, nameOfValues } from './named-values.ts'
import type { NamedObjects, PropertyPlace } from './objects.ts'
import { camel, type Schema, type Way } from './openapi.ts'

/** Whether a type is an answer or a request, the named values and objects, and the owning object or operation. */
export type Use = { as: 'answer' | 'params'; named: NamedValues; objects: NamedObjects; owner: string }
/** `place` is set inside a property, where a nested object gets its own name. */
type UseInside = Use & { place?: PropertyPlace }

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

/** One alternative form of the parameters. The compiler tells the forms apart by the fields that must be undefined. */
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
  // This is metadata in an answer. The schema of the request describes which values it may hold.
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
  // A caller may pass `undefined`, even under exactOptionalPropertyTypes.
  return `${about}${key}?: ${text}${use.as === 'params' ? ' | undefined' : ''}`
}

/** The library writes these fields of a page in camel case. Objects and parameters keep the names of the API. */
const PAGE_FIELDS = /`(next_cursor|total_capped)`/g

export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  const named = text.replace(PAGE_FIELDS, (_, name: string) => `\`${camel(name)}\``)
  return `/** ${named.replaceAll('*/', '* /')} */\n`
}

/** The schema `Event` becomes a union of all event types, which event.ts defines by hand. */
export function schemaName(ref: string): string {
  const name = ref.split('/').at(-1)!
  return name === 'Event' ? 'CardwrightEvent' : name
}
