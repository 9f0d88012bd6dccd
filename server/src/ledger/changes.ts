// What one transaction is about to write, collected while the rules decide. All operations of a batch share one `Changes`,
// which `record` (record.ts) turns into a few array statements.

import type { EventType } from '../events/event-types.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'
import type { UnusedSpendRequest } from './given-back-budgets.ts'
import type { KeyBudgetRow } from './key-rows.ts'
import { KnownMerchants, type MerchantRow } from './known-merchants.ts'
import { newPosting, type Posting, type Transfer } from './postings.ts'
import {
  balanceOfCard,
  type CardRow,
  CardStatus,
  type ChallengeRow,
  type DepositRow,
  type HoldRow,
  type IssuanceRow,
  type NewCard,
  type OutsideAuthorizationRow,
  type OutsidePostRow,
} from './rows.ts'
import { type CardMerchantRow, RuleCounts, type RuleFacts } from './rule-rows.ts'
import { type SpendRequestRow, SpendRequestStatus } from './spend-request-row.ts'
import type { TransactionDetailsRow } from './transaction-details-row.ts'
import type { TransferKind } from './transfer-kinds.ts'

export const TransactionType = { authorization: 1, settlement: 2, refund: 3, decline: 4 } as const
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType]

export type TransactionRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  merchant_id: Uuid
  authorization_id: Uuid | null
  refund_of: Uuid | null
  amount_cents: Cents
  balance_after_cents: Cents
  created_at: Date
  type: TransactionType
  decline_reason: number | null
  three_ds_status: number
  /** The set of rules that checked the transaction and the values it kept; null when no rules did. */
  rules_version: number | null
  rule_facts: RuleFacts | null
}

export const HoldRelease = { reversed: 1, expired: 2 } as const
export type HoldReleaseRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  authorization_id: Uuid
  event: (typeof HoldRelease)[keyof typeof HoldRelease]
  amount_cents: Cents
  created_at: Date
}

/** What can happen to a card apart from its transactions. Rows store the number, which never changes. */
export const CardHistoryType = {
  created: 1,
  funded: 2,
  withdrawn: 3,
  frozen: 4,
  unfrozen: 5,
  updated: 6,
  terminated: 7,
  details_viewed: 8,
  payment_approved: 9,
  payment_declined: 10,
  replaced: 11,
  replacement_refused: 12,
} as const
export type CardHistoryType = keyof typeof CardHistoryType

export type CardHistoryRow = {
  bucket: number
  card_id: Uuid
  id: Uuid
  workspace_id: Uuid
  type: number
  amount_cents: Cents | null
  reason: string | null
  actor: string | null
  created_at: Date
}

export type EventRow = {
  id: Uuid
  type: EventType
  subjectId: Uuid | null
  data: string | null
  createdAt: Date
}

/** How a spend request ended through its card. */
export type EndedSpendRequest = Pick<SpendRequestRow, 'bucket' | 'id' | 'status' | 'ended_at' | 'due_at'>

/** What a card contributed to its workspace's counters when it was read, so that the difference can be recorded. */
type Contribution = { balance: Cents; status: CardStatus | 0; spent: Cents }
const nothing: Contribution = { balance: 0n, status: 0, spent: 0n }

/** `clockMs` is how far a sandbox's clock is moved forward; `clockGoalMs` is the offset at which it shall arrive. */
export type WorkspaceChanges = {
  bucket: number
  id: Uuid
  deposited: Cents
  clockMs: bigint
  clockGoalMs: bigint | null
  events: EventRow[]
}

export class Changes {
  /** Cards read under a lock, to be written back. */
  readonly cards = new Map<Uuid, CardRow>()
  /** Cards that this transaction inserts. Their contribution starts at zero. */
  readonly newCards: NewCard[] = []
  /** Cards whose settings were changed. */
  readonly changedSettings = new Map<Uuid, CardRow>()
  readonly #read = new Map<Uuid, Contribution>()
  readonly newHolds: HoldRow[] = []
  readonly changedHolds = new Map<Uuid, HoldRow>()
  readonly holdReleases: HoldReleaseRow[] = []
  readonly newChallenges: ChallengeRow[] = []
  readonly changedChallenges = new Map<Uuid, ChallengeRow>()
  readonly newDeposits: DepositRow[] = []
  readonly changedDeposits = new Map<Uuid, DepositRow>()
  readonly newOutside = new Map<Uuid, OutsideAuthorizationRow>()
  readonly changedOutside = new Map<Uuid, OutsideAuthorizationRow>()
  readonly outsidePosts: OutsidePostRow[] = []
  readonly newIssuances: IssuanceRow[] = []
  /** Issuances that have ended. Their rows are deleted. */
  readonly endedIssuances: IssuanceRow[] = []
  readonly newSpendRequests: SpendRequestRow[] = []
  readonly changedSpendRequests = new Map<Uuid, SpendRequestRow>()
  /** Spend requests that ended with their cards, without having been read. */
  readonly endedSpendRequests = new Map<Uuid, EndedSpendRequest>()
  /** Spend requests whose amounts return to the budgets of their keys. */
  readonly unusedSpendRequests: UnusedSpendRequest[] = []
  readonly transactions: TransactionRow[] = []
  /** Details of the transactions above that have any. */
  readonly transactionDetails = new Map<Uuid, TransactionDetailsRow>()
  readonly merchants = new Map<Uuid, MerchantRow>()
  /** Merchants that need not be written again. */
  readonly knownMerchants: KnownMerchants
  /** New merchants of cards whose merchants are recorded. */
  readonly cardMerchants: CardMerchantRow[] = []
  /** What rules did, to be added to the counts of their days. */
  readonly ruleCounts = new RuleCounts()
  /** What keys have used of their budgets, by the key. */
  readonly keyBudgets = new Map<Uuid, KeyBudgetRow>()
  readonly transfers: Transfer[] = []
  readonly cardHistory: CardHistoryRow[] = []
  readonly workspaces = new Map<Uuid, WorkspaceChanges>()

  readonly #onCommit: (() => unknown)[] = []

  constructor(knownMerchants = new KnownMerchants()) {
    this.knownMerchants = knownMerchants
  }

  /** For what a process may remember only once it is committed. A write with its own transaction awaits the action's result. */
  onCommit(action: () => unknown): void {
    this.#onCommit.push(action)
  }

  async committed(): Promise<void> {
    await Promise.all(this.#onCommit.map((action) => action()))
  }

  /** Must be called before a rule changes the card. */
  card(card: CardRow): CardRow {
    if (!this.#read.has(card.id)) {
      this.#read.set(card.id, contributionOf(card))
      this.cards.set(card.id, card)
    }
    return card
  }

  /** Cards whose status has changed since they were read. Their processors must be told. */
  cardsWithNewStatus(): CardRow[] {
    return [...this.cards.values()].filter((card) => this.#read.get(card.id)!.status !== card.status)
  }

  contributions(card: CardRow): { before: Contribution; after: Contribution } {
    return { before: this.#read.get(card.id) ?? nothing, after: contributionOf(card) }
  }

  /** The card of a spend request has ended. Nothing is added when the request itself was ended before. */
  endSpendRequest(card: CardRow, status: SpendRequestStatus, now: Date): void {
    const id = card.spend_request_id!
    if (this.changedSpendRequests.has(id) || this.endedSpendRequests.has(id)) return
    this.endedSpendRequests.set(id, { bucket: card.bucket, id, status, ended_at: now, due_at: null })
    const owner = { bucket: card.bucket, id: card.workspace_id }
    if (status === SpendRequestStatus.used) this.event(owner, 'spend_request.used', now, { subjectId: id })
    if (status === SpendRequestStatus.expired) this.event(owner, 'spend_request.expired', now, { subjectId: id })
  }

  workspace(workspace: { bucket: number; id: Uuid }): WorkspaceChanges {
    let changes = this.workspaces.get(workspace.id)
    if (!changes) {
      changes = {
        bucket: workspace.bucket,
        id: workspace.id,
        deposited: 0n,
        clockMs: 0n,
        clockGoalMs: null,
        events: [],
      }
      this.workspaces.set(workspace.id, changes)
    }
    return changes
  }

  /** Opens a posting whose transfers belong to these changes. */
  posting(operationId: Uuid, kind: TransferKind, createdAt: Date): Posting {
    return newPosting(operationId, kind, createdAt, this.transfers)
  }

  /** `actor` is null when the service acted by itself. */
  history(
    card: { bucket: number; id: Uuid; workspace_id: Uuid },
    type: CardHistoryType,
    createdAt: Date,
    actor: string | null,
    { amount = null, reason = null }: { amount?: Cents | null; reason?: string | null } = {},
  ): void {
    this.cardHistory.push({
      bucket: card.bucket,
      card_id: card.id,
      id: newUuid(),
      workspace_id: card.workspace_id,
      type: CardHistoryType[type],
      amount_cents: amount,
      reason,
      actor,
      created_at: createdAt,
    })
  }

  /** `data` is the body at this moment; without it the body is rendered later from the subject's row. Returns the event's id. */
  event(
    workspace: { bucket: number; id: Uuid },
    type: EventType,
    createdAt: Date,
    body: { data: object } | { subjectId: Uuid },
  ): Uuid {
    const id = newUuid()
    this.workspace(workspace).events.push({
      id,
      type,
      subjectId: 'subjectId' in body ? body.subjectId : null,
      data: 'data' in body ? JSON.stringify(body.data) : null,
      createdAt,
    })
    return id
  }
}

function contributionOf(card: CardRow): Contribution {
  const balance = card.status === CardStatus.terminated ? 0n : balanceOfCard(card)
  return { balance, status: card.status, spent: card.total_spent_cents }
}
