// How often a rule matched and acted, by day. The counts are kept in the commit of each authorization that a rule matches.

import Type from 'typebox'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { read } from '../http/route.ts'
import { rangeParameters, Strict } from '../http/schemas.ts'
import { RuleParams, type RuleRow } from './rule.ts'
import { findRule } from './rule-rows.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 366
const DEFAULT_DAYS = 30

const Count = (description: string) => Type.Integer({ description })
const matched = Count('The number of payments that the rule matched, in any state.')
const acted = Count(
  'The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`.',
)

const RuleReport = Type.Object(
  {
    rule_id: Type.String(),
    matched,
    acted,
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The UTC day, in workspace time.', examples: ['2026-11-15'] }),
        matched,
        acted,
      }),
      { description: 'Every day of the range, oldest first.' },
    ),
  },
  { $id: 'RuleReport' },
)

export const getRuleReport = read({
  method: 'GET',
  url: '/rules/:rule_id/report',
  operationId: 'getRuleReport',
  scope: 'rules:read',
  tag: 'Rules',
  summary: 'Get the daily report of a rule',
  description: `Returns what the rule did on whole UTC days, at most ${MAX_DAYS} of them. The default is the last ${DEFAULT_DAYS} days. All versions of the rule count.`,
  params: RuleParams,
  query: Strict(rangeParameters),
  reply: { 200: RuleReport },
  errors: ['rule_not_found'],
  async read({ sql, workspace, params, query, services }) {
    const to = dayOf(rangeEnd('to', query.to) ?? (await readWorkspaceTime(sql, workspace, services)))
    const from = query.from === undefined ? to - DEFAULT_DAYS + 1 : dayOf(rangeStart('from', query.from)!)
    checkDays(from, to)
    const rule = await findRule(sql, workspace, params.rule_id)
    const counts = new Map((await selectDays(sql, rule, dateOf(from), dateOf(to))).map((row) => [row.day, row]))
    const days = Array.from({ length: to - from + 1 }, (_, index) => {
      const date = dateOf(from + index)
      const found = counts.get(date)
      return { date, matched: Number(found?.matched ?? 0), acted: Number(found?.acted ?? 0) }
    })
    const sum = (of: 'matched' | 'acted') => days.reduce((total, day) => total + day[of], 0)
    return { rule_id: params.rule_id, matched: sum('matched'), acted: sum('acted'), days }
  },
})

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS)
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function checkDays(from: number, to: number): void {
  if (from > to) throw new ApiError('invalid_request', '"to" must not lie before "from".', { param: 'to' })
  if (to - from >= MAX_DAYS)
    throw new ApiError('invalid_request', `"from" and "to" may be at most ${MAX_DAYS} days apart.`, { param: 'from' })
}

type Day = { day: string; matched: bigint; acted: bigint }

function selectDays(sql: Sql, { bucket, workspace_id, id }: RuleRow, from: string, to: string) {
  return sql<Day[]>`
    select day::text as day, matched, acted from rule_days
    where bucket = ${bucket} and workspace_id = ${workspace_id} and rule_id = ${id}
      and day between ${from}::text::date and ${to}::text::date`
}
