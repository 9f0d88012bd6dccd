// What comes due by itself: holds after 7 or 30 days, pending deposits after 24 hours. Posted by the worker
// as time passes, and by the sandbox clock when it is moved; each dated at the moment it was due.

import { plainArray } from '../database/arrays.ts'
import type { Database, Tx } from '../database/database.ts'
import { expireDeposit } from '../deposits/deposit-life.ts'
import { selectDueDeposits } from '../deposits/deposit-queries.ts'
import type { Wake } from '../events/wake.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import {
  type CardRow,
  cardColumns,
  type HoldRow,
  HoldStatus,
  lockWorkspaceById,
  type WorkspaceRow,
} from '../ledger/rows.ts'
import { type TransactionWithMerchant, transactionColumns } from '../transactions/find-transaction.ts'
import { expireHold } from './release-hold.ts'

type Owner = { bucket: number; id: Uuid }

/**
 * Posts what is due by `horizon`, oldest first, at most `limit` of each kind, and records it.
 * Returns the moment up to which everything has now happened.
 */
export async function expireDue(tx: Tx, workspace: Owner, horizon: Date, limit: number): Promise<{ doneUntil: Date }> {
  const due = await selectDueHolds(tx, workspace, horizon, limit)
  const cards = await lockCardsOf(tx, workspace, due)
  const holds = await lockHolds(tx, workspace, due)
  const authorizations = await selectAuthorizations(tx, workspace, due)
  const deposits = await selectDueDeposits(tx, workspace, horizon, limit)
  const [wallet] = await lockWorkspaceById(tx, workspace.bucket, workspace.id)
  const changes = new Changes()
  const steps = [
    ...holds.map((hold) => ({
      at: hold.expires_at,
      run: () => expireOne(changes, wallet!, cards.get(hold.card_id)!, hold, authorizations.get(hold.id)!),
    })),
    ...deposits.map(({ deposit, dueAt }) => ({
      at: dueAt,
      run: () => expireDeposit(tx, changes, workspace, deposit, dueAt),
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  const doneUntil = earliest(
    horizon,
    due.length === limit ? due.at(-1)!.expires_at : horizon,
    deposits.length === limit ? deposits.at(-1)!.dueAt : horizon,
  )
  for (const step of steps) if (step.at.getTime() <= doneUntil.getTime()) await step.run()
  await record(tx, changes)
  return { doneUntil }
}

/** A list cut off at its limit says nothing of what comes after its last row: nothing later may be posted yet. */
function earliest(...times: Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

function expireOne(
  changes: Changes,
  wallet: WorkspaceRow,
  card: CardRow,
  hold: HoldRow,
  transaction: TransactionWithMerchant,
): void {
  const merchant = { ...transaction, id: transaction.merchant_id }
  expireHold(changes, wallet, card, hold, { transaction, merchant }, hold.expires_at)
}

// The rows are joined with the ids and not filtered by `= any(…)`: a planner without statistics takes the index of the
// workspace for that, and compares each of its rows with each id.

type DueHold = { id: Uuid; card_id: Uuid; expires_at: Date }

function selectDueHolds(tx: Tx, { bucket, id }: Owner, horizon: Date, limit: number) {
  return tx<DueHold[]>`
    select id, card_id, expires_at from holds
    where bucket = ${bucket} and workspace_id = ${id} and status = 1 and expires_at <= ${horizon}
    order by expires_at, id limit ${limit}`
}

async function lockCardsOf(tx: Tx, { bucket }: Owner, due: readonly DueHold[]): Promise<Map<Uuid, CardRow>> {
  const rows = await tx<CardRow[]>`
    select ${cardColumns(tx)} from unnest(${plainArray(new Set(due.map((hold) => hold.card_id)))}::text::uuid[]) as r (id)
    join cards c on c.bucket = ${bucket} and c.id = r.id
    order by c.id for no key update of c`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Those that are still pending now that nobody else can change them. Their state is judged here: asked for it, a planner
 * without statistics takes an index of what is pending instead of the key.
 */
async function lockHolds(tx: Tx, { bucket }: Owner, due: readonly DueHold[]): Promise<HoldRow[]> {
  const rows = await tx<HoldRow[]>`
    select h.bucket, h.id, h.workspace_id, h.card_id, h.held_cents, h.month, h.counted_cents, h.status, h.expires_at
    from unnest(${plainArray(due.map((hold) => hold.id))}::text::uuid[]) as r (id)
    join holds h on h.bucket = ${bucket} and h.id = r.id
    order by h.id for no key update of h`
  return rows.filter(({ status }) => status === HoldStatus.pending)
}

async function selectAuthorizations(
  tx: Tx,
  { bucket }: Owner,
  due: readonly DueHold[],
): Promise<Map<Uuid, TransactionWithMerchant>> {
  const rows = await tx<TransactionWithMerchant[]>`
    select ${transactionColumns(tx)} from unnest(${plainArray(due.map((hold) => hold.id))}::text::uuid[]) as r (id)
    join transactions t on t.bucket = ${bucket} and t.id = r.id
    join merchants m on m.bucket = t.bucket and m.id = t.merchant_id`
  return new Map(rows.map((row) => [row.id, row]))
}

const BATCH = 500
const MOST_WORKSPACES = 200

/** One round of the worker over every workspace in which something is due. */
export async function expireDueEverywhere(
  { database, wake }: { database: Database; wake: Wake },
  wall: Date,
): Promise<number> {
  const workspaces = await selectWorkspacesWithDue(database, wall)
  for (const { bucket, id, clock_offset_ms } of workspaces) {
    const horizon = new Date(wall.getTime() + Number(clock_offset_ms))
    for (let done = false; !done; ) {
      const { doneUntil } = await database.transaction((tx) => expireDue(tx, { bucket, id }, horizon, BATCH))
      done = doneUntil.getTime() === horizon.getTime()
    }
    wake.raise({ bucket, id }, 'events')
  }
  return workspaces.length
}

/** Of each kind, the oldest; more than these are found in the next round. */
const MOST_DUE = 1_000

/**
 * What is due by the wall clock is found by its own time, over all workspaces. Only in the sandboxes whose clock was moved
 * is it looked for one by one.
 */
function selectWorkspacesWithDue(database: Database, wall: Date) {
  return database.readByKey<{ bucket: number; id: Uuid; clock_offset_ms: bigint }[]>`
    select w.bucket, w.id, w.clock_offset_ms from (
      (select bucket, workspace_id from holds where status = 1 and expires_at <= ${wall} order by expires_at limit ${MOST_DUE})
      union
      (select bucket, workspace_id from deposits where status = 1 and expires_at <= ${wall} order by expires_at limit ${MOST_DUE})
    ) as due join workspaces w on w.bucket = due.bucket and w.id = due.workspace_id and w.live
    union
    select w.bucket, w.id, w.clock_offset_ms from workspaces w
    cross join lateral (
      (select 1 from holds h where h.bucket = w.bucket and h.workspace_id = w.id and h.status = 1
         and h.expires_at <= ${wall}::timestamptz + w.clock_offset_ms * interval '1 millisecond'
       order by h.expires_at limit 1)
      union all
      (select 1 from deposits d where d.bucket = w.bucket and d.workspace_id = w.id and d.status = 1
         and d.expires_at <= ${wall}::timestamptz + w.clock_offset_ms * interval '1 millisecond'
       order by d.expires_at limit 1)) as due
    where w.live and w.clock_offset_ms > 0
    limit ${MOST_WORKSPACES}`
}
