// Attempts: each question with its answer, as rows and as the API shows them.

import type { Logger } from 'pino'
import Type from 'typebox'
import { bigint, insertOf, integer, smallint, text, timestamptz, uuid } from '../database/bulk.ts'
import type { Database } from '../database/database.ts'
import { GatheredRows } from '../database/gathered-rows.ts'
import { rowShape } from '../database/row-shape.ts'
import { Timestamp } from '../http/schemas.ts'
import { type IdKind, publicId, type Uuid } from '../ids.ts'
import { type DecisionOutcome, decisionOutcomeNames, fallbackNames } from '../ledger/hook-answer.ts'
import { type Cents, dollars } from '../money.ts'
import type { HookMetrics } from './hook-metrics.ts'

export type AttemptRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  hook_id: Uuid
  decision_id: Uuid
  card_id: Uuid | null
  authorization_id: Uuid | null
  amount_cents: Cents
  merchant: string
  outcome: number
  fallback: number | null
  response_status: number | null
  duration_ms: number
  created_at: Date
  response_body: string | null
  error: string | null
}

export const outcomeCode = (outcome: DecisionOutcome): number => decisionOutcomeNames.indexOf(outcome) + 1

const Nullable = <T extends Type.TSchema>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description })

export const DecisionAttempt = Type.Object(
  {
    id: Type.String({ examples: ['dat_3p01m7fvfr85e5mtekznx29q5n67'] }),
    decision_id: Type.String({
      examples: ['dec_3p01m7fvfr85e5mtekznx29q5n67'],
      description: 'The `id` of the question. The `decision` of the transaction shows the same id.',
    }),
    hook_id: Type.String({ examples: ['hook_3p01m7fvfr85e5mtekznx29q5n67'] }),
    card_id: Nullable(Type.String(), 'The card of the authorization. Null for a test.'),
    authorization_id: Nullable(Type.String(), 'The authorization that the merchant asked to increase, if any.'),
    amount: Type.Number({ description: 'The amount of the request, in USD.' }),
    merchant: Type.String({ description: 'The name of the merchant.' }),
    outcome: Type.String({ enum: [...decisionOutcomeNames] }),
    fallback: Nullable(
      Type.String({ enum: [...fallbackNames] }),
      'The fallback that was applied. Null if the hook answered.',
    ),
    response_status: Nullable(Type.Integer(), 'The HTTP status of the response. Null if there was no response.'),
    response_body: Nullable(Type.String(), 'The first KiB of the response.'),
    error: Nullable(Type.String(), 'Why there was no valid answer. Null if there was one.'),
    duration_ms: Type.Integer({ description: 'The time from the question to the answer, or to the timeout.' }),
    test: Type.Boolean({ description: 'Whether this was a test, which decides nothing.' }),
    created_at: Timestamp('When the hook was asked, in workspace time.'),
  },
  { $id: 'DecisionAttempt' },
)

export function presentAttempt(row: AttemptRow) {
  const shown = (kind: IdKind, id: Uuid | null) => id && publicId(kind, row.bucket, id)
  return {
    id: shown('decision_attempt', row.id),
    decision_id: shown('decision', row.decision_id),
    hook_id: shown('decision_hook', row.hook_id),
    card_id: shown('card', row.card_id),
    authorization_id: shown('transaction', row.authorization_id),
    amount: dollars(row.amount_cents),
    merchant: row.merchant,
    outcome: decisionOutcomeNames[row.outcome - 1]!,
    fallback: row.fallback === null ? null : fallbackNames[row.fallback - 1]!,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    duration_ms: row.duration_ms,
    test: row.card_id === null,
    created_at: row.created_at.toISOString(),
  }
}

const shape = rowShape<AttemptRow>({
  'a.bucket': 'int16',
  'a.id': 'uuid',
  'a.workspace_id': 'uuid',
  'a.hook_id': 'uuid',
  'a.decision_id': 'uuid',
  'a.card_id': 'uuid',
  'a.authorization_id': 'uuid',
  'a.amount_cents': 'int64',
  'a.merchant': 'text',
  'a.outcome': 'int16',
  'a.fallback': 'int16',
  'a.response_status': 'int16',
  'a.duration_ms': 'int32',
  'a.created_at': 'time',
  'a.response_body': 'text',
  'a.error': 'text',
})

export const readAttempt = shape.read
export const attemptColumns = shape.columns

const insertAttempts = insertOf<AttemptRow>(
  'decision_attempts',
  {
    id: uuid((row) => row.id),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspace_id),
    hook_id: uuid((row) => row.hook_id),
    decision_id: uuid((row) => row.decision_id),
    card_id: uuid((row) => row.card_id),
    authorization_id: uuid((row) => row.authorization_id),
    amount_cents: bigint((row) => row.amount_cents),
    merchant: text((row) => row.merchant),
    outcome: smallint((row) => row.outcome),
    fallback: smallint((row) => row.fallback),
    response_status: smallint((row) => row.response_status),
    duration_ms: integer((row) => row.duration_ms),
    created_at: timestamptz((row) => row.created_at),
    response_body: text((row) => row.response_body),
    error: text((row) => row.error),
  },
  'on conflict do nothing', // a batch is written again when the answer to its commit was lost
)

type Needs = {
  database: Pick<Database, 'write' | 'isDistributed'>
  metrics: Pick<HookMetrics, 'attemptsDropped'>
  log: Logger
}

/** Attempts are written after the authorization was answered. */
export function attemptsLog({ database, metrics, log }: Needs): GatheredRows<AttemptRow> {
  return new GatheredRows({
    name: 'log of decision attempts',
    log,
    database,
    write: (batch) => insertAttempts(database.write, batch),
    onDropped: (count) => metrics.attemptsDropped.inc(count),
  })
}
