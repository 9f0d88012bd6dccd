import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { money } from '../ui/amounts.tsx'

type Day = Overview['days'][number]

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const small = { fontSize: 12, fill: 'var(--soft)' }

type Props = { days: Day[]; onOpen: (date: string) => void }

export default function SpendChart({ days, onOpen }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 256 }}>
      <BarChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="date"
          tickFormatter={(date: string) => dayAndMonth.format(new Date(date))}
          tick={small}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          minTickGap={32}
        />
        <YAxis
          tickFormatter={(amount: number) => compact.format(amount)}
          tick={small}
          tickLine={false}
          axisLine={false}
          width={56}
        />
        <Tooltip cursor={{ fill: 'var(--sunken)' }} content={<DayNote />} isAnimationActive={false} />
        <Bar
          dataKey="spent"
          fill="var(--accent)"
          radius={[3, 3, 0, 0]}
          maxBarSize={36}
          isAnimationActive={false}
          className="cursor-pointer"
          onClick={({ payload }: { payload?: Day }) => payload && onOpen(payload.date)}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

function DayNote({ payload }: { payload?: readonly { payload?: Day }[] }) {
  const day = payload?.[0]?.payload
  if (!day) return null
  return (
    <div className="grid gap-0.5 rounded-lg border border-line bg-surface px-3 py-2 text-[13px] shadow-float">
      <p className="text-soft">{wholeDay.format(new Date(day.date))}</p>
      <p className="tabular text-base font-semibold">{money(day.spent)}</p>
      <p className="text-soft">
        {day.approved} approved, {day.declined} declined
      </p>
    </div>
  )
}
