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

/** What was refunded of a settlement `t` without an authorization; null where nothing was. */
export function refundsOf(bucket: number): Fragment {
  return fragment`(select sum(x.amount_cents)::bigint from transactions x where x.bucket = ${bucket} and x.refund_of = t.id)`
}

export const statusOfHold = new Fragment(() => OF_HOLD)

/** Of the first entry `t` of a purchase, with its hold `h` where it has one. Refunds are summed only of what has no hold. */
export function statusOfFirstEntry(bucket: number): Fragment {
  const { settled, partly_refunded, refunded, declined } = PurchaseStatus
  const { settlement, refund, decline } = TransactionType
  return fragment`(case t.type
    when ${integerLiteral(decline)} then ${integerLiteral(declined)}
    when ${integerLiteral(refund)} then ${integerLiteral(refunded)}
    when ${integerLiteral(settlement)} then case sign(coalesce(${refundsOf(bucket)}, 0)) when 0 then ${integerLiteral(settled)}
      else case when ${refundsOf(bucket)} >= -t.amount_cents then ${integerLiteral(refunded)} else ${integerLiteral(partly_refunded)} end end
    else ${statusOfHold} end)`
}

export function joinHold(bucket: number): Fragment {
  return fragment`left join holds h on h.bucket = ${bucket} and h.id = t.id`
}
