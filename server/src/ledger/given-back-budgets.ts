// A spend request whose card ended without any purchase gives its amount back to the budget of the key that asked, while the
// window lasts in which it was counted. The row of the request is not read before, since many operations end a card, so the
// database compares the windows. Both statements run under the lock of the workspace row, as everything that changes a budget.

import { bulk, smallint, timestamptz, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'

/** A spend request whose card has ended, and on whose card nothing was ever approved. */
export type UnusedSpendRequest = { bucket: number; id: Uuid; ended_at: Date }

const columns = {
  id: uuid((row: UnusedSpendRequest) => row.id),
  bucket: smallint((row: UnusedSpendRequest) => row.bucket),
  ended_at: timestamptz((row: UnusedSpendRequest) => row.ended_at),
}

/** The number of the budget's window that holds a time, as `windowsAt` of controls/windows.ts computes it. */
const periodAt = (time: string) => `case b.time_window
    when 1 then floor(extract(epoch from ${time}) / 86400)
    when 2 then floor((floor(extract(epoch from ${time}) / 86400) + 3) / 7)
    when 3 then extract(year from ${time} at time zone 'UTC') * 12 + extract(month from ${time} at time zone 'UTC') - 1
    when 4 then extract(year from ${time} at time zone 'UTC')
    else 0 end`

const isOfOneWindow = (endedAt: string) => `s.budget_period = b.period and s.budget_period = ${periodAt(endedAt)}`

const addToBudgets = bulk<UnusedSpendRequest>(
  columns,
  ({ rows, value, inBucket }) => `
    update key_budgets b set used_cents = greatest(b.used_cents - s.amount_cents, 0)
    from ${rows} join spend_requests s on ${inBucket('s')} and s.id = r.id
    where ${inBucket('b')} and b.workspace_id = s.workspace_id and b.key_id = s.key_id and ${isOfOneWindow(value('ended_at'))}`,
)

const uncount = bulk<UnusedSpendRequest>(
  columns,
  ({ rows, value, inBucket }) => `
    update spend_requests s set budget_period = null from ${rows}, key_budgets b
    where ${inBucket('s')} and s.id = r.id and ${inBucket('b')} and b.workspace_id = s.workspace_id and b.key_id = s.key_id
      and ${isOfOneWindow(value('ended_at'))}`,
)

/** One by one, because two requests of the same key change the same row, and a statement changes a row only once. */
export function giveBudgetsBack(tx: Tx, requests: readonly UnusedSpendRequest[]): Promise<unknown>[] {
  return requests.flatMap((request) => [addToBudgets(tx, [request]), uncount(tx, [request])])
}
