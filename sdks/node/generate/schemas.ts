// src/generated/schemas.ts: what goes in and what comes back.

import { type Document, type Operation, pascal, type Schema } from './openapi.ts'
import { comment, schemaName, typeText } from './type-text.ts'

/** Written elsewhere: the error as classes, the pagination in page.ts, the event as a union that begins with this one. */
const RENAMED: Record<string, string | undefined> = { Error: undefined, Pagination: undefined, Event: 'EventEnvelope' }

export function schemasFile(document: Document, operations: Operation[]): string {
  const named = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const text = name in RENAMED ? RENAMED[name] : name
    return text === undefined ? [] : [declaration(text, typeText(schema, 'answer'))]
  })
  return [...named, ...operations.flatMap(ofOperation)].join('\n\n')
}

function ofOperation(operation: Operation): string[] {
  const params = paramsSchema(operation)
  const result = resultName(operation)
  return [
    ...(params
      ? [comment(`Of \`${operation.call}\`.`) + declaration(paramsName(operation), typeText(params, 'params'))]
      : []),
    ...(result !== undefined && !operation.answer.$ref
      ? [comment(`Of \`${operation.call}\`.`) + declaration(result, typeText(operation.answer, 'answer'))]
      : []),
  ]
}

function declaration(name: string, text: string): string {
  return text.startsWith('{') ? `export interface ${name} ${text}` : `export type ${name} = ${text}`
}

export function paramsName(operation: Operation): string {
  return `${pascal(operation.id)}Params`
}

/** Body and query never come together in this API. */
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

/** The type of an item, when the answer is a list. */
export function itemName({ answer }: Operation): string | undefined {
  const items = answer.properties?.data?.items
  return items ? schemaName(items.$ref!) : undefined
}

export function resultName(operation: Operation): string | undefined {
  if (operation.isStream || itemName(operation) !== undefined) return undefined
  return operation.answer.$ref ? schemaName(operation.answer.$ref) : `${pascal(operation.id)}Result`
}
