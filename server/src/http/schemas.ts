// Schema pieces that several features share. Each carries the identifier its violation answers with.

import Type, { type TSchema } from 'typebox'
import { ApiError } from '../errors.ts'
import { type IdKind, parseId, type Uuid } from '../ids.ts'
import { MAX_PAGE } from './cursor.ts'
import { DATE_OR_MOMENT } from './dates.ts'

/** A JSON object in which an unknown field is an error, so that a typo does not go unnoticed. */
export function Strict<T extends Record<string, TSchema>>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

export const EmptyBody = Strict({})

export function Text(options: {
  minLength?: number
  maxLength: number
  description?: string
  examples?: unknown[]
  pattern?: string
}) {
  return Type.String({ 'x-text': true, ...options })
}

/** An amount in dollars with at most two decimals. */
export function Dollars(options: {
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  description: string
  examples?: number[]
  'x-error'?: string
}) {
  return Type.Number({ 'x-cents': true, 'x-error': 'invalid_amount', ...options })
}

export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-15T09:30:00.000Z'] })
export const NullableTimestamp = (description: string) =>
  Type.Union([Timestamp(description), Type.Null()], { description })

const dateFilter = (description: string) =>
  Type.Optional(
    Type.String({ 'x-text': true, maxLength: 40, description, 'x-documented': { pattern: DATE_OR_MOMENT } }),
  )

/** The ends of a range of time; `dates.ts` reads them. */
export const rangeParameters = {
  from: dateFilter('The start of the range, ISO 8601, inclusive. A bare date means that UTC day.'),
  to: dateFilter('The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.'),
}

/** The parameters that every paged list takes besides its filters. */
export function pagingParameters(size: number) {
  return {
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE,
        default: 1,
        description:
          'The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item.',
      }),
    ),
    per_page: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: size, description: 'The number of items on a page.' }),
    ),
    cursor: Type.Optional(
      Text({
        maxLength: 100,
        description:
          'The `next_cursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`.',
      }),
    ),
  }
}

export const Pagination = Type.Object(
  {
    page: Type.Integer({ description: 'The number of the page, counted from 1, also when reading by cursor.' }),
    per_page: Type.Integer(),
    total: Type.Integer(),
    total_capped: Type.Optional(
      Type.Boolean({ description: 'Whether there are more items than the 10,000 that were counted.' }),
    ),
    next_cursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'Send this value as `cursor` to read the next page. Null at the end. Absent for lists without cursors.',
      }),
    ),
  },
  { $id: 'Pagination' },
)

/** The answer of a paged list. */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({ data: Type.Array(item), pagination: Pagination })
}

const notFound = {
  card: 'card_not_found',
  transaction: 'transaction_not_found',
  deposit: 'deposit_not_found',
  challenge: 'challenge_not_found',
  event: 'event_not_found',
  template: 'template_not_found',
  spend_request: 'spend_request_not_found',
  webhook: 'webhook_not_found',
  delivery: 'not_found',
  decision_hook: 'decision_hook_not_found',
  decision: 'not_found',
  decision_attempt: 'not_found',
  key: 'not_found',
  user: 'not_found',
  invitation: 'not_found',
  rule: 'rule_not_found',
  backtest: 'backtest_not_found',
  reveal_session: 'not_found',
  view: 'not_found',
  receipt: 'not_found',
} as const

/** The uuid of a public id. An id that cannot belong to this workspace is answered like one that does not exist. */
export function idOf(kind: IdKind, workspace: { bucket: number }, text: string): Uuid {
  const id = parseId(kind, text)
  if (!id || id.bucket !== workspace.bucket) throw new ApiError(notFound[kind])
  return id.uuid
}
