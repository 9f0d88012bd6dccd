// A backtest: what a version of a rule would have done to the payments of a past time.

import Type from 'typebox'
import { ApiError } from '../../errors.ts'
import { rangeEnd, rangeStart } from '../../http/dates.ts'
import { NullableTimestamp, Timestamp } from '../../http/schemas.ts'
import { publicId, type Uuid } from '../../ids.ts'

export const BacktestStatus = { pending: 1, running: 2, completed: 3, failed: 4 } as const
export type BacktestStatus = (typeof BacktestStatus)[keyof typeof BacktestStatus]
const statusNames = ['pending', 'running', 'completed', 'failed'] as const

export const MAX_EXAMPLES = 20
const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** The stored form, with times in milliseconds and amounts in cents. */
export type Example = { id: Uuid; at: number; amount: number; approved: boolean; explanation: string }

/** For one UTC day: payments that would have been stopped, how many of them were approved, and the sum of all in cents. */
export type FoundDay = [stopped: number, approved: number, cents: number]

/** `false` counts payments that were approved and would have been stopped. `days` has only dates with a payment to stop. */
export type Found = {
  judged: number
  declined: number
  challenged: number
  false: number
  days: Record<string, FoundDay>
  examples: Example[]
}

export const nothingFound: Found = { judged: 0, declined: 0, challenged: 0, false: 0, days: {}, examples: [] }

export type BacktestRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  rule_id: Uuid
  rule_version: number
  from_time: Date
  to_time: Date
  status: BacktestStatus
  progress: number
  found: Found
  created_at: Date
  completed_at: Date | null
}

const ExampleShown = Type.Object({
  transaction_id: Type.String(),
  amount: Type.Number({ description: 'The amount of the payment in USD, positive.' }),
  approved: Type.Boolean({ description: 'Whether the payment was approved at the time.' }),
  explanation: Type.String({ examples: ['card_count_1h 6 is above 5'] }),
  created_at: Timestamp('When the payment was decided.'),
})

const DayShown = Type.Object({
  date: Type.String({ description: 'The UTC day, in workspace time.', examples: ['2026-10-15'] }),
  would_stop: Type.Integer({ description: 'The number of payments that the rule would have declined or challenged.' }),
  false: Type.Integer({ description: 'How many of them had been approved.' }),
  amount: Type.Number({ description: 'The sum of the payments that the rule would have stopped, in USD.' }),
})

export const Backtest = Type.Object(
  {
    id: Type.String({ examples: ['bt_3p01m7fvfr85e5mtekznx29q5n67'] }),
    rule_id: Type.String(),
    version: Type.Integer({ description: 'The version of the rule that the backtest uses.' }),
    from: Timestamp('Time of the first payment that the backtest checks.'),
    to: Timestamp('Time of the last payment that the backtest checks.'),
    status: Type.String({ enum: [...statusNames] }),
    progress: Type.Integer({ description: 'The percentage of the history that has been read.' }),
    judged: Type.Integer({
      description: 'The number of new authorizations decided in the range, approved or declined.',
    }),
    would_decline: Type.Integer(),
    would_challenge: Type.Integer({
      description:
        'The number of payments that the rule would have challenged. Payments that had completed 3-D Secure are not counted.',
    }),
    false: Type.Integer({ description: 'The number of approved payments that the rule would have stopped.' }),
    days: Type.Array(DayShown, {
      description: 'The days on which the rule would have stopped a payment, oldest first.',
    }),
    examples: Type.Array(ExampleShown, {
      description: 'The newest payments that the rule would have stopped, at most 20.',
    }),
    created_at: Timestamp('When the backtest was requested.'),
    completed_at: NullableTimestamp('When the backtest was completed.'),
  },
  { $id: 'RuleBacktest' },
)

export function presentBacktest(row: BacktestRow) {
  const { found } = row
  return {
    id: publicId('backtest', row.bucket, row.id),
    rule_id: publicId('rule', row.bucket, row.rule_id),
    version: row.rule_version,
    from: row.from_time.toISOString(),
    to: row.to_time.toISOString(),
    status: statusNames[row.status - 1]!,
    progress: row.progress,
    judged: found.judged,
    would_decline: found.declined,
    would_challenge: found.challenged,
    false: found.false,
    days: Object.keys(found.days)
      .sort()
      .map((date) => presentDay(date, found.days[date]!)),
    examples: found.examples.map((example) => presentExample(row.bucket, example)),
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}

function presentDay(date: string, [stopped, approved, cents]: FoundDay) {
  return { date, would_stop: stopped, false: approved, amount: cents / 100 }
}

function presentExample(bucket: number, { id, at, amount, approved, explanation }: Example) {
  return {
    transaction_id: publicId('transaction', bucket, id),
    amount: amount / 100,
    approved,
    explanation,
    created_at: new Date(at).toISOString(),
  }
}

export function readRange(body: { from: string; to: string }): { from: Date; to: Date } {
  const from = rangeStart('from', body.from)!
  const to = rangeEnd('to', body.to)!
  if (to.getTime() <= from.getTime())
    throw new ApiError('invalid_request', '"to" must lie after "from".', { param: 'to' })
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw new ApiError('invalid_request', `"from" and "to" may be at most ${MAX_DAYS} days apart.`, { param: 'to' })
  return { from, to }
}
