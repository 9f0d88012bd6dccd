// The headers of answers, each described once.

import type { AnyRoute } from '../http/route.ts'
import type { Json } from './schema-json.ts'

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string', examples: [example] },
})
const seconds = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } })

export const responseHeaders = {
  'X-Request-Id': text(
    'The id of this request in the log. An error shows the same id as `request_id`.',
    'req_01a1dfb7e1057168a3b0c85ccf1a9afe',
  ),
  'RateLimit-Policy': text('Every limit that counts this request: `q` requests in `w` seconds.', '"minute";q=300;w=60'),
  RateLimit: text(
    'What is left of each limit: `r` requests, and `t` seconds until the limit has room again.',
    '"minute";r=299;t=60',
  ),
  'X-RateLimit-Limit': seconds('Requests in the window of the tightest limit.'),
  'X-RateLimit-Remaining': seconds('Requests that are left of the tightest limit.'),
  'X-RateLimit-Reset': seconds('Seconds until the tightest limit has room again.'),
  'Retry-After': seconds('Seconds to wait before the next try.'),
  'Idempotent-Replayed': {
    description: 'Present when the answer is the stored one of an earlier request with the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', enum: ['Bearer'] } },
} as const satisfies Record<string, Json>

type HeaderName = keyof typeof responseHeaders

const rateLimits: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
/** Statuses stored under an idempotency key: successes, and refusals decided on the state of the books. */
const REPLAYED = new Set([200, 201, 400])

export function headersOf(route: AnyRoute, status: number): Json {
  const names: HeaderName[] = [
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : rateLimits),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(route.method !== 'GET' && REPLAYED.has(status) ? (['Idempotent-Replayed'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
