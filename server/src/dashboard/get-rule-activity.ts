import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { publicId, type Uuid } from '../ids.ts'
import { RuleActivity } from './shapes/rules.ts'

const DAY_MS = 86_400_000
const DAYS = 7

/** One read for the whole list of rules, instead of one report per rule. */
export const getRuleActivity = read({
  method: 'GET',
  url: '/rules/activity',
  operationId: 'getRuleActivity',
  tag: 'Dashboard',
  summary: 'Read what each rule did in the last days',
  reply: { 200: RuleActivity },
  mayReadStandby: true,
  async read({ sql, workspace, services }): Promise<RuleActivity> {
    const now = await readWorkspaceTime(sql, workspace, services)
    const since = new Date(now.getTime() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const rows = await selectActivity(sql, workspace, since)
    const data = rows.map(({ rule_id, matched, acted }) => ({
      rule_id: publicId('rule', workspace.bucket, rule_id),
      matched: Number(matched),
      acted: Number(acted),
    }))
    return { days: DAYS, data }
  },
})

type Row = { rule_id: Uuid; matched: bigint; acted: bigint }

function selectActivity(sql: Sql, { bucket, id }: Workspace, since: string) {
  return sql<Row[]>`
    select d.rule_id, sum(d.matched)::bigint as matched, sum(d.acted)::bigint as acted
    from rules r
    join rule_days d on d.bucket = ${bucket} and d.workspace_id = ${id} and d.rule_id = r.id and d.day >= ${since}::text::date
    where r.bucket = ${bucket} and r.workspace_id = ${id} and r.deleted_at is null
    group by d.rule_id`
}
