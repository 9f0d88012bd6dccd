// A bar per day, stacked if a day has several parts. The chart is only visual: the caller provides the same figures as
// a table.

import { type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { ticksFor } from './ticks.ts'

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const MAX_DATES = 8

export type Part = { value: number; color: string }

type Props<Day extends { date: string }> = {
  days: readonly Day[]
  /** The parts from the bottom up. Only a day with a single part may be negative. */
  partsOf: (day: Day) => Part[]
  /** The note for the day under the pointer. */
  noteOf: (day: Day) => ReactNode
  tickText: (value: number) => string
  isWhole?: boolean
  onOpen?: (day: Day) => void
}

export function DayBars<Day extends { date: string }>(props: Props<Day>) {
  const { days, partsOf, tickText, isWhole = false } = props
  const [pointed, point] = useState<number>()
  const ticks = ticksFor(
    days.map((day) => partsOf(day).reduce((sum, { value }) => sum + value, 0)),
    { isWhole },
  )
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const share = (value: number) => ((value - low) / (high - low)) * 100
  const day = pointed === undefined ? undefined : days[pointed]
  return (
    <div className="@container flex h-full gap-2 pt-2 text-xs text-soft" data-chart>
      <ol className="tabular relative mb-6 w-12 shrink-0 text-right">
        {ticks.map((tick) => (
          <li key={tick} className="absolute right-0 translate-y-1/2" style={{ bottom: `${share(tick)}%` }}>
            {tickText(tick)}
          </li>
        ))}
      </ol>
      <div className="relative mb-6 min-w-0 flex-1" onPointerLeave={() => point(undefined)}>
        {ticks.map((tick) => (
          <div
            key={tick}
            className={classes('absolute inset-x-0 border-t', tick === 0 ? 'border-line-strong' : 'border-line')}
            style={{ bottom: `${share(tick)}%` }}
          />
        ))}
        <ol className="absolute inset-0 flex">
          {days.map((each, index) => (
            <Column key={each.date} {...props} day={each} index={index} share={share} onPoint={() => point(index)} />
          ))}
        </ol>
        {day && <Note at={(pointed! + 0.5) / days.length} day={day} note={props.noteOf(day)} />}
      </div>
    </div>
  )
}

type ColumnProps<Day extends { date: string }> = Props<Day> & {
  day: Day
  index: number
  share: (value: number) => number
  onPoint: () => void
}

function Column<Day extends { date: string }>(props: ColumnProps<Day>) {
  const { day, days, index, partsOf, share, onPoint, onOpen } = props
  const every = Math.ceil(days.length / MAX_DATES)
  let top = 0
  return (
    <li
      className={classes('relative min-w-0 flex-1 hover:bg-sunken', onOpen && 'cursor-pointer')}
      onPointerEnter={onPoint}
      {...(onOpen && { onClick: () => onOpen(day) })}
    >
      {partsOf(day).map(({ value, color }) => {
        const from = top
        top += value
        if (value === 0) return null
        const [below, above] = [share(Math.min(from, top)), share(Math.max(from, top))]
        return (
          <div
            key={color}
            data-bar
            className="absolute inset-x-[12%] mx-auto max-w-9 rounded-t-[3px]"
            style={{ bottom: `${below}%`, height: `${above - below}%`, background: color }}
          />
        )
      })}
      {index % every === 0 && (
        <span
          className={classes(
            'absolute top-full left-1/2 mt-1.5 -translate-x-1/2 whitespace-nowrap',
            // Hides every second date in a narrow chart.
            (index / every) % 2 === 1 && '@max-[480px]:hidden',
          )}
        >
          {dayAndMonth.format(new Date(day.date))}
        </span>
      )}
    </li>
  )
}

/** Placed to the right of the day in the left half of the chart, and to its left in the right half. */
function Note({ at, day, note }: { at: number; day: { date: string }; note: ReactNode }) {
  const place = at < 0.5 ? { left: `calc(${at * 100}% + 12px)` } : { right: `calc(${(1 - at) * 100}% + 12px)` }
  return (
    <div
      className="pointer-events-none absolute top-2 z-10 grid gap-0.5 rounded-lg border border-line bg-surface px-3 py-2 text-[13px] whitespace-nowrap text-ink shadow-float"
      style={place}
    >
      <p className="text-soft">{wholeDay.format(new Date(day.date))}</p>
      {note}
    </div>
  )
}
