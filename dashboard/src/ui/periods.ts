// The periods that a date range offers, as dates in a zone.

import { addDays, dateIn } from '../../../server/src/zoned-days.ts'
import type { Dates } from './zone.ts'

export const periods = {
  today: 'Today',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  this_month: 'This month',
  last_month: 'Last month',
} as const
export type Period = keyof typeof periods
export const periodNames = Object.keys(periods) as Period[]

export function datesOfPeriod(
  period: Period,
  zone: string,
  now: number,
): Required<Dates> & { from: string; to: string } {
  const today = dateIn(zone, now)
  const firstOfMonth = `${today.slice(0, 8)}01`
  const endOfLastMonth = addDays(firstOfMonth, -1)
  const found: Record<Period, { from: string; to: string }> = {
    today: { from: today, to: today },
    last_7_days: { from: addDays(today, -6), to: today },
    last_30_days: { from: addDays(today, -29), to: today },
    last_90_days: { from: addDays(today, -89), to: today },
    this_month: { from: firstOfMonth, to: today },
    last_month: { from: `${endOfLastMonth.slice(0, 8)}01`, to: endOfLastMonth },
  }
  return found[period]
}

/** The period that has these dates now, or undefined if there is none. */
export function periodOf({ from, to }: Dates, zone: string, now: number): Period | undefined {
  return periodNames.find((name) => {
    const dates = datesOfPeriod(name, zone, now)
    return dates.from === from && dates.to === to
  })
}
