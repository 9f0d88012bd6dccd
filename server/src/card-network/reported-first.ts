// Whether the outcome of a question is in the books already. A processor that got no answer decides by itself and reports it, and
// the report may be applied before the question arrives here or is decided. Such a question must not hold money: nobody would
// release it.

import { Answered, type OutsideAuthorizationRow } from '../ledger/rows.ts'
import type { Question } from '../processors/question.ts'

/** `row` is locked. It does not exist before the first question or report of the authorization. */
export function isReportedFirst(row: OutsideAuthorizationRow | undefined, question: Question, signedAt: Date): boolean {
  if (!row) return false
  // A row without an answer of ours was written by a report, perhaps by one that has only postings and no request.
  const isUnanswered = row.answered === Answered.never || row.answered === Answered.declinedThere
  if (isUnanswered && !question.isIncrement) return true
  if (question.decidedBefore !== undefined) return row.requests > question.decidedBefore
  // A request that we did not decide may be this one, or an earlier one that the processor decided in our place.
  if (row.requests <= row.decided) return false
  return secondOf(row.last_request_at) >= secondOf(question.askedAt ?? signedAt)
}

/** Processors write times in whole seconds. Within one second the order is not known, and no hold is the safe answer. */
function secondOf(time: Date | null): number {
  return Math.floor((time?.getTime() ?? 0) / 1_000)
}
