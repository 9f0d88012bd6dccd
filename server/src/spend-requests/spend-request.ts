// The row of a spend request, and how the API shows it.

import Type from 'typebox'
import type { EnvironmentName } from '../accounts/environments.ts'
import { isAgent, isBounded } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { publicUrlOf } from '../config/config.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { idOf, NullableTimestamp, Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { SpendOutcome, type SpendRequestRow, SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { spendRequests } from '../ledger/tables.ts'
import { dollars } from '../money.ts'
import type { Services } from '../services.ts'

export const spendRequestStatusNames = ['pending', 'approved', 'used', 'denied', 'expired', 'canceled'] as const
export type SpendRequestStatusName = (typeof spendRequestStatusNames)[number]

/** By the numbers of `SpendOutcome`. */
export const spendOutcomeNames = Object.keys(SpendOutcome) as (keyof typeof SpendOutcome)[]

export const EXAMPLE_SPEND_REQUEST_ID = 'spr_3p01m7fvfr85e5mtekznx29q5n67'

export const SpendRequestParams = Type.Object({
  spend_request_id: Type.String({ examples: [EXAMPLE_SPEND_REQUEST_ID] }),
})

const Nullable = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const SpendRequest = Type.Object(
  {
    id: Type.String({ examples: [EXAMPLE_SPEND_REQUEST_ID] }),
    status: Type.String({
      enum: [...spendRequestStatusNames],
      description:
        '`pending` until the request is decided or ten minutes have passed; `approved` while its card can be used; `used` after the purchase.',
    }),
    amount: Type.Number({ description: 'The requested amount in USD.', examples: [24.99] }),
    merchant: Type.Object({
      name: Type.String({ examples: ['Acme Books'] }),
      url: Nullable(Type.String({ examples: ['https://books.example'] }), 'The address of the shop.'),
      id: Nullable(Type.String({ examples: ['445566778899001'] }), "The network's id of the merchant."),
    }),
    reason: Type.String({ examples: ['The manual for the printer in room 4, as paperback.'] }),
    valid_for: Type.Integer({ description: 'How long the card can be used after the approval, in seconds.' }),
    metadata: Type.Record(Type.String(), Type.Any()),
    requested_by: Type.String({ description: 'The key or the person that made the request.' }),
    approval_url: Type.String({ description: 'The page of the dashboard on which a person decides.' }),
    card_id: Nullable(Type.String(), 'The card that was made for the request. Null until the request is approved.'),
    decided_by: Nullable(
      Type.String(),
      'Who decided. Null while nobody has decided, and when the policy of the key decided.',
    ),
    decided_at: NullableTimestamp('When the request was approved or denied.'),
    note: Nullable(Type.String(), 'The note of the person or key that decided.'),
    created_at: Timestamp('When the request was made.'),
    expires_at: NullableTimestamp('When the request expires. Null once it has ended.'),
    ended_at: NullableTimestamp('When the request was used, denied or canceled, or expired.'),
    outcome: Nullable(
      Type.String({ enum: [...spendOutcomeNames] }),
      'What became of the purchase, as reported by the requester. Null until it is reported.',
    ),
    outcome_note: Nullable(Type.String(), 'What was said about the outcome.'),
  },
  { $id: 'SpendRequest' },
)

export function presentSpendRequest(
  { config }: Pick<Services, 'config'>,
  environment: EnvironmentName,
  row: SpendRequestRow,
) {
  const id = publicId('spend_request', row.bucket, row.id)
  return {
    id,
    status: statusNameOf(row),
    amount: dollars(row.amount_cents),
    merchant: row.merchant,
    reason: row.reason,
    valid_for: row.valid_for_s,
    metadata: row.metadata,
    requested_by: row.requested_by,
    approval_url: `${publicUrlOf(config)}/spend-requests/${id}${environment === 'production' ? '?env=production' : ''}`,
    card_id: row.card_id && publicId('card', row.bucket, row.card_id),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    created_at: row.created_at.toISOString(),
    expires_at: row.due_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    outcome: row.outcome && spendOutcomeNames[row.outcome - 1]!,
    outcome_note: row.outcome_note,
  }
}

export function statusNameOf({ status }: Pick<SpendRequestRow, 'status'>): SpendRequestStatusName {
  return spendRequestStatusNames[status - 1]!
}

export function isOpen({ status }: Pick<SpendRequestRow, 'status'>): boolean {
  return status === SpendRequestStatus.pending || status === SpendRequestStatus.approved
}

/** Agent keys and keys bound to cards see only their own requests. */
export function seesOwnOnly(workspace: Workspace): boolean {
  return isAgent(workspace) || isBounded(workspace)
}

/** Throws spend_request_not_found, also for another workspace's request. */
export async function findSpendRequest(sql: Sql, workspace: Workspace, requestId: string): Promise<SpendRequestRow> {
  const id = idOf('spend_request', workspace, requestId)
  const [row] = await spendRequests.find(sql, [{ bucket: workspace.bucket, id }])
  const isOthers = seesOwnOnly(workspace) && row?.key_id !== workspace.key!.id
  if (row?.workspace_id !== workspace.id || isOthers) throw new ApiError('spend_request_not_found')
  return row
}
