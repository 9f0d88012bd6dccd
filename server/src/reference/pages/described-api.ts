// The document of the API as the pages walk through it: by tag, in the order of the routes.

import { routes } from '../../routes.ts'
import { followReference } from '../follow-reference.ts'
import type { Json } from '../schema-json.ts'
import type { Described, Operation } from './operation.ts'
import type { Components, Schema } from './schema-words.ts'

export type Tag = { name: string; slug: string; description: string; operations: Described[] }

export type EventType = {
  type: string
  description: string
  schema: Schema
  example: Json
}

export type DescribedApi = {
  introduction: string
  version: string
  tags: Tag[]
  events: EventType[]
  deliveryHeaders: { name: string; in: string; required: boolean; description: string; schema: Schema }[]
  components: Components
}

type Document = {
  info: { description: string; version: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Delivery }>
  components: { schemas: Components }
}

type Delivery = {
  description: string
  parameters: DescribedApi['deliveryHeaders']
  requestBody: { content: Record<string, { schema: Schema; example: Json }> }
}

export function describeApi(document: Json): DescribedApi {
  const { info, tags, paths, webhooks, components } = document as Document
  const deliveries = Object.values(webhooks)
  const operations = routes.map((route): Described => {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    const operation = paths[path]![route.method.toLowerCase()]!
    return { method: route.method, path, operation: withReferences(operation, document), route }
  })
  return {
    introduction: info.description,
    version: info.version,
    tags: tags.map(({ name, description = '' }) => ({
      name,
      slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      description,
      operations: operations.filter(({ route }) => route.tag === name),
    })),
    events: Object.entries(webhooks).map(([type, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json']!
      return { type, description: post.description, schema, example }
    }),
    deliveryHeaders: deliveries[0]!.post.parameters.map((each) => followReference(document, each)),
    components: components.schemas,
  }
}

function withReferences(operation: Operation, document: Json): Operation {
  const responses = Object.entries(operation.responses)
  return {
    ...operation,
    parameters: operation.parameters.map((each) => followReference(document, each)),
    responses: Object.fromEntries(responses.map(([status, each]) => [status, followReference(document, each)])),
  }
}
