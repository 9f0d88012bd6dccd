// Every movement of money, as transfers between ledger accounts. The functions change the rows they are given and append to
// the posting; nothing here reads a clock or a database. An amount of zero posts nothing. The callers have decided that the
// movement is allowed. What must never happen (a negative wallet, held or available balance) throws, and the database would
// refuse it too.

import type { Uuid } from '../ids.ts'
import { type Cents, maxCents, minCents } from '../money.ts'
import { isAsset, LedgerAccount } from './ledger-accounts.ts'
import { type CardRow, CardStatus, type WorkspaceRow } from './rows.ts'
import type { TransferKind } from './transfer-kinds.ts'

export type Transfer = {
  bucket: number
  workspace_id: Uuid
  operation_id: Uuid
  leg: number
  card_id: Uuid | null
  kind: TransferKind
  debit: LedgerAccount
  credit: LedgerAccount
  amount_cents: Cents
  wallet_after_cents: Cents | null
  wallet_sequence: bigint | null
  created_at: Date
}

/** The rows of the wallet that a posting may touch. */
export type Wallet = Pick<
  WorkspaceRow,
  'bucket' | 'id' | 'wallet_cents' | 'owed_cents' | 'issuing_cents' | 'wallet_movements'
>

/** One operation being posted: a deposit, a transaction, a funding. Its id makes it unique for ever. */
export type Posting = { operationId: Uuid; kind: TransferKind; createdAt: Date; legs: number; transfers: Transfer[] }

/** The legs are appended to `transfers`, the list that all postings of a change share. */
export function newPosting(operationId: Uuid, kind: TransferKind, createdAt: Date, transfers: Transfer[]): Posting {
  return { operationId, kind, createdAt, legs: 0, transfers }
}

const {
  cardAvailable,
  cardHeld,
  cardOverdraft,
  wallet,
  owed,
  cryptoClearing,
  depositFees,
  networkSettlement,
  cardIssuing,
} = LedgerAccount

export function postDeposit(posting: Posting, workspace: Wallet, credited: Cents, fee: Cents): void {
  creditWallet(posting, { workspace }, cryptoClearing, credited)
  move(posting, { workspace }, cryptoClearing, depositFees, fee)
}

/** The legs of a reversal follow those of the deposit, under its id, so that the key of the transfers lets it happen only once. */
const FIRST_REVERSAL_LEG = 100

/** The wallet pays as much as it has. The workspace owes the rest, which is taken from its next wallet credits. */
export function postDepositReversal(posting: Posting, workspace: Wallet, credited: Cents, fee: Cents): void {
  posting.legs = FIRST_REVERSAL_LEG
  const paid = minCents(credited, workspace.wallet_cents)
  move(posting, { workspace }, wallet, cryptoClearing, paid)
  move(posting, { workspace }, owed, cryptoClearing, credited - paid)
  move(posting, { workspace }, depositFees, cryptoClearing, fee)
}

export function postFunding(posting: Posting, workspace: Wallet, card: CardRow, amount: Cents): void {
  creditCard(posting, workspace, card, wallet, amount)
}

/** Moves money out of the wallet for a card that does not exist yet. `cardId` is the id that it will have. */
export function postIssuance(posting: Posting, workspace: Wallet, cardId: Uuid, amount: Cents): void {
  move(posting, { workspace, cardId }, wallet, cardIssuing, amount)
}

/** The legs of a departure follow those of the arrival, under the card's id, so that the key of the transfers lets each happen only once. */
const FIRST_DEPARTURE_LEG = 100

/** Moves the available money to the card that replaces this one, and returns how much it was. */
export function postReplacement(posting: Posting, workspace: Wallet, card: CardRow): Cents {
  posting.legs = FIRST_DEPARTURE_LEG
  const moved = card.available_cents
  move(posting, { workspace, card }, cardAvailable, cardIssuing, moved)
  return moved
}

/** The card was issued and gets its money. */
export function postIssuedFunding(posting: Posting, workspace: Wallet, card: CardRow, amount: Cents): void {
  creditCard(posting, workspace, card, cardIssuing, amount)
}

/** The card will never be issued, and the money returns to the wallet. */
export function postRefusedIssuance(posting: Posting, workspace: Wallet, cardId: Uuid, amount: Cents): void {
  creditWallet(posting, { workspace, cardId }, cardIssuing, amount)
}

export function postWithdrawal(posting: Posting, workspace: Wallet, card: CardRow, amount: Cents): void {
  creditWallet(posting, { workspace, card }, cardAvailable, amount)
}

/** Empties the card: available money goes to the wallet. The wallet pays an overdraft, or the workspace owes it. */
export function postTermination(posting: Posting, workspace: Wallet, card: CardRow): Cents {
  const returned = card.available_cents
  creditWallet(posting, { workspace, card }, cardAvailable, returned)
  const paid = minCents(workspace.wallet_cents, card.overdraft_cents)
  move(posting, { workspace, card }, wallet, cardOverdraft, paid)
  move(posting, { workspace, card }, owed, cardOverdraft, card.overdraft_cents)
  return returned
}

export function postHold(
  posting: Posting,
  workspace: Pick<Wallet, 'bucket' | 'id'>,
  card: CardRow,
  amount: Cents,
): void {
  move(posting, { workspace: workspace as Wallet, card }, cardAvailable, cardHeld, amount)
}

/** Makes held money available again, after a reversal, an expiry or a final settlement. */
export function postRelease(posting: Posting, workspace: Wallet, card: CardRow, amount: Cents): void {
  creditCard(posting, workspace, card, cardHeld, amount)
}

/** A settlement always posts: first from the hold, then from the card, then below zero. */
export function postSettlement(
  posting: Posting,
  workspace: Wallet,
  card: CardRow,
  amount: Cents,
  fromHold: Cents,
): void {
  move(posting, { workspace, card }, cardHeld, networkSettlement, fromHold)
  debitCard(posting, workspace, card, networkSettlement, amount - fromHold)
}

/** Places a hold that was approved elsewhere, whatever the card has. */
export function postAdoptedHold(posting: Posting, workspace: Wallet, card: CardRow, amount: Cents): void {
  debitCard(posting, workspace, card, cardHeld, amount)
}

/** Takes from the available money, and then below zero. For a terminated card the wallet pays, and then the workspace owes. */
function debitCard(posting: Posting, workspace: Wallet, card: CardRow, to: LedgerAccount, amount: Cents): void {
  const [first, last] = isTerminated(card) ? ([wallet, owed] as const) : ([cardAvailable, cardOverdraft] as const)
  const covered = minCents(amount, isTerminated(card) ? workspace.wallet_cents : card.available_cents)
  move(posting, { workspace, card }, first, to, covered)
  move(posting, { workspace, card }, last, to, amount - covered)
  // Null unless the last use has ended the card. Refunds and releases do not lower it.
  if (card.taken_after_end_cents !== null) card.taken_after_end_cents += amount
}

/** What the wallet may still pay for a card that its last use has ended: what the card returned, less what was taken since. */
export function leftAfterEnd({ refunded_cents, taken_after_end_cents }: CardRow): Cents {
  if (refunded_cents === null || taken_after_end_cents === null) return 0n
  return maxCents(refunded_cents - taken_after_end_cents, 0n)
}

export function postRefund(posting: Posting, workspace: Wallet, card: CardRow, amount: Cents): void {
  creditCard(posting, workspace, card, networkSettlement, amount)
}

/** Credits fill an overdraft first. A terminated card passes them on to the wallet. */
function creditCard(posting: Posting, workspace: Wallet, card: CardRow, from: LedgerAccount, amount: Cents): void {
  if (isTerminated(card)) {
    creditWallet(posting, { workspace, card }, from, amount)
    return
  }
  const filled = minCents(amount, card.overdraft_cents)
  move(posting, { workspace, card }, from, cardOverdraft, filled)
  move(posting, { workspace, card }, from, cardAvailable, amount - filled)
}

/** What the workspace owes is taken from its next wallet credits. */
function creditWallet(posting: Posting, rows: Rows, from: LedgerAccount, amount: Cents): void {
  const repaid = minCents(amount, rows.workspace.owed_cents)
  move(posting, rows, from, owed, repaid)
  move(posting, rows, from, wallet, amount - repaid)
}

/** `cardId` is for a card that has no row yet. */
type Rows = { workspace: Wallet; card?: CardRow; cardId?: Uuid }

function move(posting: Posting, rows: Rows, debit: LedgerAccount, credit: LedgerAccount, amount: Cents): void {
  if (amount === 0n) return
  if (amount < 0n) throw new RangeError('a transfer has a positive amount')
  apply(rows, debit, isAsset(debit) ? amount : -amount)
  apply(rows, credit, isAsset(credit) ? -amount : amount)
  const movesWallet = debit === wallet || credit === wallet
  posting.transfers.push({
    bucket: rows.workspace.bucket,
    workspace_id: rows.workspace.id,
    operation_id: posting.operationId,
    leg: posting.legs++,
    card_id: rows.card?.id ?? rows.cardId ?? null,
    kind: posting.kind,
    debit,
    credit,
    amount_cents: amount,
    wallet_after_cents: movesWallet ? rows.workspace.wallet_cents : null,
    wallet_sequence: movesWallet ? ++rows.workspace.wallet_movements : null,
    created_at: posting.createdAt,
  })
}

function apply({ workspace, card }: Rows, account: LedgerAccount, change: Cents): void {
  let balance = 0n
  if (account === cardAvailable) balance = card!.available_cents += change
  else if (account === cardHeld) balance = card!.held_cents += change
  else if (account === cardOverdraft) balance = card!.overdraft_cents += change
  else if (account === wallet) balance = workspace.wallet_cents += change
  else if (account === owed) balance = workspace.owed_cents += change
  else if (account === cardIssuing) balance = workspace.issuing_cents += change
  if (balance < 0n) throw new RangeError('a balance would become negative')
}

function isTerminated(card: CardRow): boolean {
  return card.status === CardStatus.terminated
}
