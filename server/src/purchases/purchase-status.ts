// The status of a purchase, from the row of its hold. What has no hold is a purchase by itself: a decline, and a settlement or
// refund without an authorization.

import { Fragment, fragment, integerLiteral } from '../database/database.ts'
import { TransactionType } from '../ledger/changes.ts'

export const PurchaseStatus = {
  pending: 1,
  settled: 2,
  partly_settled: 3,
  reversed: 4,
  expired: 5,
  partly_refunded: 6,
  refunded: 7,
  declined: 8,
} as const
export type PurchaseStatusName = keyof typeof PurchaseStatus
export const purchaseStatusNames = Object.keys(PurchaseStatus) as PurchaseStatusName[]

const names = new Map(purchaseStatusNames.map((name) => [PurchaseStatus[name] as number, name]))

export function purchaseStatusOf(code: number): PurchaseStatusName {
  return names.get(code)!
}

/**
 * Of a hold `h`. Part settled while the rest is held is `partly_settled`; once nothing is held any more it is `settled`,
 * however the rest was released. The index holds_purchase_ix stands on this expression: another one would not be found by it.
 */
const OF_HOLD = `(case when h.refunded_cents > 0 then case when h.refunded_cents >= h.settled_cents and h.status <> 1 then 7 else 6 end
  when h.settled_cents > 0 then case when h.status = 1 then 3 else 2 end
  when h.status = 3 then 4 when h.status = 4 then 5 else h.status::integer end)`

/** Of the first entry `t` of a purchase, with its hold `h` where it has one, and the refunds `r` of a settlement that has none. */
const OF_FIRST_ENTRY = `(case t.type
  when ${TransactionType.decline} then ${PurchaseStatus.declined}
  when ${TransactionType.refund} then ${PurchaseStatus.refunded}
  when ${TransactionType.settlement} then case when r.refunded_cents is null then ${PurchaseStatus.settled}
    when r.refunded_cents >= -t.amount_cents then ${PurchaseStatus.refunded} else ${PurchaseStatus.partly_refunded} end
  else ${OF_HOLD} end)`

export const statusOfHold = new Fragment(() => OF_HOLD)
export const statusOfFirstEntry = new Fragment(() => OF_FIRST_ENTRY)

/** The hold of `t`, and what was refunded of a settlement without an authorization: both by their indexes. */
export function joinHoldAndRefunds(bucket: number): Fragment {
  return fragment`left join holds h on h.bucket = ${bucket} and h.id = t.id
    left join lateral (
      select sum(x.amount_cents)::bigint as refunded_cents from transactions x
      where x.bucket = ${bucket} and x.refund_of = t.id and t.type = ${integerLiteral(TransactionType.settlement)}
    ) as r on true`
}
