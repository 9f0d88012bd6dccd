// Finds changes in a new OpenAPI document that would break a client written for an old one. A request must still be accepted
// (nothing removed, narrowed or newly required), and an answer must still hold what it held. Additions are fine.

import { type Document, follow, type Json, type Shape, shapeOf } from './openapi-shapes.ts'

/** One sentence for each breaking change, in the order of the old document. */
export function breakingChanges(before: Document, after: Document): string[] {
  const faults: string[] = []
  for (const [path, item] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (!now) faults.push(`${name}: removed`)
      else faults.push(...operationChanges(before, operation, after, now).map((fault) => `${name}: ${fault}`))
    }
  }
  return faults
}

/** A breaking change needs a new first number, or, before 1.0.0, a new second one. */
export function mayBreak(before: string, after: string): boolean {
  const [oldMajor = 0, oldMinor = 0] = before.split('.').map(Number)
  const [major = 0, minor = 0] = after.split('.').map(Number)
  return major > oldMajor || (major === 0 && oldMajor === 0 && minor > oldMinor)
}

type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, Response>
}

type Parameter = { name: string; in: string; required?: boolean; schema: Json }
type Response = { content?: Record<string, { schema: Json }> }

function operationChanges(oldDocument: Document, before: Json, newDocument: Document, after: Json): string[] {
  const [old, now] = [before as Operation, after as Operation]
  const requests = { direction: 'request', oldDocument, newDocument } as const
  const answers = { direction: 'answer', oldDocument, newDocument } as const
  return [
    ...(old.operationId === now.operationId ? [] : [`operationId ${old.operationId} became ${now.operationId}`]),
    ...parameterChanges(requests, old, now),
    ...bodyChanges(requests, old, now),
    ...answerChanges(answers, old, now),
  ]
}

type Comparison = { direction: 'request' | 'answer'; oldDocument: Document; newDocument: Document }

function parameterChanges(comparison: Comparison, old: Operation, now: Operation): string[] {
  const keyed = (document: Document, operation: Operation) =>
    new Map(
      (operation.parameters ?? [])
        .map((each) => follow(document, each) as Parameter)
        .map((each) => [`${each.in} parameter ${each.name}`, each]),
    )
  const [before, after] = [keyed(comparison.oldDocument, old), keyed(comparison.newDocument, now)]
  const faults: string[] = []
  for (const [name, parameter] of before) {
    const same = after.get(name)
    if (!same) faults.push(`${name} removed`)
    else faults.push(...schemaChanges(comparison, name, parameter.schema, same.schema))
  }
  for (const [name, parameter] of after) {
    if (parameter.required && !before.get(name)?.required) faults.push(`${name} is now required`)
  }
  return faults
}

function bodyChanges(comparison: Comparison, old: Operation, now: Operation): string[] {
  const before = old.requestBody?.content['application/json']
  const after = now.requestBody?.content['application/json']
  const demanded = now.requestBody?.required && !old.requestBody?.required ? ['the body is now required'] : []
  if (!before) return demanded
  if (!after) return ['the body was removed']
  return [...demanded, ...schemaChanges(comparison, 'body', before.schema, after.schema)]
}

function answerChanges(comparison: Comparison, old: Operation, now: Operation): string[] {
  return Object.entries(old.responses).flatMap(([status, response]) => {
    const same = now.responses[status]
    if (!same) return [`answer ${status} removed`]
    const { content } = follow(comparison.oldDocument, response) as Response
    const { content: contentNow } = follow(comparison.newDocument, same) as Response
    return Object.entries(content ?? {}).flatMap(([type, { schema }]) => {
      const other = contentNow?.[type]
      return other
        ? schemaChanges(comparison, status, schema, other.schema)
        : [`answer ${status} has no ${type} any more`]
    })
  })
}

const MAX_LEVELS = 20

function schemaChanges(comparison: Comparison, place: string, before: Json, after: Json, level = 0): string[] {
  if (level > MAX_LEVELS) return [] // a schema that contains itself
  const old = shapeOf(comparison.oldDocument, before)
  const now = shapeOf(comparison.newDocument, after)
  const inside = (name: string, a: Json, b: Json) => schemaChanges(comparison, `${place}.${name}`, a, b, level + 1)
  return [
    ...typeChanges(comparison, place, old, now),
    ...(comparison.direction === 'request' ? demands(place, old, now) : losses(place, old, now)),
    ...[...old.properties].flatMap(([name, schema]) => {
      const same = now.properties.get(name)
      return same ? inside(name, schema, same) : [`${place}.${name} removed`]
    }),
    ...(old.items && now.items ? inside('[]', old.items, now.items) : []),
    ...(old.members && now.members ? inside('*', old.members, now.members) : []),
  ]
}

/** A request may accept more types, an answer may send fewer; not the other way round. A value of an enum stays. */
function typeChanges({ direction }: Comparison, place: string, old: Shape, now: Shape): string[] {
  const [narrow, wide] = direction === 'request' ? [old.types, now.types] : [now.types, old.types]
  const isWithin = wide.size === 0 || (narrow.size > 0 && [...narrow].every((type) => accepts(wide, type)))
  const names = (types: Set<string>) => [...types].sort().join(' or ') || 'anything'
  if (!isWithin) return [`${place} was ${names(old.types)} and is now ${names(now.types)}`]
  const removed = [...(old.enum ?? [])].filter((value) => now.enum?.has(value) === false)
  if (removed.length > 0) return [`${place} no longer knows ${removed.join(', ')}`]
  if (direction === 'request' && !old.enum && now.enum) return [`${place} is now one of a list`]
  return []
}

function accepts(types: Set<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'))
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const

/** What a request must now do that it did not have to. */
function demands(place: string, old: Shape, now: Shape): string[] {
  const required = [...now.required]
    .filter((name) => !old.required.has(name))
    .map((name) => `${place}.${name} is now required`)
  const raised = LOWER.filter((key) => (now.bounds[key] ?? -Infinity) > (old.bounds[key] ?? -Infinity))
  const lowered = UPPER.filter((key) => (now.bounds[key] ?? Infinity) < (old.bounds[key] ?? Infinity))
  const tighter = [...raised, ...lowered].map((key) => `${place} has a tighter ${key}, ${now.bounds[key]}`)
  const pattern = now.pattern !== undefined && now.pattern !== old.pattern ? [`${place} has a new pattern`] : []
  const closed = old.isOpen && !now.isOpen ? [`${place} refuses fields it does not know`] : []
  return [...required, ...tighter, ...pattern, ...closed]
}

/** What an answer always had and now has only sometimes. */
function losses(place: string, old: Shape, now: Shape): string[] {
  const gone = [...old.required].filter((name) => !now.required.has(name) && now.properties.has(name))
  return gone.map((name) => `${place}.${name} may now be absent`)
}
