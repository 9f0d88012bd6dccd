import { useState } from 'react'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { useRead } from '../api/read.ts'
import { Choices } from '../ui/choices.tsx'
import { Page } from '../ui/page.tsx'
import { Approvals } from './approvals.tsx'
import { Categories } from './categories.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestActivity } from './latest-activity.tsx'
import { Spend } from './spend.tsx'

const ranges = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
] as const
export type Range = (typeof ranges)[number]['value']

export function Home() {
  const [days, choose] = useState<Range>('30')
  const overview = useRead<Overview>({
    noun: 'overview',
    path: '/dashboard/overview',
    query: { days },
    keepWhileLoading: true,
  })
  return (
    <Page
      title="Home"
      actions={<Choices label="Period of the figures" value={days} options={ranges} onChoose={choose} />}
    >
      <FirstSteps />
      <Figures days={days} overview={overview} />
      <div className="grid gap-5 xl:grid-cols-3">
        <Spend className="xl:col-span-2" overview={overview} />
        <Categories overview={overview} />
        <LatestActivity className="xl:col-span-2" />
        <Approvals overview={overview} />
      </div>
    </Page>
  )
}
