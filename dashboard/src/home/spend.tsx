import { Link, useNavigate } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { money } from '../ui/amounts.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Skeleton } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'
import type { Reading } from './reading.ts'
import { SpendChart } from './spend-chart.tsx'

export function Spend({ overview, className }: { overview: Reading<Overview>; className: string }) {
  return (
    <Panel
      title="Spend by day"
      note={`Settled purchases minus refunds. ${useDaysInWords(overview)}`}
      className={className}
    >
      <Content overview={overview} />
    </Panel>
  )
}

/** Names the time zone of the days. With too many transactions the service can count by UTC days only. */
function useDaysInWords({ data }: Reading<Overview>): string {
  const zone = useZone()
  const shown = data?.time_zone ?? zone
  if (shown === zone) return `Days are in ${zoneName(zone)}.`
  return `Days are in UTC, because there are too many transactions to count them by ${zoneName(zone)}.`
}

function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

function Content({ overview: { data, error, refetch } }: { overview: Reading<Overview> }) {
  const navigate = useNavigate()
  if (error && !data) return <Failed problem={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-64" />
  if (data.days.every(({ spent }) => spent === 0))
    return (
      <Empty icon={<ChartColumn className="size-5" aria-hidden />} title="Nothing spent in this period">
        Spending appears here when merchants settle.
      </Empty>
    )
  return (
    <figure>
      <div aria-hidden className="h-64">
        <SpendChart
          days={data.days}
          onOpen={(date) => void navigate({ to: '/transactions/entries', search: settledOn(date) })}
        />
      </div>
      <DaysTable days={data.days} />
    </figure>
  )
}

/** The filters for the entries behind one bar. */
function settledOn(date: string): Record<string, string> {
  return { type: 'settlement', from: date, to: date }
}

/** The same figures for screen readers. The table becomes visible while one of its links has the keyboard focus. */
function DaysTable({ days }: { days: Overview['days'] }) {
  return (
    <div className="sr-only focus-within:not-sr-only focus-within:mt-4 focus-within:max-h-64 focus-within:overflow-y-auto">
      <table className="text-sm">
        <caption>Spend by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Spent</th>
            <th scope="col">Approved</th>
            <th scope="col">Declined</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, spent, approved, declined }) => (
            <tr key={date}>
              <th scope="row">
                <Link to="/transactions/entries" search={settledOn(date)} className="underline underline-offset-2">
                  {date}
                </Link>
              </th>
              <td>{money(spent)}</td>
              <td>{approved}</td>
              <td>{declined}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
