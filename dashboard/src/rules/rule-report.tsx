// How often a rule matched and stopped payments, per day.

import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { useWorkspaceNow } from '../api/clock.ts'
import { useRead } from '../api/read.ts'
import type { Rule, RuleReport } from '../api/schemas.ts'
import { Choices } from '../ui/choices.tsx'
import { type DayRow, DaysFigure, type Series } from '../ui/days-figure.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Skeleton } from '../ui/states.tsx'
import { daysBefore } from './dates.ts'

const LOOK_MS = 10_000
const MINUTE_MS = 60_000

const ranges = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
] as const

const series: Series[] = [
  { key: 'stopped', name: 'Stopped', color: 'var(--bad)' },
  { key: 'passed', name: 'Matched only', color: 'var(--accent)' },
]

export function RuleReportPanel({ rule }: { rule: Rule }) {
  const [range, choose] = useState<(typeof ranges)[number]['value']>('30')
  const now = useWorkspaceNow(MINUTE_MS, true)
  const report = useRead<RuleReport>({
    noun: 'rules',
    path: `/v1/rules/${rule.id}/report`,
    query: now === undefined ? {} : { from: daysBefore(now, Number(range) - 1), to: daysBefore(now, 0) },
    enabled: now !== undefined,
    keepWhileLoading: true,
    everyMs: LOOK_MS,
  })
  return (
    <Panel
      title="Matches by day"
      note="All versions together. Days are in UTC."
      actions={<Choices label="Time" value={range} options={ranges} onChoose={choose} />}
    >
      {report.error && !report.data ? (
        <Failed problem={report.error} onRetry={() => void report.refetch()} />
      ) : report.data ? (
        <Report report={report.data} rule={rule} />
      ) : (
        <Skeleton className="h-52" />
      )}
    </Panel>
  )
}

function Report({ report, rule }: { report: RuleReport; rule: Rule }) {
  const { matched, acted, days } = report
  if (matched === 0)
    return (
      <Empty icon={<ChartColumn className="size-5" aria-hidden />} title="No matches in this period">
        {rule.state === 'off'
          ? 'The rule is off. Payments are not checked.'
          : 'Payments that the rule matches are counted here.'}
      </Empty>
    )
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <span className="font-semibold">{matched.toLocaleString('en-US')}</span> matched,{' '}
        <span className="font-semibold">{acted.toLocaleString('en-US')}</span> stopped.
      </p>
      <DaysFigure caption="Matches by day" series={series} days={days.map(rowOf)} />
    </div>
  )
}

function rowOf({ date, matched, acted }: RuleReport['days'][number]): DayRow {
  return { date, counts: { stopped: acted, passed: matched - acted } }
}
