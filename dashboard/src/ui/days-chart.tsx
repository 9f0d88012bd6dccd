// Stacked bars by day. Loaded only when there is something to draw.

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { DayRow, Series } from './days-figure.tsx'

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const small = { fontSize: 12, fill: 'var(--soft)' }

type Props = { days: DayRow[]; series: Series[] }

export default function DaysChart({ days, series }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 176 }}>
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
        <YAxis allowDecimals={false} tick={small} tickLine={false} axisLine={false} width={40} />
        <Tooltip cursor={{ fill: 'var(--sunken)' }} content={<DayNote series={series} />} isAnimationActive={false} />
        {series.map(({ key, color }) => (
          <Bar
            key={key}
            dataKey={`counts.${key}`}
            stackId="day"
            fill={color}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

type NoteProps = { series: Series[]; payload?: readonly { payload?: DayRow }[] }

function DayNote({ series, payload }: NoteProps) {
  const day = payload?.[0]?.payload
  if (!day) return null
  return (
    <div className="grid gap-0.5 rounded-lg border border-line bg-surface px-3 py-2 text-[13px] shadow-float">
      <p className="text-soft">{wholeDay.format(new Date(day.date))}</p>
      {series.map(({ key, name }) => (
        <p key={key} className="tabular">
          {name}: <span className="font-semibold">{day.counts[key]}</span>
        </p>
      ))}
      {day.note && <p className="tabular text-soft">{day.note}</p>}
    </div>
  )
}
