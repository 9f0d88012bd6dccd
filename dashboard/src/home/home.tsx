import { useState } from 'react'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { useWorkspaceNow } from '../api/clock.ts'
import { useRead } from '../api/read.ts'
import { DateRange } from '../ui/date-range.tsx'
import { Page } from '../ui/page.tsx'
import { datesOfPeriod } from '../ui/periods.ts'
import { Loading } from '../ui/states.tsx'
import { type Dates, useZone } from '../ui/zone.ts'
import { Approvals } from './approvals.tsx'
import { Categories } from './categories.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { LatestActivity } from './latest-activity.tsx'
import { Spend } from './spend.tsx'

const MINUTE_MS = 60_000
const BEHIND_MS = 1_000
const DEFAULT_DAYS = '30'

export function Home() {
  const { dates, shown, choose } = usePeriod()
  const zone = useZone()
  const isWhole = dates?.from !== undefined && dates.to !== undefined
  const overview = useRead<Overview>({
    noun: 'overview',
    path: '/dashboard/overview',
    // Without chosen dates the service counts back from its own date, which a sandbox can move.
    query: { time_zone: zone, ...(isWhole ? dates : { days: DEFAULT_DAYS }) },
    enabled: dates === undefined || isWhole,
    keepWhileLoading: true,
    // The event that refetches the figures may arrive before the worker has counted it.
    everyMs: (latest) => (latest?.up_to_date === false ? BEHIND_MS : undefined),
  })
  const firstSteps = useFirstSteps()
  return (
    <Page
      title="Home"
      actions={
        <search className="flex flex-wrap items-end gap-3">
          <DateRange value={shown} onChange={choose} />
        </search>
      }
    >
      {firstSteps.isKnown ? (
        <>
          {firstSteps.steps.length > 0 && <FirstSteps {...firstSteps} />}
          <Figures overview={overview} />
          <div className="grid gap-5 xl:grid-cols-3">
            <Spend className="xl:col-span-2" overview={overview} />
            <Categories overview={overview} />
            <LatestActivity className="xl:col-span-2" />
            <Approvals overview={overview} />
          </div>
        </>
      ) : (
        <Loading rows={12} />
      )}
    </Page>
  )
}

/** `dates` is undefined until the person chooses a period. */
function usePeriod() {
  const [dates, choose] = useState<Dates>()
  const zone = useZone()
  const now = useWorkspaceNow(MINUTE_MS, true) ?? Date.now()
  return { dates, shown: dates ?? datesOfPeriod('last_30_days', zone, now), choose }
}
