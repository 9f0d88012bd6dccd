import { CircleCheck } from 'lucide-react'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { declineWords } from '../ui/declines.ts'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { Bars } from './bars.tsx'
import { share } from './figures.tsx'
import { periodOf, type Reading } from './reading.ts'

const MOST = 6

export function Approvals({ overview: { data, error, refetch } }: { overview: Reading<Overview> }) {
  return (
    <Panel title="Why purchases were declined" note={data && noteOf(data)} className="xl:self-start">
      {error && !data && <Failed problem={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data?.declines.length === 0 && (
        <Empty icon={<CircleCheck className="size-5" aria-hidden />} title="No declines">
          {data.approved > 0
            ? 'Every purchase in this period was approved.'
            : 'There were no purchases in this period.'}
        </Empty>
      )}
      {data && data.declines.length > 0 && (
        <Bars
          label="Decline reasons"
          tone="bad"
          rows={data.declines.slice(0, MOST).map(({ reason, count }) => ({
            key: reason,
            name: declineWords(reason),
            share: count / data.declined,
            figure: count.toLocaleString('en-US'),
            note: share(count / data.declined),
            opens: { status: 'declined', reason, ...periodOf(data.days) },
          }))}
        />
      )}
    </Panel>
  )
}

function noteOf({ approved, declined }: Overview): string {
  const all = approved + declined
  return all === 0
    ? 'There were no purchases'
    : `${declined.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} purchases`
}
