// The status of a purchase, computed from the row of its hold. An entry without a hold is a purchase on its own: a
// decline, or a settlement or refund without an authorization.

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
 * The status of a hold `h`. A purchase is `partly_settled` while a part is settled and the rest is held. Once nothing
 * is held it is `settled`, however the rest was released. The index holds_purchase_ix is built on exactly this
 * expression, and the planner would not use it for another one.
 */
const OF_HOLD = `(case when h.refunded_cents > 0 then case when h.refunded_cents >= h.settled_cents and h.status <> 1 then 7 else 6 end
  when h.settled_cents > 0 then case when h.status = 1 then 3 else 2 end
  when h.status = 3 then 4 when h.status = 4 then 5 else h.status::integer end)`

/** The amount refunded of a settlement `t` without an authorization; null when nothing was refunded. */
export function refundsOf(bucket: number): Fragment {
  return fragment`(select sum(x.amount_cents)::bigint from transactions x where x.bucket = ${bucket} and x.refund_of = t.id)`
}

export const statusOfHold = new Fragment(() => OF_HOLD)

/**
 * The status of a purchase by its first entry `t`, and its hold `h` if there is one. Refunds are summed only when there
 * is no hold.
 */
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

/** By the key of each row, whatever the planner expects: a join of all holds would take a second. */
export function joinHold(bucket: number): Fragment {
  return fragment`left join lateral (select * from holds h where h.bucket = ${bucket} and h.id = t.id limit 1) as h on true`
}
