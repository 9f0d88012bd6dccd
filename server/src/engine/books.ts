// The rows of a batch, as read by lock-rows.ts, and what each decision sees of them.

import { workspaceTime } from '../clock.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { Changes, HoldReleaseRow, TransactionRow } from '../ledger/changes.ts'
import type { KeyBudgetRow } from '../ledger/key-rows.ts'
import type {
  CardRow,
  ChallengeRow,
  DepositRow,
  HoldRow,
  IssuanceRow,
  OutsideAuthorizationRow,
  WorkspaceRow,
} from '../ledger/rows.ts'
import type { SpendRequestRow } from '../ledger/spend-request-row.ts'
import type { Cents } from '../money.ts'
import type { Bought } from './bought-before.ts'
import type { ReservedNumbers } from './counter-pool.ts'
import type { CardAndMerchant, Needing, Needs } from './needs.ts'
import type { PostOf } from './outside-history.ts'

/** What one decision sees: the rows it needs, as the decisions before it in the same batch have left them. */
export type Books = {
  /** Workspace time. */
  now: Date
  changes: Changes
  /** Locked when the operation needs the wallet. */
  workspace: WorkspaceRow
  /** The first row of each kind that the operation named, if any. */
  card: CardRow
  hold: HoldRow
  challenge: ChallengeRow | undefined
  deposit: DepositRow
  spendRequest: SpendRequestRow
  /** The creation that the operation named, by its id or by the key of its request. */
  issuance: IssuanceRow | undefined
  /** The outside authorization that the operation named first, and the ids of its postings. */
  outside: OutsideAuthorizationRow | undefined
  posted(): ReadonlySet<Uuid>
  cardOf(id: Uuid): CardRow
  holdOf(id: Uuid): HoldRow
  depositOf(id: Uuid): DepositRow
  spendRequestOf(id: Uuid): SpendRequestRow
  /** The budget row of the key that the operation named; undefined when nothing was counted yet. */
  budget: KeyBudgetRow | undefined
  /** How much of the settlement that the operation named was refunded. */
  refunded(): Cents
  /** The transactions of the authorization that the operation named, in no particular order. */
  history(): History
  /** Whether the named card has bought at the merchant; undefined when the operation did not ask. */
  hasBought(): boolean | undefined
  takeNumber(): bigint
}

export type History = { transactions: readonly TransactionRow[]; releases: readonly HoldReleaseRow[] }

type Rows<Row> = Map<Uuid, Row>

export class LockedRows {
  readonly wall: Date
  readonly changes: Changes
  readonly #cards: Rows<CardRow>
  readonly #holds: Rows<HoldRow>
  readonly #challenges: Rows<ChallengeRow>
  readonly #deposits: Rows<DepositRow>
  readonly #spendRequests: Rows<SpendRequestRow>
  readonly #outside: Rows<OutsideAuthorizationRow>
  readonly #posts: readonly PostOf[]
  readonly #issuances: readonly IssuanceRow[]
  readonly #workspaces: Rows<WorkspaceRow>
  readonly #times = new Map<Uuid, Date>()
  readonly #numbers: ReservedNumbers
  readonly #transactions: readonly TransactionRow[]
  readonly #releases: readonly HoldReleaseRow[]
  readonly #bought: ReadonlySet<string>
  readonly #budgets: readonly KeyBudgetRow[]
  readonly #refunds: readonly { refund_of: Uuid; refunded: Cents }[]

  constructor(wall: Date, numbers: ReservedNumbers, changes: Changes, read: Read) {
    this.wall = wall
    this.changes = changes
    this.#numbers = numbers
    this.#cards = byId(read.cards)
    this.#holds = byId(read.holds)
    this.#challenges = byId(read.challenges)
    this.#deposits = byId(read.deposits)
    this.#spendRequests = byId(read.spendRequests)
    this.#outside = byId(read.outside)
    this.#posts = read.posts
    this.#issuances = read.issuances
    this.#workspaces = byId(read.workspaces)
    this.#transactions = read.transactions
    this.#releases = read.releases
    this.#refunds = read.refunds
    this.#budgets = read.budgets
    this.#bought = new Set(read.bought.map(({ card_id, merchant }) => boughtKey(card_id, merchant)))
  }

  isLive(workspace: WorkspaceKey): boolean {
    return this.#workspaces.get(workspace.id)?.live === true
  }

  /** The first kind of row that the step names but that its workspace does not have. */
  missing({ workspace, needs }: Needing): keyof Needs | undefined {
    const lacks = (rows: Rows<{ workspace_id: Uuid }>, ids: readonly Uuid[] | undefined) =>
      ids?.some((id) => rows.get(id)?.workspace_id !== workspace.id) === true
    if (lacks(this.#cards, needs.cards)) return 'cards'
    if (lacks(this.#holds, needs.holds)) return 'holds'
    if (lacks(this.#challenges, needs.challenges)) return 'challenges'
    if (lacks(this.#spendRequests, needs.spendRequests)) return 'spendRequests'
    return lacks(this.#deposits, needs.deposits) ? 'deposits' : undefined
  }

  /** The rows that the step names but that were not read, because they do not exist or somebody else has locked them. */
  unread({ workspace, needs }: Needing): Uuid[] {
    const lacking = (rows: Rows<unknown>, ids: readonly Uuid[] = []) => ids.filter((id) => !rows.has(id))
    return [
      ...lacking(this.#cards, needs.cards),
      ...lacking(this.#holds, needs.holds),
      ...lacking(this.#challenges, needs.challenges),
      ...lacking(this.#deposits, needs.deposits),
      ...lacking(this.#workspaces, [workspace.id]),
    ]
  }

  for({ workspace, needs }: Needing): Books {
    const { changes } = this
    const first = <Row>(rows: Rows<Row>, ids: readonly Uuid[] | undefined) => rows.get(ids?.[0] as Uuid) as Row
    return {
      changes,
      now: this.#timeOf(workspace),
      workspace: this.#workspaces.get(workspace.id)!,
      card: first(this.#cards, needs.cards),
      hold: first(this.#holds, needs.holds),
      challenge: first(this.#challenges, needs.challenges),
      deposit: first(this.#deposits, needs.deposits),
      spendRequest: this.#spendRequest(needs.spendRequests?.[0] as Uuid) as SpendRequestRow,
      outside: first(this.#outside, needs.outside) ?? changes.newOutside.get(needs.outside?.[0] as Uuid),
      issuance: this.#issuance(workspace, needs),
      posted: () => this.#posted(needs.outside![0]!),
      cardOf: (id) => this.#cards.get(id)!,
      holdOf: (id) => this.#holds.get(id)!,
      depositOf: (id) => this.#deposits.get(id)!,
      spendRequestOf: (id) => this.#spendRequest(id)!,
      budget: this.#budget(workspace, needs),
      refunded: () => this.#refunded(needs.refundsOf!),
      history: () => this.#history(needs.historyOf!),
      hasBought: () => needs.boughtAt && this.#hasBought(needs.boughtAt),
      takeNumber: () => this.#numbers.take(needs.sequence!),
    }
  }

  /** One Date per workspace of a batch, since a column with equal values is sent as one value. */
  #timeOf({ id }: WorkspaceKey): Date {
    const known = this.#times.get(id)
    if (known) return known
    const time = workspaceTime(this.wall, this.#workspaces.get(id)!.clock_offset_ms)
    this.#times.set(id, time)
    return time
  }

  /** Leaves out an issuance that an earlier operation of this batch has ended. */
  #issuance({ id: workspaceId }: WorkspaceKey, { issuances: ids, issuanceOf }: Needs): IssuanceRow | undefined {
    if (!ids && issuanceOf === undefined) return undefined
    const isNamed = ({ id, request_key }: IssuanceRow) => ids?.[0] === id || (issuanceOf ?? null) === request_key
    const { newIssuances, endedIssuances } = this.changes
    return [...this.#issuances, ...newIssuances].find(
      (row) => row.workspace_id === workspaceId && isNamed(row) && !endedIssuances.includes(row),
    )
  }

  /** Includes what an earlier decision of this batch has done to it through its card. */
  #spendRequest(id: Uuid): SpendRequestRow | undefined {
    const row = this.#spendRequests.get(id)
    const ended = this.changes.endedSpendRequests.get(id)
    return row && ended ? Object.assign(row, ended) : row
  }

  #posted(authorizationId: Uuid): ReadonlySet<Uuid> {
    const all = [...this.#posts, ...this.changes.outsidePosts]
    return new Set(all.flatMap((post) => (post.authorization_id === authorizationId ? [post.id] : [])))
  }

  #hasBought({ cardId, merchant }: CardAndMerchant): boolean {
    const isIt = (row: { card_id: Uuid; merchant: string }) => row.card_id === cardId && row.merchant === merchant
    return this.#bought.has(boughtKey(cardId, merchant)) || this.changes.cardMerchants.some(isIt)
  }

  #budget({ id: workspaceId }: WorkspaceKey, { budgetOf }: Needs): KeyBudgetRow | undefined {
    if (budgetOf === undefined) return undefined
    const isIt = (row: KeyBudgetRow) => row.key_id === budgetOf && row.workspace_id === workspaceId
    return this.changes.keyBudgets.get(budgetOf) ?? this.#budgets.find(isIt)
  }

  #refunded(settlementId: Uuid): Cents {
    let sum = this.#refunds.find((row) => row.refund_of === settlementId)?.refunded ?? 0n
    for (const row of this.changes.transactions) if (row.refund_of === settlementId) sum += row.amount_cents
    return sum
  }

  #history(authorizationId: Uuid): History {
    const isOfIt = (row: TransactionRow) => row.id === authorizationId || row.authorization_id === authorizationId
    const isRelease = (row: HoldReleaseRow) => row.authorization_id === authorizationId
    return {
      transactions: [...this.#transactions, ...this.changes.transactions].filter(isOfIt),
      releases: [...this.#releases, ...this.changes.holdReleases].filter(isRelease),
    }
  }
}

export type Read = {
  cards: CardRow[]
  holds: HoldRow[]
  outside: OutsideAuthorizationRow[]
  posts: readonly PostOf[]
  issuances: readonly IssuanceRow[]
  challenges: ChallengeRow[]
  deposits: DepositRow[]
  spendRequests: readonly SpendRequestRow[]
  workspaces: WorkspaceRow[]
  transactions: TransactionRow[]
  releases: HoldReleaseRow[]
  refunds: { refund_of: Uuid; refunded: Cents }[]
  bought: readonly Bought[]
  budgets: readonly KeyBudgetRow[]
}

function boughtKey(cardId: Uuid, merchant: string): string {
  return `${cardId} ${merchant}`
}

function byId<Row extends { id: Uuid }>(rows: readonly Row[]): Rows<Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
