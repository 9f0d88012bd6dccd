// Why a purchase was declined and what can be done about it, in the service's words.

import { declineWords as wordsOfService } from '../../../server/src/explanations/decline-words.ts'
import type { FullTransaction } from '../api/schemas.ts'

export type DeclineReason = NonNullable<FullTransaction['decline_reason']>

export const declineReasons: Record<DeclineReason, { title: string; because: string; remedy: string }> = wordsOfService

/** The reason in a few words. */
export function declineWords(reason: string): string {
  return declineReasons[reason as DeclineReason]?.title ?? reason
}
