// The document of the API as the pages walk through it: by tag, in the order of the routes.

import { routes } from '../../routes.ts'
import { followReference } from '../follow-reference.ts'
import type { Json } from '../schema-json.ts'
import type { Described, Operation } from './operation.ts'
import type { Components, Schema } from './schema-words.ts'

/** `questions` are the requests of the service that a server of the customer answers with a body. */
export type Tag = { name: string; slug: string; description: string; operations: Described[]; questions: Question[] }

export type EventType = {
  type: string
  description: string
  schema: Schema
  example: Json
}

export type Question = EventType & { answer: { schema: Schema; example: Json } }

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

type Content = Record<string, { schema: Schema; example: Json }>

type Delivery = {
  tags: string[]
  description: string
  parameters: DescribedApi['deliveryHeaders']
  requestBody: { content: Content }
  responses: Record<string, { content?: Content }>
}

export function describeApi(document: Json): DescribedApi {
  const { info, tags, paths, webhooks, components } = document as Document
  const deliveries = Object.entries(webhooks).map(([type, { post }]) => describeDelivery(type, post))
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
      questions: deliveries.filter(isQuestion).filter(({ tags }) => tags.includes(name)),
    })),
    events: deliveries.filter((each) => !isQuestion(each)),
    deliveryHeaders: Object.values(webhooks)[0]!.post.parameters.map((each) => followReference(document, each)),
    components: components.schemas,
  }
}

function describeDelivery(type: string, { tags, description, requestBody, responses }: Delivery) {
  const { schema, example } = requestBody.content['application/json']!
  return { type, tags, description, schema, example, answer: responses['200']?.content?.['application/json'] }
}

type DescribedDelivery = ReturnType<typeof describeDelivery>

function isQuestion(delivery: DescribedDelivery): delivery is DescribedDelivery & Question {
  return delivery.answer !== undefined
}

function withReferences(operation: Operation, document: Json): Operation {
  const responses = Object.entries(operation.responses)
  return {
    ...operation,
    parameters: operation.parameters.map((each) => followReference(document, each)),
    responses: Object.fromEntries(responses.map(([status, each]) => [status, followReference(document, each)])),
  }
}
