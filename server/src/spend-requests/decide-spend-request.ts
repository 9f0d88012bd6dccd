// Approving, denying and cancelling a spend request.

import Type from 'typebox'
import { selectKeysOf } from '../accounts/api-keys.ts'
import { hasExpired, type KeyRights } from '../accounts/key-rights.ts'
import { rightsOf } from '../accounts/stored-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { resumeIssuance } from '../cards/issue-card.ts'
import { readHolder } from '../cards/numbered-card.ts'
import { terminate } from '../cards/terminate-card.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { isFresh } from '../http/check-person.ts'
import { Again, change, type ReadContext } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { budgetNeed } from '../keys/budget.ts'
import { type CardRow, CardStatus } from '../ledger/rows.ts'
import { type SpendRequestRow, SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { approve, type Binding, bindings, endApproval, needsOfApproval } from './approve.ts'
import { mustConfirm } from './policy.ts'
import {
  findSpendRequest,
  isOpen,
  presentSpendRequest,
  SpendRequest,
  SpendRequestParams,
  statusNameOf,
} from './spend-request.ts'

const Note = Type.Optional(
  Text({ maxLength: 500, description: 'A note to the requester.', examples: ['Only this once.'] }),
)
const Denial = Strict({ note: Note })
const Approval = Strict({
  note: Note,
  bind: Type.Optional(
    Type.String({
      enum: [...bindings],
      default: 'name',
      description:
        '`name`: the card works only where the merchant of the request charges. `first_merchant`: it works at the merchant that charges it first, whatever its name, for a shop that charges under a name nobody knows beforehand.',
    }),
  ),
})

export const approveSpendRequest = change({
  method: 'POST',
  url: '/spend-requests/:spend_request_id/approve',
  operationId: 'approveSpendRequest',
  scope: 'spend_requests:approve',
  tag: 'Spend requests',
  summary: 'Approve a spend request',
  description:
    'Makes the card in the same commit: funded with the amount, for one purchase at this merchant, or at the first one that charges it (`bind`). A key does not approve what it asked for itself. Above the amount that the policy of the key names (100.00 where it names none), a person must have proved within five minutes who they are.',
  params: SpendRequestParams,
  body: Approval,
  reply: { 200: SpendRequest },
  errors: [
    'spend_request_not_found',
    'reauthentication_required',
    'budget_exceeded',
    'insufficient_funds',
    'invalid_bin',
    'invalid_state',
  ],
  limit: 'card_creations',
  async prepare(context) {
    const request = await findSpendRequest(context.sql, context.workspace, context.params.spend_request_id)
    refuseOwn(context.workspace, request)
    const asker = await findAsker(context, request)
    checkConfirmation(context, asker, request)
    return { request, asker, holder: await readHolder(context.sql, context.workspace.accountId) }
  },
  needs: (context) => ({
    ...needsOfApproval(context),
    ...budgetNeed(context.prepared.asker ?? undefined),
    spendRequests: [context.prepared.request.id],
  }),
  decide(context, books) {
    const { issuance, spendRequest: request, changes } = books
    if (issuance) return resumeIssuance(issuance, context.key)
    const { holder, asker } = context.prepared
    const refusal = refuseDecided(request)
    if (refusal) return refusal
    if (asker === null) return refuse('invalid_state', 'The key that asked for it has been revoked, or has expired.')
    changes.changedSpendRequests.set(request.id, request)
    const { note = null, bind = 'name' } = context.body
    const verdict = { by: context.workspace.actor, note, bind: bind as Binding, status: 200 }
    return approve({ ...context, holder, asker }, books, request, verdict)
  },
  resume: ({ services, workspace }, begun) => endApproval(services, workspace, begun),
})

export const denySpendRequest = change({
  method: 'POST',
  url: '/spend-requests/:spend_request_id/deny',
  operationId: 'denySpendRequest',
  scope: 'spend_requests:approve',
  tag: 'Spend requests',
  summary: 'Deny a spend request',
  params: SpendRequestParams,
  body: Denial,
  reply: { 200: SpendRequest },
  errors: ['spend_request_not_found', 'invalid_state'],
  async prepare({ sql, workspace, params }) {
    const request = await findSpendRequest(sql, workspace, params.spend_request_id)
    refuseOwn(workspace, request)
    return request.id
  },
  needs: ({ prepared: id }) => ({ wallet: true, spendRequests: [id] }),
  decide({ workspace, body, services }, { spendRequest: request, changes, now }) {
    const refusal = refuseDecided(request)
    if (refusal) return refusal
    const note = body.note ?? null
    end(request, SpendRequestStatus.denied, now, { decided_by: workspace.actor, decided_at: now, note })
    changes.changedSpendRequests.set(request.id, request)
    changes.event(workspace, 'spend_request.denied', now, {
      data: presentSpendRequest(services, workspace.environment, request),
    })
    return { status: 200, body: presentSpendRequest(services, workspace.environment, request) }
  },
})

export const cancelSpendRequest = change({
  method: 'POST',
  url: '/spend-requests/:spend_request_id/cancel',
  operationId: 'cancelSpendRequest',
  scope: 'spend_requests:write',
  bounds: 'open',
  tag: 'Spend requests',
  summary: 'Cancel a spend request',
  description:
    'Cancels a request that is no longer needed. If it was approved and its card was not used, the card is terminated, the money returns to the wallet, and the amount returns to the budget of the key if the window in which it was approved has not ended.',
  params: SpendRequestParams,
  reply: { 200: SpendRequest },
  errors: ['spend_request_not_found', 'invalid_state'],
  prepare: ({ sql, workspace, params }) => findSpendRequest(sql, workspace, params.spend_request_id),
  needs: ({ prepared: { id, card_id } }) => ({
    wallet: true,
    spendRequests: [id],
    ...(card_id && { cards: [card_id] }),
  }),
  decide({ workspace, services, prepared }, { spendRequest: request, card, workspace: wallet, changes, now }) {
    if (!isOpen(request)) return refuse('invalid_state', `The request is ${statusNameOf(request)} already.`)
    if (request.card_id !== prepared.card_id) return new Again()
    if (request.card_id !== null && wasUsed(card))
      return refuse('invalid_state', 'The card has been used; the remaining money returns to the wallet automatically.')
    end(request, SpendRequestStatus.canceled, now)
    changes.changedSpendRequests.set(request.id, request)
    if (request.card_id !== null && card.status !== CardStatus.terminated)
      terminate(changes, wallet, card, now, workspace.actor, 'spend_request')
    return { status: 200, body: presentSpendRequest(services, workspace.environment, request) }
  },
})

function wasUsed({ held_cents, total_spent_cents }: CardRow): boolean {
  return held_cents > 0n || total_spent_cents > 0n
}

/** Ends the request and keeps its decision. */
export function end(
  request: SpendRequestRow,
  status: SpendRequestRow['status'],
  now: Date,
  decided: Partial<SpendRequestRow> = {},
): void {
  Object.assign(request, decided, { status, due_at: null, ended_at: now })
}

function refuseDecided(request: SpendRequestRow): Refusal | undefined {
  if (request.status === SpendRequestStatus.pending) return undefined
  return refuse('invalid_state', `The request is ${statusNameOf(request)} already.`)
}

/** A key may not decide its own requests. */
function refuseOwn({ key }: Workspace, request: SpendRequestRow): void {
  if (key && key.id === request.key_id)
    throw new ApiError('forbidden', 'A key does not decide on what it has asked for itself.')
}

type Reading = Pick<ReadContext<unknown, unknown, unknown>, 'sql' | 'workspace' | 'services'>

/**
 * The current rights of the asking key; undefined when a person asked. Null when the key was revoked or has expired, which is
 * refused with the decision: a repeated approval gets its first answer, whatever has become of the key.
 */
async function findAsker(
  { sql, workspace, services }: Reading,
  { key_id }: SpendRequestRow,
): Promise<KeyRights | undefined | null> {
  if (key_id === null) return undefined
  const [row] = await selectKeysOf(sql, workspace, key_id)
  const key = row && row.revoked_at === null ? rightsOf(row) : undefined
  return key && !hasExpired({ key }, services.clock().getTime()) ? key : null
}

function checkConfirmation(
  { workspace: { person }, services }: Reading,
  asker: KeyRights | undefined | null,
  { amount_cents }: SpendRequestRow,
): void {
  if (!person || isFresh(services, person)) return
  if (mustConfirm(asker?.spendPolicy ?? null, amount_cents)) throw new ApiError('reauthentication_required')
}
