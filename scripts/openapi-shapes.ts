// A JSON schema of an OpenAPI document reduced to what a client notices: references followed, parts joined.

// biome-ignore lint/suspicious/noExplicitAny: documents of other releases are read here; their shape is what is in question
export type Json = Record<string, any>
export type Document = { info: { version: string }; paths: Record<string, Record<string, Json>>; components?: Json }

export type Shape = {
  /** Empty: anything. */
  types: Set<string>
  enum: Set<unknown> | undefined
  properties: Map<string, Json>
  required: Set<string>
  /** Whether unknown fields pass. */
  isOpen: boolean
  items: Json | undefined
  /** The values of an object used as a dictionary. */
  members: Json | undefined
  bounds: Record<string, number>
  pattern: string | undefined
}

export function shapeOf(document: Document, schema: Json): Shape {
  const whole = follow(document, schema)
  const parts = ((whole.allOf ?? []) as Json[]).map((part) => shapeOf(document, part))
  const choices = ((whole.anyOf ?? whole.oneOf ?? []) as Json[]).map((choice) => shapeOf(document, choice))
  const own = ownShape(whole)
  const joined = parts.reduce(both, own)
  return choices.length > 0 ? both(joined, choices.reduce(either)) : joined
}

/** The part of the components that a schema, a parameter or a response refers to; or the part itself. */
export function follow(document: Document, part: Json): Json {
  if (typeof part.$ref !== 'string') return part
  const [kind = '', name = ''] = part.$ref.replace('#/components/', '').split('/')
  const found = document.components?.[kind]?.[name] as Json | undefined
  if (!found) throw new Error(`the document refers to ${part.$ref}, which it does not hold`)
  return found
}

function ownShape(schema: Json): Shape {
  const values = 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined)
  const members = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]
  const bounds = Object.entries(schema).filter(([key]) => /^(exclusiveM|m)(in|ax)/.test(key)) as [string, number][]
  return {
    types: new Set([schema.type ?? values?.map((value) => (value === null ? 'null' : typeof value)) ?? []].flat()),
    enum: values && new Set(values),
    properties: new Map(Object.entries((schema.properties ?? {}) as Record<string, Json>)),
    required: new Set((schema.required ?? []) as string[]),
    isOpen: schema.additionalProperties !== false,
    items: schema.items,
    members: typeof members === 'object' ? members : undefined,
    bounds: Object.fromEntries(bounds),
    pattern: schema.pattern,
  }
}

/** A value that satisfies both. */
function both(a: Shape, b: Shape): Shape {
  return {
    types: a.types.size === 0 ? b.types : b.types.size === 0 ? a.types : overlap(a.types, b.types),
    enum: a.enum && b.enum ? overlap(a.enum, b.enum) : (a.enum ?? b.enum),
    properties: new Map([...a.properties, ...b.properties]),
    required: union(a.required, b.required),
    isOpen: a.isOpen && b.isOpen,
    items: a.items ?? b.items,
    members: a.members ?? b.members,
    bounds: { ...a.bounds, ...b.bounds },
    pattern: a.pattern ?? b.pattern,
  }
}

/** A value that satisfies one of them. `null` as a choice says nothing about the fields of the other. */
function either(a: Shape, b: Shape): Shape {
  if (isNull(a))
    return { ...b, types: union(b.types, a.types), enum: b.enum && union(b.enum, a.enum ?? new Set([null])) }
  if (isNull(b))
    return { ...a, types: union(a.types, b.types), enum: a.enum && union(a.enum, b.enum ?? new Set([null])) }
  return {
    ...both(a, b),
    types: a.types.size === 0 || b.types.size === 0 ? new Set() : union(a.types, b.types),
    enum: a.enum && b.enum ? union(a.enum, b.enum) : undefined,
    required: overlap(a.required, b.required),
    isOpen: a.isOpen || b.isOpen,
    bounds: {},
    pattern: undefined,
  }
}

function isNull(shape: Shape): boolean {
  return shape.types.size === 1 && shape.types.has('null')
}

function union<T>(a: Set<T>, b: Set<T>): Set<T> {
  return new Set([...a, ...b])
}

function overlap<T>(a: Set<T>, b: Set<T>): Set<T> {
  return new Set([...a].filter((each) => b.has(each)))
}
