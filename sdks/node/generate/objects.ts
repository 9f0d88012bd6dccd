// Nested objects get a name, so that callers can use their types. An object is named after the property that holds it, in the
// singular for a list. `objects` in sdks/contract/types.json gives other names, by `Owner.property` or by the property alone. The
// owner is the surrounding object, or the operation for the body of a request.

import { pascal, readTypes, type Schema } from './openapi.ts'

/** A request may take less than an answer shows, so the two have separate types. */
const PARAMS_SUFFIX = 'Params'

const { objects } = readTypes()

/** The property that holds a schema, directly or as the items of a list. */
export type PropertyPlace = { owner: string; property: string; isItem: boolean }

/** `base` is the name without the suffix; the objects inside have it as their owner. */
export type NamedObject = { name: string; base: string; as: 'answer' | 'params'; schema: Schema }

/** Collects the nested objects that are found while the types are written. */
export class NamedObjects {
  readonly #found = new Map<string, NamedObject>()
  readonly #taken: ReadonlySet<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  nameOf(schema: Schema, { owner, property, isItem }: PropertyPlace, as: NamedObject['as']): string {
    const named = objects[`${owner}.${property}`] ?? objects[property]
    const base = named ?? pascal(isItem ? singular(property) : property)
    const name = as === 'params' ? `${base}${PARAMS_SUFFIX}` : base
    const known = this.#found.get(name) ?? { name, base, as, schema }
    if (this.#taken.has(name) || shapeOf(known.schema) !== shapeOf(schema)) {
      throw new Error(`two different objects would be ${name}: name one in \`objects\` of sdks/contract/types.json`)
    }
    this.#found.set(name, known)
    return name
  }

  /** Writing an object may find more objects, which are written after it. */
  map<T>(write: (object: NamedObject) => T): T[] {
    const written: T[] = []
    for (const object of this.#found.values()) written.push(write(object))
    return written
  }
}

function singular(word: string): string {
  return word.endsWith('ies') ? word.replace(/ies$/, 'y') : word.replace(/s$/, '')
}

const texts = new Set(['description', 'examples', 'default', 'x-error'])

/** The schema without descriptions. A property may itself be called `description`; its schema is an object. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value) =>
    texts.has(key) && (typeof value !== 'object' || Array.isArray(value)) ? undefined : value,
  )
}
