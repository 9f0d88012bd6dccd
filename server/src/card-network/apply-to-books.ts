// Applies a processor's reports to the books: each posting counts once by its id, and the newest report sets the hold to a
// target. Nothing is applied as a difference, so reports that come late, twice, out of order or not at all lead to the same
// books as those that come in time (docs/adr/0027-processors.md).

import { adopt, noteDecline } from '../authorizations/authorize.ts'
import { type Authorized, expireHold, reverseHold } from '../authorizations/release-hold.ts'
import { refund, settle } from '../authorizations/settle.ts'
import { unheldOf } from '../controls/usage.ts'
import type { Books } from '../engine/books.ts'
import type { TransactionRow } from '../ledger/changes.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import { Answered, type HoldRow, HoldStatus, type OutsideAuthorizationRow } from '../ledger/rows.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { addDetails, TransactionSource } from '../ledger/transaction-details.ts'
import { type Cents, maxCents, minCents } from '../money.ts'
import type { Post, Report } from '../processors/inbound.ts'
import { outsideId } from '../processors/outside-id.ts'
import { merchantRow } from '../transactions/merchant.ts'
import { networkDetails } from './network-details.ts'

/** A processor's hold expires after this long when no report ends it. */
export const FALLBACK_DAYS = 35
const FIRST_COMPARED_MS = 24 * 3_600_000
/** The version of an authorization without any report yet. */
export const NO_REPORT = -1n

/** What was read before anything was locked: the hold, and the authorization as its event shows it. */
export type Known = { hold: HoldRow; authorized: Authorized } | undefined

type Application = {
  books: Books
  processor: string
  report: Report
  row: OutsideAuthorizationRow
  merchant: MerchantRow
  known: Known
  /** Whether no newer report has been applied. */
  isNewer: boolean
  wall: Date
}

/** The card, the wallet and the authorization's row must be locked. `known` is its hold. Returns whether the report was new. */
export function applyToBooks(books: Books, processor: string, report: Report, known: Known, wall: Date): boolean {
  const row = outsideRow(books, processor, report, wall)
  const merchant = merchantRow(books.changes, books.workspace, report.merchant)
  const applying = { books, processor, report, row, merchant, known, isNewer: report.version > row.version, wall }
  const hasPosted = postUnseen(applying)
  if (!applying.isNewer || (report.hold === undefined && report.outcome === undefined)) return hasPosted
  row.version = report.version
  row.updated_at = wall
  row.requests = report.requests?.count ?? row.requests
  row.last_request_at = report.requests ? new Date(report.requests.lastAt) : row.last_request_at
  // The report counts from here on, whatever the last question has done.
  Object.assign(row, { placed_by: null, placed_cents: null })
  if (report.outcome === 'declined') noteDeclineThere(applying)
  setHold(applying, targetOf(report))
  return true
}

/** What the processor holds; undefined when the report does not say. */
export function targetOf({ outcome, hold }: Report): Cents | undefined {
  return outcome === 'declined' ? 0n : hold
}

/** The row of an authorization, or a new one. It is always written. */
export function outsideRow(
  { changes, card, outside }: Books,
  processor: string,
  { authorizationRef }: { authorizationRef: string },
  wall: Date,
): OutsideAuthorizationRow {
  if (outside) {
    if (!changes.newOutside.has(outside.id)) changes.changedOutside.set(outside.id, outside)
    return outside
  }
  const row: OutsideAuthorizationRow = {
    bucket: card.bucket,
    id: outsideId('authorization', processor, authorizationRef),
    workspace_id: card.workspace_id,
    card_id: card.id,
    processor,
    reference: authorizationRef,
    hold_id: null,
    answered: Answered.never,
    version: NO_REPORT,
    updated_at: wall,
    decided: 0,
    requests: 0,
    last_request_at: null,
    placed_by: null,
    placed_cents: null,
    compare_at: null,
    differs_since: null,
    outside_cents: null,
  }
  changes.newOutside.set(row.id, row)
  return row
}

/** Runs before the hold is set, because a settlement is paid by its hold first. */
function postUnseen(applying: Application): boolean {
  const { books, processor, report, row, isNewer } = applying
  const posted = books.posted()
  const unseen = report.posts.filter((post) => !posted.has(outsideId('post', processor, post.id)))
  const last = unseen.findLast((post) => post.direction === 'debit' && post.usesHold)
  const endsHold = isNewer && report.hold === 0n && report.ended === 'settled'
  for (const post of unseen) {
    const transaction =
      post.direction === 'debit' ? debit(applying, post, endsHold && post === last) : credit(applying, post)
    const network = { ...report.network, ...(post.arn !== undefined && { arn: post.arn }) }
    addDetails(books.changes, transaction, networkDetails(processor, { ...report, network }))
    books.changes.outsidePosts.push({
      bucket: row.bucket,
      id: outsideId('post', processor, post.id),
      workspace_id: row.workspace_id,
      authorization_id: row.id,
      transaction_id: transaction.id,
      processor,
      reference: post.id,
      amount_cents: post.direction === 'debit' ? post.amount : -post.amount,
      posted_at: applying.wall,
    })
  }
  return unseen.length > 0
}

function debit({ books, report, merchant, known }: Application, post: Post, final: boolean): TransactionRow {
  const { changes, workspace: wallet, card, now } = books
  const settlement = { amount: post.amount, final, merchant, threeDs: threeDsOf(report) }
  return settle(changes, wallet, card, post.usesHold ? (known?.hold ?? null) : null, settlement, now)
}

function credit({ books, merchant, known }: Application, post: Post): TransactionRow {
  const { changes, workspace: wallet, card, now } = books
  const given = {
    amount: post.amount,
    merchantId: merchant.id,
    settlement: null,
    hold: known?.hold ?? null,
  }
  return refund(changes, wallet, card, given, now)
}

/** Records a decline that the processor made without asking us. When we were asked, our own entry exists already. */
function noteDeclineThere({ books, processor, report, row, merchant }: Application): void {
  if (row.answered !== Answered.never) return
  row.answered = Answered.declinedThere
  const { changes, workspace, card, now } = books
  const entry = { merchant, amount: report.amount, threeDs: threeDsOf(report) }
  if (report.amount === 0n) return
  const transaction = noteDecline(changes, workspace, card, entry, now)
  addDetails(changes, transaction, { ...networkDetails(processor, report), processor_word: report.word ?? null })
}

function setHold(applying: Application, target: Cents | undefined): void {
  if (target === undefined) return
  const { known } = applying
  const held = known?.hold.held_cents ?? 0n
  const covered = held + (known ? unheldOf(known.hold) : 0n)
  if (target > covered) raise(applying, target - covered)
  else if (known && (target < held || known.hold.status === HoldStatus.pending))
    lower(applying, known, maxCents(held - target, 0n))
  noteHeld(applying.row, target, applying.wall)
}

/** An open hold is compared with the processor from its second day on, and one that just became equal no longer differs. */
export function noteHeld(row: OutsideAuthorizationRow, held: Cents, wall: Date): void {
  row.compare_at = held === 0n ? null : (row.compare_at ?? new Date(wall.getTime() + FIRST_COMPARED_MS))
  Object.assign(row, { differs_since: null, outside_cents: null })
}

function raise({ books, processor, report, row, merchant, known }: Application, amount: Cents): void {
  const { changes, workspace: wallet, card, now } = books
  const adoption = { merchant, amount, threeDs: threeDsOf(report), holdDays: FALLBACK_DAYS }
  const { hold, transaction } = adopt(changes, wallet, card, known?.hold, adoption, now)
  row.hold_id = hold.id
  addDetails(changes, transaction, { ...networkDetails(processor, report), source: TransactionSource.stand_in })
}

/** Lowers the hold to a part or to zero; at zero, with the reason why nothing is held any more. */
function lower({ books, report }: Application, { hold, authorized }: NonNullable<Known>, amount: Cents): void {
  const { changes, workspace: wallet, card, now } = books
  if (report.ended === 'expired') {
    expireHold(changes, wallet, card, hold, authorized, now)
    return
  }
  if (amount > 0n) reverseHold(changes, wallet, card, hold, minCents(amount, hold.held_cents), authorized, now)
  if (hold.held_cents > 0n || report.ended === undefined) return
  changes.changedHolds.set(hold.id, hold)
  hold.status = report.ended === 'settled' ? HoldStatus.settled : HoldStatus.reversed
}

export function threeDsOf({ authentication }: Pick<Report, 'authentication'>): ThreeDsStatus {
  if (authentication === 'authenticated') return ThreeDsStatus.authenticated
  return authentication === 'failed' ? ThreeDsStatus.failed : ThreeDsStatus.not_required
}
