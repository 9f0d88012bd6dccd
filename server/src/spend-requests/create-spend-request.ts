import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { Metadata } from '../cards/card-schemas.ts'
import { FundingAmount } from '../cards/card-settings.ts'
import { resumeIssuance } from '../cards/issue-card.ts'
import { readHolder } from '../cards/numbered-card.ts'
import { MAX_MERCHANT_ID } from '../controls/control-schemas.ts'
import { ApiError } from '../errors.ts'
import { refuseHidden } from '../http/hidden-characters.ts'
import { change } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { automaticToday, budgetNeed, countAutomatic } from '../keys/budget.ts'
import { type RequestedMerchant, type SpendRequestRow, SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { centsFromDollars } from '../money.ts'
import { metadataOfRules, refuseAgentMetadata } from '../rules/metadata-of-rules.ts'
import { approve, endApproval, needsOfApproval, refuseAsked, refuseMoney, requestBin } from './approve.ts'
import { isAutomatic } from './policy.ts'
import { presentSpendRequest, SpendRequest } from './spend-request.ts'

const MAX_VALID_S = 86_400
const DEFAULT_VALID_S = 3_600
/** A shorter name would match nearly any merchant. */
const MIN_NAME = 3
const MIN_REASON = 20
const UNANSWERED_MS = 10 * 60_000

const Body = Strict({
  amount: { ...FundingAmount, examples: [24.99] },
  merchant: Strict({
    name: Text({
      minLength: MIN_NAME,
      maxLength: 100,
      pattern: '^[^*]*$',
      description:
        'A part of the name under which the merchant charges cards. The card works nowhere else. At least three characters, without *. A URL belongs in `url`.',
      examples: ['Acme Books'],
    }),
    url: Type.Optional(
      Text({
        maxLength: 500,
        description: 'An https address, shown to the person who decides.',
        examples: ['https://books.example'],
      }),
    ),
    id: Type.Optional(
      Text({
        minLength: 1,
        maxLength: MAX_MERCHANT_ID,
        description: "The network's id of the merchant. If it is given, the id must match instead of the name.",
        examples: ['445566778899001'],
      }),
    ),
  }),
  reason: Text({
    minLength: MIN_REASON,
    maxLength: 500,
    description: 'What for, to the person who decides. One line, without invisible characters.',
    examples: ['The manual for the printer in room 4, as paperback.'],
  }),
  valid_for: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: MAX_VALID_S,
      default: DEFAULT_VALID_S,
      description: 'How long the card can be used after the approval, in seconds.',
    }),
  ),
  metadata: Type.Optional(Metadata),
})
type Body = Type.Static<typeof Body>

export const createSpendRequest = change({
  method: 'POST',
  url: '/spend-requests',
  operationId: 'createSpendRequest',
  scope: 'spend_requests:write',
  bounds: 'own',
  tag: 'Spend requests',
  summary: 'Create a spend request',
  description:
    'A person, or a key that may approve, decides; the policy of the key may have decided already, and then the answer is `approved`. Approval makes a card with the amount on it that can be used once, at this merchant, for `valid_for` seconds. What nobody decides within ten minutes expires.',
  body: Body,
  reply: { 201: SpendRequest },
  errors: ['invalid_amount', 'invalid_bin', 'invalid_metadata', 'invalid_url', 'invalid_state', 'budget_exceeded'],
  check({ body, services, workspace }) {
    merchantOf(body)
    requestBin(services, workspace)
  },
  prepare: async ({ sql, workspace, body }) => ({
    holder: await readHolder(sql, workspace.accountId),
    readByRules: await metadataOfRules(sql, workspace, body.metadata),
  }),
  needs: (context) => ({
    wallet: true,
    ...budgetNeed(context.workspace.key),
    ...(context.workspace.key?.spendPolicy?.auto_approve && needsOfApproval(context)),
  }),
  decide(context, books) {
    const {
      workspace,
      services,
      prepared: { holder, readByRules },
      body,
    } = context
    const { changes, now, issuance } = books
    if (issuance) return resumeIssuance(issuance, context.key)
    const { key } = workspace
    const request = newRequest(workspace, body, now)
    const refusal = refuseAgentMetadata(workspace, readByRules) ?? refuseAsked(key, books, request)
    if (refusal) return refusal
    const isApproved =
      isAutomatic(key?.spendPolicy, automaticToday(books), request) && !refuseMoney(books, request.amount_cents)
    changes.newSpendRequests.push(request)
    changes.event(workspace, 'spend_request.created', now, {
      data: presentSpendRequest(services, workspace.environment, request),
    })
    if (!isApproved) return { status: 201, body: presentSpendRequest(services, workspace.environment, request) }
    countAutomatic(key!, workspace, books, request.amount_cents)
    const verdict = { by: null, note: null, bind: 'name', status: 201 } as const
    return approve({ ...context, holder, asker: key }, books, request, verdict)
  },
  resume: ({ services, workspace }, begun) => endApproval(services, workspace, begun),
})

function newRequest(workspace: Workspace, body: Body, now: Date): SpendRequestRow {
  return {
    bucket: workspace.bucket,
    id: newUuid(),
    workspace_id: workspace.id,
    key_id: workspace.key?.id ?? null,
    requested_by: workspace.actor,
    status: SpendRequestStatus.pending,
    amount_cents: centsFromDollars(body.amount),
    merchant: merchantOf(body),
    reason: body.reason.trim(),
    valid_for_s: body.valid_for ?? DEFAULT_VALID_S,
    metadata: body.metadata ?? {},
    decided_by: null,
    decided_at: null,
    note: null,
    card_id: null,
    created_at: now,
    due_at: new Date(now.getTime() + UNANSWERED_MS),
    ended_at: null,
    outcome: null,
    outcome_note: null,
    budget_period: null,
  }
}

/** Throws for a text that could mislead the person who decides, and for a URL that nobody should be sent to. */
function merchantOf({ merchant, reason }: Body): RequestedMerchant {
  const name = merchant.name.trim()
  if (name.length < MIN_NAME)
    throw new ApiError('invalid_request', `"merchant.name" must have at least ${MIN_NAME} characters.`, {
      param: 'merchant.name',
    })
  if (name.includes('://'))
    throw new ApiError(
      'invalid_request',
      '"merchant.name" must be a name; the address of the shop belongs into "merchant.url".',
      {
        param: 'merchant.name',
      },
    )
  refuseHidden(name, 'merchant.name')
  refuseHidden(reason.trim(), 'reason')
  if (reason.trim().length < MIN_REASON)
    throw new ApiError('invalid_request', `"reason" must have at least ${MIN_REASON} characters.`, { param: 'reason' })
  return { name, url: merchant.url === undefined ? null : addressOf(merchant.url), id: merchant.id ?? null }
}

function addressOf(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.href
  throw new ApiError('invalid_url', '"merchant.url" must be an https address without a user name.', {
    param: 'merchant.url',
  })
}
