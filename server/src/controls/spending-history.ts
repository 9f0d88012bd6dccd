// Reads from the books what happened to the authorizations of a card: what was held, what settled and how much of it the hold
// paid, and what was released. Read page by page, so that memory stays bounded for a card of any age.

import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import { LedgerAccount } from '../ledger/ledger-accounts.ts'
import { type CardRow, HoldStatus } from '../ledger/rows.ts'
import type { Cents } from '../money.ts'

const PAGE = 1_000

export const StepKind = { held: 1, settled: 2, released: 3 } as const

/** Amounts are positive. That of an authorization is what it holds, which is nothing for a verification. */
export type Step = {
  root_id: Uuid
  kind: (typeof StepKind)[keyof typeof StepKind]
  /** The first step of an authorization, or a settlement without one. */
  is_root: boolean
  created_at: Date
  mcc: string
  amount: Cents
  /** For an authorization: what was approved beyond what it holds. */
  unheld: Cents
  /** For a settlement: what its hold paid, and what was released with it. */
  from_hold: Cents
  released: Cents
}

/** An authorization with everything that followed, a forced settlement, or a settlement long after its authorization. */
export type Life = { id: Uuid; isPending: boolean; steps: readonly Step[] }

/** Yields them in the order in which they began, from `since` on. */
export async function* livesOf(sql: Sql, card: CardRow, since: Date): AsyncGenerator<Life> {
  let after = { created_at: since, id: '00000000-0000-0000-0000-000000000000' as Uuid }
  for (;;) {
    const roots = await selectRoots(sql, card, since, after)
    if (roots.length === 0) return
    const steps = await selectSteps(
      sql,
      card,
      roots.map(({ id }) => id),
    )
    const lives = Map.groupBy(steps, ({ root_id }) => root_id)
    for (const { id, status } of roots)
      yield { id, isPending: status === HoldStatus.pending, steps: lives.get(id) ?? [] }
    after = roots.at(-1)!
  }
}

type Root = { id: Uuid; created_at: Date; status: number | null }

function selectRoots(sql: Sql, card: CardRow, since: Date, after: { created_at: Date; id: Uuid }) {
  const { bucket, id, workspace_id } = card
  return sql<Root[]>`
    select t.id, t.created_at, h.status from transactions t
    left join holds h on h.bucket = t.bucket and h.id = t.id
    where t.bucket = ${bucket} and t.card_id = ${id} and t.workspace_id = ${workspace_id}
      and (t.created_at, t.id) > (${after.created_at}, ${after.id})
      and t.type in (${TransactionType.authorization}, ${TransactionType.settlement})
      and (t.authorization_id is null or (t.type = ${TransactionType.settlement} and not exists (
        select from transactions a where a.bucket = ${bucket} and a.id = t.authorization_id and a.created_at >= ${since})))
    order by t.created_at, t.id limit ${PAGE}`
}

function selectSteps(sql: Sql, { bucket, workspace_id }: CardRow, roots: readonly Uuid[]) {
  return sql<Step[]>`
    select r.id as root_id, s.* from unnest(${plainArray(new Set(roots))}::text::uuid[]) as r (id)
    cross join lateral (
      select t.type as kind, t.authorization_id is null as is_root, t.created_at, m.mcc,
        case when t.type = ${TransactionType.authorization} then coalesce(l.held, 0)::bigint else -t.amount_cents end as amount,
        case when t.type = ${TransactionType.authorization} then -t.amount_cents - coalesce(l.held, 0)::bigint else 0 end as unheld,
        coalesce(l.from_hold, 0)::bigint as from_hold, coalesce(l.released, 0)::bigint as released, t.id
      from (
        select * from transactions o where o.bucket = ${bucket} and o.id = r.id
        union all
        select * from transactions o where o.bucket = ${bucket} and o.authorization_id = r.id
      ) as t
      join merchants m on m.bucket = ${bucket} and m.id = t.merchant_id
      left join lateral (
        select sum(x.amount_cents) filter (where x.debit = ${LedgerAccount.cardHeld} and x.credit = ${LedgerAccount.networkSettlement}) as from_hold,
          sum(x.amount_cents) filter (where x.debit = ${LedgerAccount.cardHeld} and x.credit <> ${LedgerAccount.networkSettlement}) as released,
          sum(x.amount_cents) filter (where x.credit = ${LedgerAccount.cardHeld}) as held
        from transfers x where x.bucket = ${bucket} and x.operation_id = t.id
      ) as l on true
      where t.workspace_id = ${workspace_id} and t.type in (${TransactionType.authorization}, ${TransactionType.settlement})
      union all
      select ${StepKind.released}::smallint, false, o.created_at, '', o.amount_cents, 0, 0, 0, o.id
      from hold_releases o where o.bucket = ${bucket} and o.authorization_id = r.id and o.workspace_id = ${workspace_id}
    ) as s
    order by r.id, s.created_at, s.id`
}
