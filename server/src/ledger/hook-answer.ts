// The answer of the customer's server about an authorization, or the fallback: one more input of the decision.

import Type from 'typebox'
import { publicId, type Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'

export const decisionOutcomeNames = ['approved', 'declined', 'timeout', 'error', 'fallback'] as const
export type DecisionOutcome = (typeof decisionOutcomeNames)[number]
export const fallbackNames = ['decline', 'approve'] as const
export type Fallback = (typeof fallbackNames)[number]

export type HookAnswer = {
  decisionId: Uuid
  hookId: Uuid
  /** `timeout`, `error` and `fallback` say why there was no answer; the fallback then decided. */
  outcome: DecisionOutcome
  fallback: Fallback | null
  approves: boolean
  /** Set when only a part was approved. */
  maxAmount: Cents | undefined
  reason: string | undefined
  metadata: Metadata | null
  durationMs: number
}

type Metadata = Record<string, string | number | boolean>

/** The form in which it is stored with a transaction and shown. */
export type ShownDecision = {
  id: string
  hook_id: string
  outcome: DecisionOutcome
  fallback: Fallback | null
  duration_ms: number
  metadata: Metadata | null
}

export const DecisionShown = Type.Union(
  [
    Type.Object({
      id: Type.String({ examples: ['dec_3p01m7fvfr85e5mtekznx29q5n67'], description: 'The id of the question.' }),
      hook_id: Type.String({ examples: ['hook_3p01m7fvfr85e5mtekznx29q5n67'] }),
      outcome: Type.String({
        enum: [...decisionOutcomeNames],
        description:
          "The hook's answer. Without a valid answer: `timeout` if none came in time, `error` if the answer was invalid or the connection failed, `fallback` if the hook was not asked because it kept failing or no time was left.",
      }),
      fallback: Type.Union([Type.String({ enum: [...fallbackNames] }), Type.Null()], {
        description: 'The fallback that was applied. Null if the hook answered.',
      }),
      duration_ms: Type.Integer({ description: 'The time that the hook took to answer, in milliseconds.' }),
      metadata: Type.Union([Type.Record(Type.String(), Type.Any()), Type.Null()], {
        description: "The metadata of the hook's answer.",
      }),
    }),
    Type.Null(),
  ],
  { description: 'The question to the decision hook. Null if the hook was not asked.' },
)

export function showDecision(bucket: number, answer: HookAnswer): ShownDecision {
  return {
    id: publicId('decision', bucket, answer.decisionId),
    hook_id: publicId('decision_hook', bucket, answer.hookId),
    outcome: answer.outcome,
    fallback: answer.fallback,
    duration_ms: answer.durationMs,
    metadata: answer.metadata,
  }
}
