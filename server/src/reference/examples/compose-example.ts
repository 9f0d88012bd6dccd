// Composes an example of a schema from the examples of its fields, so that a new field with an example appears in every example
// at once. `situations.ts` has the values that depend on the operation or the event.

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

/** Stops at schemas that contain themselves. */
const MAX_DEPTH = 12

export type Composer = {
  /** `name` is what `missing` calls a schema that has no name of its own. */
  compose(schema: unknown, name: string): unknown
  /** Fields without an example, such as `Card.label`. A test checks that there are none. */
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

  /** A nullable field is shown as null, unless `field-values.ts` has a value for it. */
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

/** Keeps the service running when a schema lacks an example, although the test of the examples fails. */
function fallbackOf({ type }: Schema): unknown {
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 0 : '…'
}
