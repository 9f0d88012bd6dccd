// Ends what expires by itself: holds after 7 or 30 days, pending deposits after 24 hours, and spend requests. The worker does
// it as time passes (expire-everywhere.ts), and the sandbox clock does it when it is moved. Each is dated at the moment it was
// due.

import { merchantOf } from '../authorizations/find-authorization.ts'
import { expireHold } from '../authorizations/release-hold.ts'
import { plainArray } from '../database/arrays.ts'
import { bulk, type RowKey, rowKeyColumns } from '../database/bulk.ts'
import type { Sql } from '../database/database.ts'
import { expireDeposit } from '../deposits/deposit-life.ts'
import type { Books } from '../engine/books.ts'
import type { Needs } from '../engine/needs.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { DepositStatus, HoldStatus } from '../ledger/rows.ts'
import { type DueRequest, expireRequest, selectDueRequests } from '../spend-requests/expire-request.ts'
import { readTransaction, type TransactionWithMerchant, transactionList } from '../transactions/find-transaction.ts'
import { PENDING } from './find-workspaces-with-due.ts'

type DueHold = { id: Uuid; card_id: Uuid; expires_at: Date }
type DueDeposit = { id: Uuid; expires_at: Date }

/** Something that was found to be due at `at`, before it was locked. */
export type DueItem = {
  at: Date
  needs: Pick<Needs, 'cards' | 'holds' | 'deposits' | 'spendRequests'>
  /** Ends it if it is still pending now that its rows are locked. */
  expire(books: Books): void
}

export type Due = {
  /** In the order in which they are due. */
  items: DueItem[]
  /** The list holds everything that was due before this moment. */
  until: Date
  /** Whether `until` is the moment that was asked for. */
  isAll: boolean
}

/** Finds what is due by `horizon`, at most `limit` of each kind. Items that need one of the `skipped` rows are left out. */
export async function findDue(
  sql: Sql,
  workspace: WorkspaceKey,
  horizon: Date,
  limit: number,
  skipped: Iterable<Uuid> = [],
): Promise<Due> {
  const without = plainArray(skipped)
  const [holds, deposits, requests] = await Promise.all([
    selectDueHolds(sql, workspace, horizon, without, limit),
    selectDueDeposits(sql, workspace, horizon, without, limit),
    selectDueRequests(sql, workspace, horizon, without, limit),
  ])
  const authorizations = await findAuthorizations(sql, workspace, holds)
  // A list that was cut off at its limit may miss rows after its last one, so nothing later may be posted yet.
  const until = earliest(
    horizon,
    holds.length === limit ? holds.at(-1)!.expires_at : horizon,
    deposits.length === limit ? deposits.at(-1)!.expires_at : horizon,
    requests.length === limit ? requests.at(-1)!.due_at : horizon,
  )
  const items = [
    ...holds.map((hold) => dueHold(hold, authorizations.get(hold.id)!)),
    ...deposits.map((deposit) => dueDeposit(workspace, deposit)),
    ...requests.map(dueRequest),
  ]
  return {
    items: items.filter(({ at }) => at <= until).sort((a, b) => a.at.getTime() - b.at.getTime()),
    until,
    isAll: until.getTime() === horizon.getTime(),
  }
}

function earliest(...times: Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

export function needsOfDue(items: readonly DueItem[]): Needs {
  const named = (ids: (needs: DueItem['needs']) => readonly Uuid[] | undefined) => [
    ...new Set(items.flatMap(({ needs }) => ids(needs) ?? [])),
  ]
  return {
    cards: named(({ cards }) => cards),
    holds: named(({ holds }) => holds),
    deposits: named(({ deposits }) => deposits),
    spendRequests: named(({ spendRequests }) => spendRequests),
    wallet: true,
  }
}

/** Whether the item needs one of the rows. Spend requests have no lock of their own. */
export function needsAny(
  { needs: { cards = [], holds = [], deposits = [] } }: DueItem,
  rows: ReadonlySet<Uuid>,
): boolean {
  return [...cards, ...holds, ...deposits].some((id) => rows.has(id))
}

function dueHold({ id, card_id, expires_at: at }: DueHold, transaction: TransactionWithMerchant): DueItem {
  return {
    at,
    needs: { cards: [card_id], holds: [id] },
    expire({ holdOf, cardOf, changes, workspace: wallet }) {
      const hold = holdOf(id)
      if (hold.status !== HoldStatus.pending) return
      const authorized = { transaction, merchant: merchantOf(transaction) }
      expireHold(changes, wallet, cardOf(card_id), hold, authorized, hold.expires_at)
    },
  }
}

function dueDeposit(workspace: WorkspaceKey, { id, expires_at: at }: DueDeposit): DueItem {
  return {
    at,
    needs: { deposits: [id] },
    expire({ depositOf, changes }) {
      const deposit = depositOf(id)
      if (deposit.status === DepositStatus.pending) expireDeposit(changes, workspace, deposit, at)
    },
  }
}

function dueRequest(request: DueRequest): DueItem {
  return {
    at: request.due_at,
    needs: { spendRequests: [request.id], ...(request.card_id && { cards: [request.card_id] }) },
    expire: (books) => expireRequest(books, request),
  }
}

function selectDueHolds(sql: Sql, { bucket, id }: WorkspaceKey, horizon: Date, without: string, limit: number) {
  return sql<DueHold[]>`
    select id, card_id, expires_at from holds
    where bucket = ${bucket} and workspace_id = ${id} and status = ${PENDING} and expires_at <= ${horizon}
      and card_id <> all(${without}::text::uuid[])
    order by expires_at, id limit ${limit}`
}

function selectDueDeposits(sql: Sql, { bucket, id }: WorkspaceKey, horizon: Date, without: string, limit: number) {
  return sql<DueDeposit[]>`
    select id, expires_at from deposits
    where bucket = ${bucket} and workspace_id = ${id} and status = ${PENDING} and expires_at <= ${horizon}
      and id <> all(${without}::text::uuid[])
    order by expires_at, id limit ${limit}`
}

async function findAuthorizations(
  sql: Sql,
  { bucket }: WorkspaceKey,
  holds: readonly DueHold[],
): Promise<Map<Uuid, TransactionWithMerchant>> {
  if (holds.length === 0) return new Map()
  const found = await selectAuthorizations(
    sql,
    holds.map(({ id }) => ({ id, bucket })),
  )
  return new Map(found.map((row) => [row.id, row]))
}

const selectAuthorizations = bulk<RowKey, TransactionWithMerchant>(
  rowKeyColumns,
  ({ rows, inBucket }) => `
    select ${transactionList} from transactions t
    join ${rows} on ${inBucket('t')} and t.id = r.id
    join merchants m on ${inBucket('m')} and m.id = t.merchant_id
    left join transaction_details d on ${inBucket('d')} and d.transaction_id = t.id`,
  readTransaction,
)
