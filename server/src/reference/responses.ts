// The answers of an operation: its own answer and every refusal, with their headers.

import { type ErrorId, errorIds, statusOf } from '../errors.ts'
import type { AnyRoute } from '../http/route.ts'
import { linksOf } from './links.ts'
import { headersOf } from './response-headers.ts'
import { clean, type Json } from './schema-json.ts'

/** The errors every operation can answer with, besides its own. */
const common: ErrorId[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]
const commonForWrites: ErrorId[] = ['invalid_json', 'idempotency_key_reused']

export function responses(route: AnyRoute, components: Map<string, Json>): Json {
  const all = [...common, ...(route.method === 'GET' ? [] : commonForWrites), ...(route.errors ?? [])]
  const byStatus = Map.groupBy(new Set(all), statusOf)
  const success = Object.entries(route.reply).map(([status, schema]) => [
    status,
    {
      description: status === '201' ? 'Created.' : 'The request succeeded.',
      headers: headersOf(route, Number(status)),
      content: {
        [route.media ?? 'application/json']: { schema: clean(schema, components) },
        ...(route.csv !== undefined && { 'text/csv': { schema: { type: 'string', description: route.csv } } }),
      },
      ...linksOf(route),
    },
  ])
  const failures = [...byStatus].map(([status, ids]) => [
    String(status),
    {
      description: ids.map((id) => `\`${id}\``).join(', '),
      headers: headersOf(route, status),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return Object.fromEntries([...success, ...failures].sort(([a], [b]) => Number(a) - Number(b)))
}

export function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error', 'message', 'code', 'request_id'],
    properties: {
      error: { type: 'string', enum: errorIds, description: 'The identifier of the error, for programs.' },
      message: { type: 'string', description: 'An explanation of the error, for people.' },
      code: { type: 'integer', description: 'The HTTP status of the response.' },
      request_id: { type: 'string', examples: ['req_01a1dfb7e1057168a3b0c85ccf1a9afe'] },
      param: { type: 'string', description: 'The field that caused the error, if a single field did.' },
      retry_after: { type: 'integer', description: 'The number of seconds to wait. Present on status 429.' },
    },
  }
}
