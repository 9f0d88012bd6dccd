// Reads from the books what happened to the authorizations of a card: what was held, what settled and how much of it the hold
// paid, and what was released. Read page by page, so that memory stays bounded for a card of any age.

import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { TransactionType } from '../ledger/changes.ts'
import { LedgerAccount } from '../ledger/ledger-accounts.ts'
import { type CardRow, type HoldRow, HoldStatus } from '../ledger/rows.ts'
import type { Cents } from '../money.ts'

const PAGE = 1_000

export const StepKind = { held: 1, settled: 2, released: 3 } as const

/** Amounts are positive. That of an authorization is what it holds, which is nothing for a verification. */
export type Step = {
  root_id: Uuid
  id: Uuid
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

/** What the row of a hold says that it has counted. */
export type StoredCounts = Pick<HoldRow, 'status' | 'month' | 'counted_cents' | 'usage'>

/** An authorization with everything that followed, or a forced settlement. The steps are in the order in which they happened. */
export type Life = { id: Uuid; isPending: boolean; hold: StoredCounts | null; steps: readonly Step[] }

/** Yields those of which anything happened from `since` on, in the order of their first entry since then. */
export async function* livesOf(sql: Sql, card: CardRow, since: Date): AsyncGenerator<Life> {
  const olderSeen = new Set<Uuid>()
  let after = { created_at: since, id: '00000000-0000-0000-0000-000000000000' as Uuid }
  for (;;) {
    const roots = await selectRoots(sql, card, since, after)
    const fresh = roots.filter(({ id, root_id }) => id === root_id || !olderSeen.has(root_id))
    for (const { id, root_id } of roots) if (id !== root_id) olderSeen.add(root_id)
    yield* await readLives(sql, card, fresh)
    if (roots.length < PAGE) return
    after = roots.at(-1)!
  }
}

/** The lives of these roots, each once. */
export async function readLives(
  sql: Sql,
  owner: Pick<CardRow, 'bucket' | 'workspace_id'>,
  roots: readonly Root[],
): Promise<Life[]> {
  if (roots.length === 0) return []
  const byId = new Map(roots.map((root) => [root.root_id, root]))
  const steps = await selectSteps(sql, owner, [...byId.keys()])
  const lives = Map.groupBy(steps, ({ root_id }) => root_id)
  return [...byId].map(([id, { status, month, counted_cents, usage }]) => ({
    id,
    isPending: status === HoldStatus.pending,
    hold: status === null ? null : { status, month, counted_cents, usage },
    steps: lives.get(id) ?? [],
  }))
}

/** The steps before the entry that ended the card; all of them when there is none. */
export function stepsUntil(steps: readonly Step[], end: Uuid | undefined): readonly Step[] {
  return end === undefined ? steps : steps.filter(({ id }) => id < end)
}

/** `id` is the entry that was found. `root_id` is its authorization where that began earlier. */
export type Root = { id: Uuid; root_id: Uuid; created_at: Date } & (
  | StoredCounts
  | { [Name in keyof StoredCounts]: null }
)

function selectRoots(sql: Sql, card: CardRow, since: Date, after: { created_at: Date; id: Uuid }) {
  const { bucket, id, workspace_id } = card
  return sql<Root[]>`
    select t.id, coalesce(t.authorization_id, t.id) as root_id, t.created_at, h.status, h.month, h.counted_cents, h.usage from transactions t
    left join holds h on h.bucket = t.bucket and h.id = coalesce(t.authorization_id, t.id)
    where t.bucket = ${bucket} and t.card_id = ${id} and t.workspace_id = ${workspace_id}
      and (t.created_at, t.id) > (${after.created_at}, ${after.id})
      and t.type in (${TransactionType.authorization}, ${TransactionType.settlement})
      and (t.authorization_id is null or not exists (
        select from transactions a where a.bucket = ${bucket} and a.id = t.authorization_id and a.created_at >= ${since}))
    order by t.created_at, t.id limit ${PAGE}`
}

/** At most `limit` roots for each of the cards, from its `since` on. */
export function selectRootsOfCards(
  sql: Sql,
  { bucket, workspace_id }: Pick<CardRow, 'bucket' | 'workspace_id'>,
  cards: readonly { id: Uuid; since: Date }[],
  limit: number,
) {
  return sql<(Root & { card_id: Uuid })[]>`
    select c.id as card_id, r.* from unnest(${plainArray(cards.map(({ id }) => id))}::text::uuid[],
      ${plainArray(cards.map(({ since }) => since.toISOString()))}::text::timestamptz[]) as c (id, since)
    cross join lateral (
      select t.id, coalesce(t.authorization_id, t.id) as root_id, t.created_at, h.status, h.month, h.counted_cents, h.usage from transactions t
      left join holds h on h.bucket = t.bucket and h.id = coalesce(t.authorization_id, t.id)
      where t.bucket = ${bucket} and t.card_id = c.id and t.workspace_id = ${workspace_id} and t.created_at >= c.since
        and t.type in (${TransactionType.authorization}, ${TransactionType.settlement})
        and (t.authorization_id is null or not exists (
          select from transactions a where a.bucket = ${bucket} and a.id = t.authorization_id and a.created_at >= c.since))
      order by t.created_at, t.id limit ${limit}
    ) as r`
}

/** Ordered by id: an expiry is dated by the moment at which it was due, but its id by the moment at which it was posted. */
function selectSteps(
  sql: Sql,
  { bucket, workspace_id }: Pick<CardRow, 'bucket' | 'workspace_id'>,
  roots: readonly Uuid[],
) {
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
    order by r.id, s.id`
}
