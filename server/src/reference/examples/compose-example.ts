// An example of a schema, composed from the examples of its fields. A field that is added to a schema with an example of its
// own is in every example at once; where a value depends on the operation or the event, `situations.ts` says so.

import type { Json } from '../schema-json.ts'
import { isShown, ownValueOf, sharedValueOf } from './field-values.ts'

type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** A tree of references that leads back to itself would not end. */
const MAX_DEPTH = 12

export type Composer = {
  /** `name` is what `missing` calls a schema that has no name of its own. */
  compose(schema: unknown, name: string): unknown
  /** Fields without an example, such as `Card.label`. A test holds that there are none. */
  missing: Set<string>
}

/** `components` are the named schemas of the document. */
export function createComposer(components: Record<string, Json>): Composer {
  const missing = new Set<string>()

  function exampleOf(schema: Schema, name: string, owner: string, depth: number): unknown {
    if (depth > MAX_DEPTH) return null
    if (schema.$ref !== undefined) {
      const target = schema.$ref.split('/').at(-1)!
      return exampleOf((components[target] ?? {}) as Schema, name, target, depth + 1)
    }
    const known = ownValueOf(owner, name) ?? schema.const ?? schema.examples?.[0] ?? sharedValueOf(name)
    if (known !== undefined) return known
    if (schema.enum !== undefined) return schema.enum[0]
    if (schema.allOf !== undefined) return wholeOf(schema, name, owner, depth)
    if (schema.anyOf !== undefined) return choiceOf(schema.anyOf, name, owner, depth)
    if (schema.type === 'object' || schema.properties !== undefined) return objectOf(schema, owner, depth)
    if (schema.type === 'array') return listOf(schema, name, owner, depth)
    if (schema.type === 'null') return null
    missing.add(`${owner}.${name}`)
    return fallbackOf(schema)
  }

  function wholeOf({ allOf = [], ...own }: Schema, name: string, owner: string, depth: number): unknown {
    const parts = allOf.map((part) => exampleOf(part, name, owner, depth + 1))
    if (own.properties !== undefined) parts.push(objectOf(own, owner, depth))
    return parts.length === 1 ? parts[0] : Object.assign({}, ...parts)
  }

  /** What may be null mostly is null. A field that is worth showing has a value in `field-values.ts`. */
  function choiceOf(choices: Schema[], name: string, owner: string, depth: number): unknown {
    if (choices.some(({ type }) => type === 'null') && !isShown(owner, name)) return null
    return exampleOf(choices[0]!, name, owner, depth + 1)
  }

  function objectOf({ properties = {}, required = [] }: Schema, owner: string, depth: number): Json {
    const shown = Object.entries(properties).filter(
      ([name, each]) => required.includes(name) || each.examples !== undefined || ownValueOf(owner, name) !== undefined,
    )
    return Object.fromEntries(shown.map(([name, each]) => [name, exampleOf(each, name, owner, depth + 1)]))
  }

  function listOf({ items = {} }: Schema, name: string, owner: string, depth: number): unknown[] {
    return [exampleOf(items, name, owner, depth + 1)]
  }

  return { compose: (schema, name) => exampleOf(schema as Schema, 'body', name, 0), missing }
}

/** Keeps the service running with a schema that lacks an example; the test of the examples does not let it pass. */
function fallbackOf({ type }: Schema): unknown {
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 0 : '…'
}
