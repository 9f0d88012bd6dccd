// src/generated/schemas.ts: the types of parameters and answers.

import { namedValuesOf } from './named-values.ts'
import { NamedObjects } from './objects.ts'
import { camel, type Document, eventDataOf, type Operation, pascal, readTypes, type Schema } from './openapi.ts'
import { comment, schemaName, typeText, type Use, valuesText, wayText } from './type-text.ts'

/** Errors are classes, page.ts defines the pagination, and event.ts builds a union from EventEnvelope. */
const RENAMED: Record<string, string | undefined> = { Error: undefined, Pagination: undefined, Event: 'EventEnvelope' }

const { answers, ways } = readTypes()

type Names = Pick<Use, 'named' | 'objects'>

export function schemasFile(document: Document, operations: Operation[]): string {
  const values = namedValuesOf(document)
  const taken = [...values.keys(), ...Object.keys(document.components.schemas)]
  const names: Names = { named: values, objects: new NamedObjects(taken) }
  const errorIds = document.components.schemas.Error!.properties!.error!.enum!
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const text = name in RENAMED ? RENAMED[name] : name
    return text === undefined ? [] : [declaration(text, typeText(schema, { as: 'answer', owner: name, ...names }))]
  })
  return [
    ...[...values, ['ErrorId', errorIds] as const].map(([name, each]) => `export type ${name} = ${valuesText(each)}`),
    ...schemas,
    eventDataText(document, names),
    ...operations.flatMap((operation) => ofOperation(operation, names)),
    ...names.objects.map(({ name, base, as, schema }) =>
      declaration(name, typeText(schema, { as, owner: base, ...names })),
    ),
  ].join('\n\n')
}

/** `'card.frozen': CardSummary & { reason: … }`, and so on. */
function eventDataText(document: Document, names: Names): string {
  const fields = eventDataOf(document).map(
    ([type, data]) => `${JSON.stringify(type)}: ${typeText(data, { as: 'answer', owner: type, ...names })}`,
  )
  return `/** The type of \`data\` for each event type. */\nexport interface EventData {\n${fields.join('\n')}\n}`
}

function ofOperation(operation: Operation, names: Names): string[] {
  const params = paramsSchema(operation)
  const result = resultName(operation)
  const about = comment(`Of \`${operation.call.split('.').map(camel).join('.')}\`.`)
  return [
    ...(params ? [about + declaration(paramsName(operation), paramsText(operation, params, names))] : []),
    ...(result !== undefined && !operation.answer.$ref
      ? [about + declaration(result, typeText(operation.answer, { as: 'answer', owner: result, ...names }))]
      : []),
  ]
}

function paramsText({ id, call }: Operation, params: Schema, names: Names): string {
  const use = { as: 'params', owner: id, ...names } as const
  const texts = ways[call]?.map((way) => wayText(params, way, use))
  // With a leading bar the text does not begin with a brace, so `declaration` writes a type and not an interface.
  return texts ? `| ${texts.join(' | ')}` : typeText(params, use)
}

function declaration(name: string, text: string): string {
  return text.startsWith('{') ? `export interface ${name} ${text}` : `export type ${name} = ${text}`
}

export function paramsName(operation: Operation): string {
  return `${pascal(operation.id)}Params`
}

/** No operation of this API has both a body and a query. */
export function paramsSchema({ body, query }: Operation): Schema | undefined {
  if (body) return body
  if (query.length === 0) return undefined
  return {
    type: 'object',
    required: query.filter((each) => each.required).map((each) => each.name),
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description !== undefined && { description }) },
      ]),
    ),
  }
}

/** The type of an item if the answer is a list. */
export function itemName({ answer }: Operation): string | undefined {
  const items = answer.properties?.data?.items
  return items ? schemaName(items.$ref!) : undefined
}

export function resultName(operation: Operation): string | undefined {
  if (operation.isStream || itemName(operation) !== undefined) return undefined
  if (operation.answer.$ref) return schemaName(operation.answer.$ref)
  const name = answers[operation.call]
  if (name === undefined) throw new Error(`sdks/contract/types.json has no name for the answer of ${operation.call}`)
  return name
}
