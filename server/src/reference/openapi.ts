// The OpenAPI 3.1 document, made from the routes and their schemas, so that the documentation matches the service.

import type { TSchema } from 'typebox'
import type { AnyRoute } from '../http/route.ts'
import { routes } from '../routes.ts'
import { VERSION } from '../version.ts'
import { choicesOf } from './body-choices.ts'
import { addExamples } from './examples/add-examples.ts'
import { hookQuestion } from './hook-question.ts'
import { responseHeaders } from './response-headers.ts'
import { errorSchema, responses } from './responses.ts'
import { codeSamples } from './samples/code-samples.ts'
import { clean, type Json } from './schema-json.ts'
import { shareRefusals } from './shared-responses.ts'
import { webhookEvents, webhookHeaders } from './webhook-events.ts'

const introduction = `Issue virtual Visa and Mastercard cards, fund them from a USD wallet that crypto deposits fill, and watch what they spend.

Every request carries \`Authorization: Bearer <API_KEY>\`. A key that begins with \`sk_test_\` works in the sandbox, one with \`sk_live_\` in production.

Writes take an \`X-Idempotency-Key\` (or \`Idempotency-Key\`, which means the same): the same key with the same request answers what the first one answered, for 24 hours.

Amounts are US dollars as JSON numbers with at most two decimals. Unknown fields and parameters are refused.

The samples take the key from \`CARDWRIGHT_API_KEY\` and the address from \`CARDWRIGHT_BASE_URL\`, such as \`http://127.0.0.1:8080/v1\`.`

const tagDescriptions: Record<string, string> = {
  Cards: 'Create cards, read them, change their settings, freeze, replace and terminate them.',
  Funding: 'Move money between the wallet and a card.',
  'Card templates': 'Settings for new cards. Changing a template does not change existing cards.',
  Transactions: 'The authorizations, settlements, refunds and declines of cards.',
  Wallet: 'The USD balance that funds the cards, and the crypto deposits that fill it.',
  BINs: 'The ranges of card numbers to choose from, and the merchant categories a card can be limited to.',
  '3-D Secure':
    'Challenges that merchants requested. They are answered with a one-time passcode, or approved or declined here.',
  'Spend requests': 'Software requests money for one purchase, and a person, a key or a policy decides.',
  Rules: 'Your own rules, which decline or challenge payments. Backtests try them on past payments first.',
  Webhooks: 'Your endpoints that receive events, and the status of every delivery.',
  'Decision hook': 'Your server is asked before an authorization is approved, and may decline it.',
  Events: 'Events of the last 30 days, in order, and new events as they happen.',
  Keys: 'The rights of a key. Keys are created by people in the dashboard and by the operator.',
  'Request log': 'The requests of the last seven days and their responses.',
  Sandbox: 'Simulates merchants, the card network, the chains and time. Only for keys that begin with `sk_test_`.',
}

const idempotencyKey = {
  name: 'X-Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: 1 to 255 printable characters of your choice, kept for 24 hours. `Idempotency-Key` is accepted too; if both are sent, they must be equal.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export function openApiDocument(): Json {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) }
  }
  const webhooks = { ...webhookEvents(components), ...hookQuestion(components) }
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: 'Cardwright',
      version: VERSION,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `sk_test_…` for the sandbox or `sk_live_…` for production.',
        },
      },
      parameters: { 'X-Idempotency-Key': idempotencyKey, ...webhookHeaders },
      headers: responseHeaders,
      schemas: { ...Object.fromEntries(components), Error: errorSchema() },
    },
  }
  addExamples(document, routes)
  shareRefusals(document)
  return document
}

function operation(route: AnyRoute, components: Map<string, Json>): Json {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    parameters: parameters(route, components),
    ...(route.body && {
      requestBody: {
        required: (((route.body as Json).required as string[] | undefined)?.length ?? 0) > 0,
        content: { 'application/json': { schema: { ...clean(route.body, components), ...choicesOf(route) } } },
      },
    }),
    ...(route.scope && { 'x-scope': route.scope }),
    responses: responses(route, components),
    'x-codeSamples': codeSamples(route),
  }
}

function parameters(route: AnyRoute, components: Map<string, Json>): Json[] {
  const of = (place: string, schema: TSchema | undefined) => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, TSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, each]) => {
      const { description, ...rest } = clean(each, components)
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
      }
    })
  }
  const key = { $ref: '#/components/parameters/X-Idempotency-Key' }
  return [...of('path', route.params), ...of('query', route.query), ...(route.method === 'GET' ? [] : [key])]
}
