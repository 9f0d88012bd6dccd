// Describes the outcome of a request to the decision hook in plain words.

import type { DecisionAttempt, DecisionHook } from '../api/schemas.ts'
import type { Tone } from '../ui/badge.tsx'

export type Outcome = DecisionAttempt['outcome']
type Fallback = DecisionHook['on_timeout']

export const outcomes: Record<Outcome, { name: string; tone: Tone; means: string }> = {
  approved: { name: 'Approved', tone: 'good', means: 'Your server approved.' },
  declined: { name: 'Declined', tone: 'bad', means: 'Your server declined.' },
  timeout: { name: 'Timeout', tone: 'warn', means: 'No complete answer arrived in time.' },
  error: { name: 'Error', tone: 'warn', means: 'There was no valid answer.' },
  fallback: {
    name: 'Not asked',
    tone: 'neutral',
    means: 'Your server was not asked: the hook was paused, or no time was left.',
  },
}

export const fallbackNames: Record<Fallback, string> = { decline: 'Decline', approve: 'Approve' }

/** Describes the fallback that was used instead of an answer. */
export function fallbackInWords(fallback: Fallback | null): string {
  if (fallback === null) return 'Not needed'
  return fallback === 'approve' ? 'Approved by the fallback' : 'Declined by the fallback'
}
