// A spend request that nobody decided, or whose card was not used in time, ends by itself.

import { terminate } from '../cards/terminate-card.ts'
import type { Sql } from '../database/database.ts'
import type { Books } from '../engine/books.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { CardStatus } from '../ledger/rows.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'

export type DueRequest = { id: Uuid; card_id: Uuid | null; due_at: Date }

/** A request whose card is still being issued is not due yet. */
export function selectDueRequests(
  sql: Sql,
  { bucket, id }: WorkspaceKey,
  horizon: Date,
  withoutCards: string,
  limit: number,
) {
  return sql<DueRequest[]>`
    select s.id, s.card_id, s.due_at from spend_requests s
    where s.bucket = ${bucket} and s.workspace_id = ${id} and s.due_at <= ${horizon} and (s.card_id is null or exists
      (select 1 from cards c where c.bucket = ${bucket} and c.id = s.card_id and c.id <> all(${withoutCards}::text::uuid[])))
    order by s.due_at, s.id limit ${limit}`
}

/** Does nothing when the request was decided or has ended since it was found. */
export function expireRequest({ spendRequestOf, cardOf, changes, workspace: wallet }: Books, due: DueRequest): void {
  const request = spendRequestOf(due.id)
  if (request.due_at?.getTime() !== due.due_at.getTime()) return
  const at = due.due_at
  if (request.status === SpendRequestStatus.pending) {
    Object.assign(request, { status: SpendRequestStatus.expired, due_at: null, ended_at: at })
    changes.changedSpendRequests.set(request.id, request)
    changes.event(wallet, 'spend_request.expired', at, { subjectId: request.id })
    return
  }
  const card = cardOf(due.card_id!)
  if (card.status !== CardStatus.terminated) terminate(changes, wallet, card, at, null, 'spend_request')
}
