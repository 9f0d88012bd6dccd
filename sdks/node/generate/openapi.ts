// The parts of openapi.json that the library is generated from.

import { readFileSync } from 'node:fs'

export type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  description?: string
}

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}
type Content = { content?: Record<string, { schema: Schema }> }
type Reply = Content & { description: string; $ref?: string }
type RawOperation = {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Reply>
}

export type Document = {
  paths: Record<string, Record<string, RawOperation>>
  webhooks: Record<string, { post: { requestBody: Content } }>
  components: { schemas: Record<string, Schema>; responses: Record<string, Reply> }
}

export type Operation = {
  id: string
  /** The method's name in sdks/contract/operations.json, such as `webhooks.rotate_secret`. */
  call: string
  method: string
  path: string
  summary: string
  description?: string
  pathParams: string[]
  query: Parameter[]
  body?: Schema
  isBodyRequired: boolean
  answer: Schema
  isStream: boolean
}

const root = new URL('../../../', import.meta.url)

export function readDocument(): Document {
  const document: Document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'))
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const replies = Object.entries(operation.responses)
    operation.responses = Object.fromEntries(replies.map(([status, reply]) => [status, follow(document, reply)]))
  }
  return document
}

/** Responses that several operations share are among the components. */
function follow({ components }: Document, reply: Reply): Reply {
  if (reply.$ref === undefined) return reply
  const found = components.responses[reply.$ref.replace('#/components/responses/', '')]
  if (found === undefined) throw new Error(`openapi.json has no ${reply.$ref}`)
  return found
}

export function readCalls(): Record<string, string> {
  return JSON.parse(readFileSync(new URL('sdks/contract/operations.json', root), 'utf8'))
}

export type Way = { required: string[]; without: string[] }
type Types = {
  values: Record<string, string>
  objects: Record<string, string>
  answers: Record<string, string>
  ways: Record<string, Way[]>
}

/** Names for types that have none in openapi.json; see sdks/contract/README.md. */
export function readTypes(): Types {
  return JSON.parse(readFileSync(new URL('sdks/contract/types.json', root), 'utf8'))
}

export function operationsOf(document: Document, calls: Record<string, string>): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(path, method, raw, calls)),
  )
}

function operationOf(path: string, method: string, raw: RawOperation, calls: Record<string, string>): Operation {
  const call = calls[raw.operationId]
  if (call === undefined) throw new Error(`sdks/contract/operations.json has no method for ${raw.operationId}`)
  const [, answer] = Object.entries(raw.responses).find(([status]) => status.startsWith('2'))!
  const media = 'application/json' in answer.content! ? 'application/json' : Object.keys(answer.content!)[0]!
  const body = raw.requestBody?.content?.['application/json']?.schema
  return {
    id: raw.operationId,
    call,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    ...(raw.description !== undefined && { description: raw.description }),
    pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    // Some lists offer CSV through `format`. The library always asks for JSON, so it leaves the parameter out.
    query: (raw.parameters ?? []).filter((each) => each.in === 'query' && each.name !== 'format'),
    ...(body !== undefined && { body }),
    isBodyRequired: raw.requestBody?.required === true,
    answer: answer.content![media]!.schema,
    isStream: media === 'text/event-stream',
  }
}

export function pascal(name: string): string {
  return name.replace(/(^|_)([a-z0-9])/g, (_, _bar, letter: string) => letter.toUpperCase())
}

export function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The schema of `data` for each event type, in the order of the document. The hook's question is no event. */
export function eventDataOf({ webhooks, components }: Document): [type: string, data: Schema][] {
  const types = components.schemas.Event!.properties!.type!.enum as string[]
  return types.map((type) => {
    const data = webhooks[type]?.post.requestBody.content?.['application/json']?.schema.properties?.data
    if (data === undefined) throw new Error(`openapi.json has no data for the event ${type}`)
    return [type, data]
  })
}
