import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { integerLiteral, type Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { publicId, type Uuid } from '../ids.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { type Cents, dollars } from '../money.ts'
import { selectKeyNames } from './list-actors.ts'
import { SpendStatistics } from './shapes/spend-requests.ts'

const DAYS = 30
const DAY_MS = 86_400_000
/** The same maximum as for the totals of lists. Of a workspace with more requests, only the newest are counted. */
const MAX_COUNTED = 10_000
const MAX_KEYS = 100

export const getSpendStatistics = read({
  method: 'GET',
  url: '/spend-requests/statistics',
  operationId: 'getSpendStatistics',
  tag: 'Dashboard',
  summary: 'What each key asked for in the last 30 days, and what became of it',
  reply: { 200: SpendStatistics },
  mayReadStandby: true,
  async read({ sql, workspace, services }): Promise<SpendStatistics> {
    const now = await readWorkspaceTime(sql, workspace, services)
    const since = new Date(now.getTime() - DAYS * DAY_MS)
    const rows = await selectStatistics(sql, workspace, since)
    const names = await selectKeyNames(
      sql,
      workspace,
      rows.map(({ key_id }) => key_id),
    )
    return {
      since: since.toISOString(),
      capped: Number(rows[0]?.counted ?? 0) >= MAX_COUNTED,
      keys: rows.map(({ key_id, asked, approved, denied, spent_cents }) => {
        const id = publicId('key', 0, key_id)
        const named = names.find((each) => each.id === id)
        return {
          id,
          name: named?.name ?? null,
          kind: named?.kind ?? null,
          asked,
          approved,
          denied,
          spent: dollars(spent_cents),
        }
      }),
    }
  },
})

type StatisticsRow = {
  key_id: Uuid
  asked: number
  approved: number
  denied: number
  spent_cents: Cents
  counted: bigint
}

/** Walks the list's index from its newest end, so that the cost is bound by MAX_COUNTED and not by the history. */
function selectStatistics(sql: Sql, { bucket, id }: Workspace, since: Date) {
  const denied = integerLiteral(SpendRequestStatus.denied)
  return sql<StatisticsRow[]>`
    select s.key_id, count(*)::integer as asked,
      (count(*) filter (where s.card_id is not null and s.status <> ${denied}))::integer as approved,
      (count(*) filter (where s.status = ${denied}))::integer as denied,
      coalesce(sum(c.total_spent_cents), 0)::bigint as spent_cents, (sum(count(*)) over ())::bigint as counted
    from (
      select bucket, key_id, card_id, status from spend_requests
      where bucket = ${bucket} and workspace_id = ${id} and created_at >= ${since} and key_id is not null
      order by created_at desc, id desc limit ${integerLiteral(MAX_COUNTED)}
    ) s left join cards c on c.bucket = s.bucket and c.id = s.card_id
    group by s.key_id order by count(*) desc, s.key_id limit ${integerLiteral(MAX_KEYS)}`
}
