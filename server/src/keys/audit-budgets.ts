// Proves what keys have used of their budgets: the money that they moved to cards, and the spend requests that were approved for
// them, are added up again from the history of cards and requests.

import { workspaceTime } from '../clock.ts'
import { startOf } from '../controls/windows.ts'
import { plainArray, textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { publicId } from '../ids.ts'
import type { Check } from '../ledger/audit.ts'
import { CardHistoryType } from '../ledger/changes.ts'
import type { KeyBudgetRow } from '../ledger/key-rows.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { windows } from '../ledger/stored-controls.ts'
import { usedOf } from './budget.ts'

const DAY_MS = 86_400_000

export const budgetCheck: Check = {
  name: 'what keys have used of their budgets equals the money that they moved',
  async faults(sql, bucket) {
    const rows = await selectRows(sql, bucket)
    if (rows.length === 0) return []
    const asked = rows.map((row) => ({ row, now: workspaceTime(row.wall, row.clock_offset_ms) }))
    const moved = await sumMoved(sql, bucket, asked.map(sinceOf))
    return asked.flatMap(({ row, now }, index) => {
      const { day, budget } = moved[index]!
      return [
        ...outside(
          row,
          'used_cents',
          row.budget_window === null ? undefined : effective(row, now),
          budget,
          row.counted_since === null,
        ),
        ...outside(row, 'automatic_cents', row.automatic_day === dayOf(now) ? row.automatic_cents : 0n, day, false),
      ]
    })
  },
}

type Row = KeyBudgetRow & { budget_window: number | null; clock_offset_ms: bigint; wall: Date }
type Asked = { row: Row; now: Date }

function selectRows(sql: Sql, bucket: number) {
  return sql<Row[]>`
    select b.*, k.budget_window, w.clock_offset_ms, clock_timestamp() as wall from key_budgets b
    join workspaces w on w.bucket = b.bucket and w.id = b.workspace_id and w.live
    join api_keys k on k.id = b.key_id
    where b.bucket = ${bucket}`
}

function windowOf({ budget_window }: Row) {
  return budget_window === null ? 'all_time' : windows[budget_window - 1]!
}

function effective(row: Row, now: Date): bigint {
  return usedOf({ amountCents: 0n, window: windowOf(row) }, row, now)
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS)
}

/** From when on what was moved counts in the current window of the budget. */
function sinceOf({ row, now }: Asked) {
  const begin = startOf(windowOf(row), now)
  const since = row.counted_since !== null && row.counted_since > begin ? row.counted_since : begin
  const { workspace_id, key_id } = row
  return { workspace_id, key_id, actor: publicId('key', 0, key_id), since, day: startOf('day', now) }
}

type Since = ReturnType<typeof sinceOf>
/** What certainly counts, and what may count besides. */
type Moved = { certain: bigint; possible: bigint }

/**
 * A request without a period of a budget that ended without any purchase was given back, or is from before periods were stored. A
 * card that appears within a day of the beginning may have been asked for before it.
 */
async function sumMoved(sql: Sql, bucket: number, asked: readonly Since[]): Promise<{ budget: Moved; day: Moved }[]> {
  const { created, funded } = CardHistoryType
  const { expired, canceled } = SpendRequestStatus
  const rows = await sql<{ place: number; kind: string; certain: bigint; possible: bigint }[]>`
    with asked as (
      select * from unnest(${plainArray(asked.keys())}::text::integer[], ${plainArray(asked.map(({ workspace_id }) => workspace_id))}::text::uuid[],
        ${plainArray(asked.map(({ key_id }) => key_id))}::text::uuid[], ${textArray(asked.map(({ actor }) => actor))}::text::text[],
        ${plainArray(asked.map(({ since }) => since.toISOString()))}::text::timestamptz[],
        ${plainArray(asked.map(({ day }) => day.toISOString()))}::text::timestamptz[]) as a (place, workspace_id, key_id, actor, since, day)),
    moved as (
      select a.place, 'budget' as kind, h.amount_cents, h.type = ${created} and h.created_at < a.since + interval '1 day'
        and exists (select from processor_cards p where p.bucket = ${bucket} and p.id = c.id) as is_unsure
      from asked a join card_history h on h.bucket = ${bucket} and h.workspace_id = a.workspace_id and h.actor = a.actor
        and h.created_at >= a.since and h.type in (${created}, ${funded})
      join cards c on c.bucket = ${bucket} and c.id = h.card_id
      where h.type = ${funded} or (c.spend_request_id is null and c.replaces is null)
      union all
      select a.place, 'budget', i.amount_cents, false
      from asked a join card_issuances i on i.bucket = ${bucket} and i.workspace_id = a.workspace_id
        and i.settings ->> 'made_by' = a.key_id::text and i.created_at >= a.since
      where i.settings -> 'spend_request_id' is null and i.settings -> 'replacement' is null
      union all
      select a.place, k.kind, r.amount_cents, k.kind = 'budget' and r.budget_period is null
        and r.status in (${expired}, ${canceled}) and coalesce(c.authorization_count + c.settlement_count, 0) = 0
      from asked a join spend_requests r on r.bucket = ${bucket} and r.workspace_id = a.workspace_id and r.key_id = a.key_id and r.card_id is not null
      cross join (values ('budget'), ('day')) as k (kind)
      left join cards c on c.bucket = ${bucket} and c.id = r.card_id
      where case k.kind when 'budget' then r.decided_at >= a.since else r.decided_at >= a.day and r.decided_by is null end)
    select place, kind, coalesce(sum(amount_cents) filter (where not is_unsure), 0)::bigint as certain,
      coalesce(sum(amount_cents) filter (where is_unsure), 0)::bigint as possible
    from moved group by place, kind`
  const nothing = { certain: 0n, possible: 0n }
  return asked.map((_, index) => {
    const of = (kind: string) => rows.find((row) => row.place === index && row.kind === kind) ?? nothing
    return { budget: of('budget'), day: of('day') }
  })
}

function outside(
  { key_id, workspace_id }: Row,
  column: string,
  stored: bigint | undefined,
  { certain, possible }: Moved,
  isOnlyBounded: boolean,
): { fault: string }[] {
  if (stored === undefined || (stored <= certain + possible && (isOnlyBounded || stored >= certain))) return []
  const expected = possible === 0n ? `${certain}` : `${certain} to ${certain + possible}`
  return [
    { fault: `key ${key_id} of workspace ${workspace_id}: ${column} ${stored}; what it moved comes to ${expected}` },
  ]
}
