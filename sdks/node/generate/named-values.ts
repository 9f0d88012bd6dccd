// Sets of values that have a name in every library, such as DeclineReason. sdks/contract/types.json says where each set
// is found: in an object (`Deposit.status`) or in the parameters of an operation (`listCards.sort`).

import { type Document, readTypes, type Schema } from './openapi.ts'

export type NamedValues = Map<string, unknown[]>

export function namedValuesOf(document: Document): NamedValues {
  return new Map(Object.entries(readTypes().values).map(([name, place]) => [name, valuesAt(document, place)]))
}

function valuesAt(document: Document, place: string): unknown[] {
  const [owner, ...path] = place.split('.') as [string, ...string[]]
  let schema: Schema | undefined = document.components.schemas[owner] ?? takenBy(document, owner)
  for (const name of path) schema = innerOf(schema)?.properties?.[name]
  const values = innerOf(schema)?.enum
  if (!values) throw new Error(`sdks/contract/types.json: openapi.json has no values at ${place}`)
  return values
}

function takenBy(document: Document, operationId: string): Schema | undefined {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const found = operations.find((each) => each.operationId === operationId)
  const query = (found?.parameters ?? []).map(({ name, schema }) => [name, schema])
  return found?.requestBody?.content?.['application/json']?.schema ?? { properties: Object.fromEntries(query) }
}

/** The schema of the items of a list, or of the value that is not null. */
function innerOf(schema: Schema | undefined): Schema | undefined {
  if (schema?.items) return innerOf(schema.items)
  if (schema?.anyOf) return innerOf(schema.anyOf.find(({ type }) => type !== 'null'))
  return schema
}

export function nameOfValues(named: NamedValues, values: unknown[]): string | undefined {
  const text = JSON.stringify(values)
  return [...named].find(([, each]) => JSON.stringify(each) === text)?.[0]
}
