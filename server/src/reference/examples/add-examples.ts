// Adds an example to every body of the document: what the samples send, what comes back, and what a webhook delivers.

import type { AnyRoute } from '../../http/route.ts'
import { sampleCall } from '../samples/sample-call.ts'
import type { Json } from '../schema-json.ts'
import { type Composer, createComposer } from './compose-example.ts'
import { mergeInto, ofEvents, ofOperations } from './situations.ts'

type Content = Record<string, { schema: Json; example?: unknown }>
type Operation = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> }
type Paths = Record<string, Record<string, Operation>>
type Document = { paths: Paths; webhooks: Paths; components: { schemas: Record<string, Json> } }

/** Changes the document, and returns the fields that had no example. */
export function addExamples(document: Json, routes: AnyRoute[]): string[] {
  const { paths, webhooks, components } = document as Document
  const composer = createComposer(components.schemas)
  for (const [type, { post }] of Object.entries(webhooks)) {
    const body = post!.requestBody!.content['application/json']!
    const example = composer.compose(body.schema, type) as Json
    body.example = mergeInto(example, { data: ofEvents[type as keyof typeof ofEvents] ?? {} })
    addAnswersOfReceiver(type, post!, composer)
  }
  const event = webhooks['card.created']!.post!.requestBody!.content['application/json']!.example as Json
  for (const route of routes) {
    const operation = paths[route.url.replace(/:(\w+)/g, '{$1}')]![route.method.toLowerCase()]!
    addRequest(route, operation)
    addAnswers(route, operation, composer, event)
  }
  return [...composer.missing]
}

/** The decision hook answers with a body; an endpoint of webhooks only with a status. */
function addAnswersOfReceiver(type: string, { responses }: Operation, composer: Composer): void {
  for (const { content = {} } of Object.values(responses))
    for (const body of Object.values(content)) body.example = composer.compose(body.schema, type)
}

function addRequest(route: AnyRoute, { requestBody }: Operation): void {
  const content = requestBody?.content['application/json']
  if (content === undefined) return
  content.example = Object.fromEntries(sampleCall(route).fields.map(({ name, value }) => [name, value]))
}

function addAnswers({ operationId, media }: AnyRoute, operation: Operation, composer: Composer, event: Json): void {
  for (const [status, { content = {} }] of Object.entries(operation.responses)) {
    const body = content[media ?? 'application/json']
    if (Number(status) >= 300 || body === undefined) continue
    const situation = ofOperations[operationId]
    if (typeof situation === 'string') body.example = situation
    else body.example = withEvent(mergeInto(composer.compose(body.schema, operationId), situation ?? {}), event)
  }
}

/** An event of a list shows what it carries. */
function withEvent(example: unknown, event: Json): unknown {
  if (example === null || typeof example !== 'object') return example
  if ((example as Json).id === event.id) return event
  const { data } = example as Json
  return Array.isArray(data) ? { ...example, data: data.map((each) => withEvent(each, event)) } : example
}
