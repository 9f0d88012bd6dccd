// Issues a card at a processor in three steps: the money leaves the wallet and the issuance is recorded; the processor is asked,
// under a key that makes a repeat harmless; the card is added, or the money returns. A process may die between any two steps:
// the worker continues where it stopped, and a repeat of the request finds what has begun.

import type { Workspace } from '../accounts/workspace.ts'
import type { Bin } from '../bins/bin-directory.ts'
import { presentCard } from '../cards/card-schemas.ts'
import { announceCard, type CardSettings, newCardRow } from '../cards/new-card.ts'
import type { Holder } from '../cards/numbered-card.ts'
import { linkReplaced, takeOver } from '../cards/replacement.ts'
import type { Books } from '../engine/books.ts'
import type { RequestKey } from '../engine/operation.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { type Ending, Pending, type Reply } from '../http/route.ts'
import type { WorkspaceKey } from '../ids.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { giveBackAutomatic, giveBackToBudget } from '../keys/budget.ts'
import { postIssuance, postIssuedFunding, postRefusedIssuance } from '../ledger/postings.ts'
import {
  type IssuanceRow,
  type IssuanceSettings,
  OutsideStateCode,
  type ProcessorCardRow,
  type Replacement,
} from '../ledger/rows.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { type Cents, dollars } from '../money.ts'
import { wakeDeferred } from '../processors/deferred-messages.ts'
import { type OutsideCard, ProcessorRefused } from '../processors/processor.ts'
import type { Services } from '../services.ts'
import { askOutside } from './ask-for-card.ts'

/** The request itself asks first; after that the worker does. */
const FIRST_TRY_BY_WORKER_MS = 30_000

type Beginning = { workspace: Workspace; services: Services; key: RequestKey | undefined }

/** `replacement` is set when the card replaces another one, whose money has already left. */
type Issuing = {
  bin: Bin
  settings: CardSettings & Holder
  amount: Cents
  replacement?: Replacement
  spendRequestId?: Uuid
  /** The key that the card will belong to. */
  madeBy: Uuid | null
}

/** The first step, under the wallet's lock. */
export function beginIssuance(
  { changes, workspace: wallet, now }: Books,
  { bin, settings, amount, replacement, spendRequestId, madeBy }: Issuing,
  { workspace, services, key }: Beginning,
): IssuanceRow {
  const wall = services.clock()
  const issuance: IssuanceRow = {
    bucket: workspace.bucket,
    id: newUuid(),
    workspace_id: workspace.id,
    processor: bin.processor,
    request_key: key?.keyHash ?? null,
    fingerprint: key?.fingerprint ?? null,
    amount_cents: amount,
    settings: {
      ...storedSettings(bin, settings),
      ...(replacement && { replacement }),
      ...(spendRequestId && { spend_request_id: spendRequestId }),
      made_by: madeBy,
    },
    actor: workspace.actor,
    issue_key: newUuid(),
    attempts: 0,
    next_try_at: new Date(wall.getTime() + FIRST_TRY_BY_WORKER_MS),
    created_at: now,
  }
  changes.workspace(wallet) // the workspace is not yet part of the changes through a card or an event
  if (!replacement) postIssuance(changes.posting(newUuid(), TransferKind.fund, now), wallet, issuance.id, amount)
  changes.newIssuances.push(issuance)
  return issuance
}

/**
 * A repeat of the request continues what it has begun, as an attempt after the first. The same key for another request is
 * refused, as it is later.
 */
export function resumeIssuance(issuance: IssuanceRow, key: RequestKey | undefined): Pending<IssuanceRow> | Refusal {
  if (issuance.fingerprint !== key?.fingerprint) return refuse('idempotency_key_reused')
  return new Pending({ ...issuance, attempts: issuance.attempts + 1 })
}

function storedSettings(bin: Bin, settings: CardSettings & Holder): IssuanceSettings {
  return {
    ...settings,
    bin_id: bin.id,
    spending_limit_cents: String(settings.spending_limit_cents),
    auto_freeze_cents: settings.auto_freeze_cents === null ? null : String(settings.auto_freeze_cents),
  }
}

/** The second step, and how the third step ends. Throws when the processor does not answer. */
export async function issueOutside(
  services: Services,
  { accountId }: Pick<Workspace, 'accountId'>,
  issuance: IssuanceRow,
): Promise<Ending> {
  const outcome = await askOutside(services, accountId, issuance)
  const { replacement, spend_request_id: request } = issuance.settings
  return {
    needs: {
      wallet: true,
      issuances: [issuance.id],
      ...(replacement ? { cards: [replacement.card_id] } : budgetOf(issuance)),
      ...(request && { spendRequests: [request] }),
    },
    decide: (books) => endIssuance(services, books, outcome),
  }
}

/** The budget to give back to, in case the card is not issued. */
function budgetOf({ settings: { made_by } }: IssuanceRow): { budgetOf?: Uuid } {
  return made_by ? { budgetOf: made_by } : {}
}

/** The third step. A second caller finds nothing to end. */
function endIssuance(services: Services, books: Books, outcome: OutsideCard | ProcessorRefused): Reply | Refusal {
  const { issuance } = books
  if (!issuance) return refuse('invalid_state', 'The creation has ended already; GET /cards shows the result.')
  books.changes.endedIssuances.push(issuance)
  return outcome instanceof ProcessorRefused
    ? giveBack(books, issuance, outcome)
    : fundIssued(services, books, issuance, outcome)
}

function giveBack(books: Books, issuance: IssuanceRow, { message }: Error): Refusal {
  const { changes, workspace: wallet, now } = books
  changes.workspace(wallet)
  if (issuance.settings.replacement) return giveBackReplaced(books, issuance, message)
  giveBackToBudget(books, issuance.amount_cents, issuance.created_at)
  const posting = changes.posting(newUuid(), TransferKind.withdraw, now)
  postRefusedIssuance(posting, wallet, issuance.id, issuance.amount_cents)
  if (issuance.settings.spend_request_id) denyRequested(books, issuance, message)
  return refuse('processor_refused', `The processor has refused the card: ${message}`)
}

/** Denies the spend request after the money was returned, since there will be no card. */
function denyRequested(books: Books, { amount_cents, created_at }: IssuanceRow, why: string): void {
  const { spendRequest: request, changes, workspace: wallet, now } = books
  if (request.decided_by === null) giveBackAutomatic(books, amount_cents, created_at)
  Object.assign(request, {
    status: SpendRequestStatus.denied,
    card_id: null,
    due_at: null,
    ended_at: now,
    budget_period: null,
  })
  request.note = `The processor has refused the card: ${why}`.slice(0, MAX_NOTE)
  changes.changedSpendRequests.set(request.id, request)
  changes.event(wallet, 'spend_request.denied', now, { subjectId: request.id })
}

const MAX_NOTE = 500

/** Returns the money of the replaced card. The old card stays terminated, since somebody else may have its number. */
function giveBackReplaced(
  { changes, card: old, workspace: wallet, now }: Books,
  issuance: IssuanceRow,
  why: string,
): Refusal {
  const { amount_cents: amount, actor } = issuance
  postRefusedIssuance(changes.posting(newUuid(), TransferKind.terminate, now), wallet, old.id, amount)
  changes.card(old).refunded_cents! += amount
  changes.history(old, 'replacement_refused', now, actor, { amount })
  return refuse(
    'processor_refused',
    `The processor has refused the new card: ${why.replace(/\.$/, '')}. The old card is terminated, and its balance of ${dollars(amount).toFixed(2)} USD is in the wallet.`,
  )
}

function fundIssued(services: Services, books: Books, issuance: IssuanceRow, outside: OutsideCard): Reply {
  const { changes, workspace: wallet, card: old, now } = books
  const { settings, amount_cents: amount, actor } = issuance
  const { replacement } = settings
  const owner: WorkspaceKey = { bucket: issuance.bucket, id: issuance.workspace_id }
  const bin = services.bins.get(settings.bin_id)!
  const made = { last4: outside.last4, expiresAt: endOfMonth(outside.expiry) }
  const card = newCardRow(owner, issuance.id, bin, cardSettings(settings), made, now)
  card.network = outside.network
  card.spend_request_id = settings.spend_request_id ?? null
  if (replacement) takeOver(card, replacement)
  const kind = replacement ? TransferKind.replace : TransferKind.fund
  postIssuedFunding(changes.posting(card.id, kind, now), wallet, card, amount)
  const madeBy = settings.made_by ?? null
  changes.newCards.push({ card, outside: outsideRowOf(issuance, outside, services.clock()), madeBy })
  if (replacement) linkReplaced(changes, old, card, { reason: replacement.reason, amount, actor, now })
  announceCard(changes, owner, card, actor, amount, now)
  changes.onCommit(() => wakeDeferred(services, issuance.processor, outside.externalId))
  return { status: 201, body: presentCard(card) }
}

function cardSettings(stored: IssuanceSettings): CardSettings {
  const { label, allowed_categories, metadata, auto_freeze_cents, controls = null } = stored
  return {
    label,
    controls,
    allowed_categories,
    metadata,
    spending_limit_cents: BigInt(stored.spending_limit_cents),
    auto_freeze_cents: auto_freeze_cents === null ? null : BigInt(auto_freeze_cents),
  }
}

function outsideRowOf(issuance: IssuanceRow, outside: OutsideCard, wall: Date): ProcessorCardRow {
  const { holder_name, billing_address } = issuance.settings
  return {
    bucket: issuance.bucket,
    id: issuance.id,
    workspace_id: issuance.workspace_id,
    processor: issuance.processor,
    external_id: outside.externalId,
    observed_state: OutsideStateCode[outside.state],
    observed_at: wall,
    push_at: outside.state === 'active' ? null : wall,
    push_attempts: 0,
    exp_month: outside.expiry.month,
    exp_year: outside.expiry.year,
    holder_name,
    billing_address,
  }
}

function endOfMonth({ month, year }: { month: number; year: number }): Date {
  return new Date(Date.UTC(year, month, 1) - 1)
}
