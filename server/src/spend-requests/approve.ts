// Approval creates the card in the same commit. The card holds the amount and can be used once, at the merchant of the request,
// until it expires; then the money returns by itself.

import { environmentName } from '../accounts/environments.ts'
import type { KeyRights } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { type Bin, cardSequence } from '../bins/bin-directory.ts'
import { offeredBin, spendingLimit } from '../cards/card-rules.ts'
import { refuseHeld, refuseUnfunded } from '../cards/find-card.ts'
import { beginIssuance, issueOutside } from '../cards/issue-card.ts'
import { announceCard, type CardSettings, expiryOf, newCardRow } from '../cards/new-card.ts'
import { cardNumber, type Holder, numberedCard } from '../cards/numbered-card.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/needs.ts'
import type { RequestKey } from '../engine/operation.ts'
import { orThrow, Refusal, refuse } from '../engine/refusal.ts'
import { type Ending, Pending, type Reply } from '../http/route.ts'
import { newUuid } from '../ids.ts'
import { budgetPeriod, countInBudget, refuseOverBudget } from '../keys/budget.ts'
import { postFunding } from '../ledger/postings.ts'
import type { IssuanceRow } from '../ledger/rows.ts'
import { type SpendRequestRow, SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { type MerchantPattern, noControls } from '../ledger/stored-controls.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import type { Cents } from '../money.ts'
import type { Services } from '../services.ts'
import { boundTo } from './policy.ts'
import { presentSpendRequest } from './spend-request.ts'

type Context = { workspace: Workspace; services: Services; key: RequestKey | undefined }
/** `asker` is the key that asked; undefined when a person did. */
type Approving = Context & { holder: Holder; asker: KeyRights | undefined }
/** `by` is null when a policy decides. `status` is the HTTP status of the answer. */
type Verdict = { by: string | null; note: string | null; bind: Binding; status: number }

/** `name`: only where the requested merchant charges. `first_merchant`: where the card is used first, and nowhere else after. */
export const bindings = ['name', 'first_merchant'] as const
export type Binding = (typeof bindings)[number]

/** All cards of spend requests use the first offered BIN. Throws when there is none. */
export function requestBin(services: Services, workspace: Workspace): Bin {
  return orThrow(offeredBin(services, workspace, services.bins.offered(workspace.environment)[0]?.id))
}

/** What the creation of the card needs besides the wallet. */
export function needsOfApproval({ workspace, services, key }: Context): Needs {
  const bin = requestBin(services, workspace)
  if (bin.processor === 'sandbox') return { wallet: true, sequence: cardSequence(bin.id) }
  return { wallet: true, ...(key && { issuanceOf: key.keyHash }) }
}

export function approve(
  context: Approving,
  books: Books,
  request: SpendRequestRow,
  { by, note, bind, status }: Verdict,
): Reply | Refusal | Pending<IssuanceRow> {
  const { workspace, services, holder, asker } = context
  const { workspace: wallet, changes, now, takeNumber } = books
  const amount = request.amount_cents
  const refusal = refuseAsked(asker, books, request) ?? refuseMoney(books, amount)
  if (refusal) return refusal
  const bin = requestBin(services, workspace)
  const until = new Date(now.getTime() + request.valid_for_s * 1_000)
  const within = by === null ? (asker?.spendPolicy?.merchants ?? []) : []
  const allowed = bind === 'name' ? [boundTo(request.merchant, within)] : []
  const settings = settingsFor(request, bin, until, allowed)
  const decided = {
    status: SpendRequestStatus.approved,
    decided_by: by,
    decided_at: now,
    note,
    due_at: until,
    budget_period: budgetPeriod(asker, now),
  }
  if (bin.processor !== 'sandbox') {
    const issuing = {
      bin,
      settings: { ...settings, ...holder },
      amount,
      spendRequestId: request.id,
      madeBy: request.key_id,
    }
    countInBudget(asker, workspace, books, amount)
    const issuance = beginIssuance(books, issuing, context)
    announce(services, books, Object.assign(request, decided, { card_id: issuance.id }))
    return new Pending(issuance)
  }
  const number = cardNumber(services, bin, takeNumber())
  if (number === undefined) return refuse('invalid_state', 'Every number of the BIN has been issued.')
  const made = { last4: number.slice(-4), expiresAt: expiryOf(now) }
  const card = newCardRow(workspace, newUuid(), bin, settings, made, now)
  card.spend_request_id = request.id
  postFunding(changes.posting(newUuid(), TransferKind.fund, now), wallet, card, amount)
  countInBudget(asker, workspace, books, amount)
  changes.newCards.push({ ...numberedCard(services, card, number, holder), madeBy: request.key_id })
  announceCard({ ...books, card }, by ?? request.requested_by, amount)
  announce(services, books, Object.assign(request, decided, { card_id: card.id }))
  return { status, body: presented(services, books, request) }
}

/** The budget of the asking key limits its requests too, whoever approves them. Without a budget, only the approving person limits them. */
export function refuseAsked(
  asker: KeyRights | undefined,
  books: Books,
  { amount_cents }: SpendRequestRow,
): Refusal | undefined {
  return asker?.budget ? refuseOverBudget(asker, books, amount_cents) : undefined
}

/** Refuses when the wallet cannot pay. */
export function refuseMoney({ workspace: wallet }: Books, amount: Cents): Refusal | undefined {
  return refuseHeld(wallet) ?? refuseUnfunded(wallet, amount)
}

function announce(services: Services, books: Books, request: SpendRequestRow): void {
  const { changes, now } = books
  const owner = { bucket: request.bucket, id: request.workspace_id }
  changes.event(owner, 'spend_request.approved', now, { data: presented(services, books, request) })
}

function presented(services: Services, { workspace }: Books, request: SpendRequestRow) {
  return presentSpendRequest(services, environmentName(workspace.environment), request)
}

/** Runs when the processor has answered. If it refused, the request is denied, and the answer says so. */
export async function endApproval(
  services: Services,
  owner: Pick<Workspace, 'accountId'>,
  issuance: IssuanceRow,
): Promise<Ending> {
  const { needs, decide } = await issueOutside(services, owner, issuance)
  return {
    needs,
    decide(books) {
      const reply = decide(books)
      if (reply instanceof Refusal && reply.id !== 'processor_refused') return reply
      const { spendRequest: request } = books
      // A policy decides within the creating request, which answers 201. A person decides in a request of their own.
      return { status: request.decided_by === null ? 201 : 200, body: presented(services, books, request) }
    },
  }
}

function settingsFor(request: SpendRequestRow, bin: Bin, until: Date, allowed: MerchantPattern[]): CardSettings {
  const { merchant, metadata } = request
  return {
    label: merchant.name.slice(0, MAX_LABEL),
    metadata,
    spending_limit_cents: spendingLimit(bin, undefined) as Cents,
    allowed_categories: [],
    auto_freeze_cents: null,
    controls: {
      ...noControls,
      uses: 1,
      merchants: { allowed, blocked: [] },
      merchant_lock: 'first',
      active_until: until.toISOString(),
    },
  }
}

const MAX_LABEL = 64
