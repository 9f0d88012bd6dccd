// Ends what expires by itself: holds after 7 or 30 days, pending deposits after 24 hours, and spend requests. The worker does
// it as time passes, and the sandbox clock does it when it is moved. Each is dated at the moment it was due.

import { bulk, type Place, placeColumns } from '../database/bulk.ts'
import type { Database, Sql } from '../database/database.ts'
import { expireDeposit } from '../deposits/deposit-life.ts'
import type { Books } from '../engine/books.ts'
import type { Engine } from '../engine/engine.ts'
import { type Needs, unkeyed, type WorkspaceKey } from '../engine/operation.ts'
import type { Uuid } from '../ids.ts'
import { DepositStatus, HoldStatus } from '../ledger/rows.ts'
import { type DueRequest, expireRequest, selectDueRequests } from '../spend-requests/expire-request.ts'
import { readTransaction, type TransactionWithMerchant, transactionList } from '../transactions/find-transaction.ts'
import { merchantOf } from './find-authorization.ts'
import { findWorkspacesWithDue, PENDING } from './find-workspaces-with-due.ts'
import { expireHold } from './release-hold.ts'

type DueHold = { id: Uuid; card_id: Uuid; expires_at: Date }
type DueDeposit = { id: Uuid; expires_at: Date }

/** What was found to be due, before it was locked. */
export type Due = {
  holds: DueHold[]
  deposits: DueDeposit[]
  requests: DueRequest[]
  authorizations: Map<Uuid, TransactionWithMerchant>
  /** The lists hold everything that was due before this moment. */
  until: Date
  /** Whether `until` is the moment that was asked for. */
  isAll: boolean
}

/** Finds what is due by `horizon`, oldest first, at most `limit` of each kind. */
export async function findDue(sql: Sql, workspace: WorkspaceKey, horizon: Date, limit: number): Promise<Due> {
  const [holds, deposits, requests] = await Promise.all([
    selectDueHolds(sql, workspace, horizon, limit),
    selectDueDeposits(sql, workspace, horizon, limit),
    selectDueRequests(sql, workspace, horizon, limit),
  ])
  const found =
    holds.length === 0
      ? []
      : await selectAuthorizations(
          sql,
          holds.map((hold) => ({ ...hold, bucket: workspace.bucket })),
        )
  const until = earliest(
    horizon,
    holds.length === limit ? holds.at(-1)!.expires_at : horizon,
    deposits.length === limit ? deposits.at(-1)!.expires_at : horizon,
    requests.length === limit ? requests.at(-1)!.due_at : horizon,
  )
  return {
    holds,
    deposits,
    requests,
    authorizations: new Map(found.map((row) => [row.id, row])),
    until,
    isAll: until.getTime() === horizon.getTime(),
  }
}

/** A list that was cut off at its limit may miss rows after its last one, so nothing later may be posted yet. */
function earliest(...times: Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

export function needsOfDue({ holds, deposits, requests }: Due): Needs {
  return {
    cards: [...new Set([...holds, ...requests].flatMap(({ card_id }) => card_id ?? []))],
    holds: holds.map((hold) => hold.id),
    deposits: deposits.map((deposit) => deposit.id),
    spendRequests: requests.map((request) => request.id),
    wallet: true,
  }
}

/** Posts what was found and is still pending now that the rows are locked, in the order in which it was due. */
export function expireDue(due: Due, workspace: WorkspaceKey, books: Books): void {
  const steps = [
    ...due.holds.map((hold) => ({ at: hold.expires_at, run: () => expireOne(due, hold.id, books) })),
    ...due.deposits.map(({ id, expires_at: at }) => ({
      at,
      run: () => {
        const deposit = books.depositOf(id)
        if (deposit.status === DepositStatus.pending) expireDeposit(books.changes, workspace, deposit, at)
      },
    })),
    ...due.requests.map((request) => ({ at: request.due_at, run: () => expireRequest(books, request) })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const step of steps) if (step.at.getTime() <= due.until.getTime()) step.run()
}

function expireOne({ authorizations }: Due, id: Uuid, { holdOf, cardOf, changes, workspace: wallet }: Books): void {
  const hold = holdOf(id)
  if (hold.status !== HoldStatus.pending) return
  const transaction = authorizations.get(id)!
  const authorized = { transaction, merchant: merchantOf(transaction) }
  expireHold(changes, wallet, cardOf(hold.card_id), hold, authorized, hold.expires_at)
}

function selectDueHolds(sql: Sql, { bucket, id }: WorkspaceKey, horizon: Date, limit: number) {
  return sql<DueHold[]>`
    select id, card_id, expires_at from holds
    where bucket = ${bucket} and workspace_id = ${id} and status = ${PENDING} and expires_at <= ${horizon}
    order by expires_at, id limit ${limit}`
}

function selectDueDeposits(sql: Sql, { bucket, id }: WorkspaceKey, horizon: Date, limit: number) {
  return sql<DueDeposit[]>`
    select id, expires_at from deposits
    where bucket = ${bucket} and workspace_id = ${id} and status = ${PENDING} and expires_at <= ${horizon}
    order by expires_at, id limit ${limit}`
}

const selectAuthorizations = bulk<Place, TransactionWithMerchant>(
  placeColumns,
  ({ rows, inBucket }) => `
    select ${transactionList} from transactions t
    join ${rows} on ${inBucket('t')} and t.id = r.id
    join merchants m on ${inBucket('m')} and m.id = t.merchant_id
    left join transaction_details d on ${inBucket('d')} and d.transaction_id = t.id`,
  readTransaction,
)

const BATCH = 500

/** One round of the worker over every workspace in which something is due. */
export async function expireDueEverywhere(
  { database, engine }: { database: Database; engine: Engine },
  wall: Date,
): Promise<number> {
  const workspaces = await findWorkspacesWithDue(database.readByKey, wall)
  for (const { bucket, id, clock_offset_ms } of workspaces) {
    const horizon = new Date(wall.getTime() + Number(clock_offset_ms))
    for (let until = new Date(0); until.getTime() < horizon.getTime(); ) {
      const due = await findDue(database.readByKey, { bucket, id }, horizon, BATCH)
      await engine.submit(
        unkeyed({
          workspace: { bucket, id },
          needs: needsOfDue(due),
          wakes: 'events',
          decide: (books) => expireDue(due, { bucket, id }, books),
        }),
      )
      until = due.until
    }
  }
  return workspaces.length
}
