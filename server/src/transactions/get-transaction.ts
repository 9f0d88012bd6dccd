import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import { HoldRelease, type TransactionRow, TransactionType } from '../ledger/changes.ts'
import { declineReasonOf } from '../ledger/decline-reasons.ts'
import type { HoldStatus } from '../ledger/rows.ts'
import { threeDsStatusNames } from '../ledger/three-ds-status.ts'
import type { DetailedTransaction } from '../ledger/transaction-details.ts'
import { type Cents, dollars } from '../money.ts'
import { ruleResultsOf } from '../rules/rule-results.ts'
import { findTransaction, type TransactionWithMerchant } from './find-transaction.ts'
import {
  authorizationIdOf,
  FullTransaction,
  holdStatusNames,
  presentTransaction,
  TransactionParams,
} from './present-transaction.ts'

export const getTransaction = read({
  method: 'GET',
  url: '/transactions/:txn_id',
  operationId: 'getTransaction',
  scope: 'transactions:read',
  bounds: 'within',
  tag: 'Transactions',
  summary: 'Get a transaction',
  description: 'Returns the transaction with its 3-D Secure status and the timeline of its authorization.',
  params: TransactionParams,
  reply: { 200: FullTransaction },
  errors: ['transaction_not_found'],
  async read({ sql, workspace, params }) {
    return presentFullTransaction(sql, workspace, await findTransaction(sql, workspace, params.txn_id))
  },
})

async function presentFullTransaction(sql: Sql, workspace: Workspace, transaction: TransactionWithMerchant) {
  const own = transaction.type === TransactionType.authorization ? transaction.id : null
  const authorizationId = transaction.authorization_id ?? own
  const results = await ruleResultsOf(sql, workspace, transaction)
  if (!authorizationId)
    return fullTransaction(transaction, results, undefined, { transactions: [transaction], releases: [] })
  const [transactions, releases, [hold]] = await Promise.all([
    selectRelated(sql, workspace, authorizationId),
    selectReleases(sql, workspace, authorizationId),
    selectHold(sql, workspace, authorizationId),
  ])
  return fullTransaction(transaction, results, hold, { transactions, releases })
}

/** Also the answer of operations that change an authorization without making a transaction: reversal and expiry. */
export function fullTransaction(
  transaction: TransactionWithMerchant,
  ruleResults: Awaited<ReturnType<typeof ruleResultsOf>>,
  hold: HoldState | undefined,
  { transactions, releases }: { transactions: readonly DetailedTransaction[]; releases: readonly Release[] },
) {
  return {
    ...presentTransaction(transaction, transaction),
    '3ds_status': threeDsStatusNames[transaction.three_ds_status - 1]!,
    authorization_id: authorizationIdOf(transaction),
    authorization_status: statusOf(transaction, hold),
    held_amount: dollars(hold?.held_cents ?? 0n),
    decline_reason: declineReasonOf(transaction.decline_reason),
    rule_results: ruleResults,
    authorization_timeline: timeline(transactions, releases),
  }
}

type HoldState = { held_cents: Cents; status: HoldStatus }
type Release = { id: Uuid; event: number; amount_cents: Cents; created_at: Date }

function statusOf(transaction: TransactionRow, hold: HoldState | undefined): string | null {
  if (transaction.type === TransactionType.decline && transaction.authorization_id === null) return 'declined'
  return hold ? holdStatusNames[hold.status - 1]! : null
}

const eventNames = {
  [TransactionType.authorization]: 'authorized',
  [TransactionType.settlement]: 'settled',
  [TransactionType.refund]: 'refunded',
  [TransactionType.decline]: 'declined',
} as const

function timeline(related: readonly DetailedTransaction[], releases: readonly Release[]) {
  const entries = [
    ...related.map((row) => ({
      event:
        row.type === TransactionType.authorization && row.authorization_id !== null
          ? 'incremented'
          : eventNames[row.type],
      amount: dollars(row.amount_cents < 0n ? -row.amount_cents : row.amount_cents),
      reason: declineReasonOf(row.decline_reason),
      processor_word: row.processor_word ?? null,
      at: row.created_at,
      id: row.id,
    })),
    ...releases.map((row) => ({
      event: row.event === HoldRelease.reversed ? 'reversed' : 'expired',
      amount: dollars(row.amount_cents),
      reason: null,
      processor_word: null,
      at: row.created_at,
      id: row.id,
    })),
  ]
  entries.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  return entries.map(({ at, id: _, ...entry }) => ({ ...entry, created_at: at.toISOString() }))
}

// One authorization has a handful of captures; a thousand is a bound, not an expectation.
const MAX_RELATED = 1_000

function selectRelated(sql: Sql, { bucket, id }: Workspace, authorizationId: Uuid) {
  return sql<DetailedTransaction[]>`
    select related.*, d.processor_word from (
      select id, amount_cents, created_at, type, decline_reason, authorization_id from transactions
      where bucket = ${bucket} and id = ${authorizationId} and workspace_id = ${id}
      union all
      select id, amount_cents, created_at, type, decline_reason, authorization_id from transactions
      where bucket = ${bucket} and authorization_id = ${authorizationId} and workspace_id = ${id}) as related
    left join transaction_details d on d.bucket = ${bucket} and d.transaction_id = related.id
    order by created_at, id limit ${MAX_RELATED}`
}

function selectReleases(sql: Sql, { bucket, id }: Workspace, authorizationId: Uuid) {
  return sql<Release[]>`
    select id, event, amount_cents, created_at from hold_releases
    where bucket = ${bucket} and authorization_id = ${authorizationId} and workspace_id = ${id}
    order by created_at, id limit ${MAX_RELATED}`
}

function selectHold(sql: Sql, { bucket, id }: Workspace, authorizationId: Uuid) {
  return sql<
    HoldState[]
  >`select held_cents, status from holds where bucket = ${bucket} and id = ${authorizationId} and workspace_id = ${id}`
}
