// The windows of a limit are UTC calendar units of workspace time; a week begins on Monday. A window is stored as a number,
// counted from the beginning of 1970, so that checking whether it is still current takes one comparison.

import { type LimitWindow, type Window, windows } from '../ledger/stored-controls.ts'

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7
const MONTHS_OF_YEAR = 12
/** 1970 began on a Thursday, three days after a Monday. */
const DAYS_SINCE_MONDAY = 3

/** The numbers of the windows that hold `time`, in the order of `windows`. */
export function windowsAt(time: Date): number[] {
  const day = Math.floor(time.getTime() / DAY_MS)
  const year = time.getUTCFullYear()
  const week = Math.floor((day + DAYS_SINCE_MONDAY) / DAYS_OF_WEEK)
  return [day, week, year * MONTHS_OF_YEAR + time.getUTCMonth(), year, 0]
}

/** When the window that holds `time` began; the beginning of time for `all_time`. */
export function startOf(window: Window, time: Date): Date {
  return beginning(window, windowsAt(time)[windows.indexOf(window)]!)
}

/** When the window that holds `time` ends and the next one begins; null for `all_time`. */
export function endOf(window: LimitWindow, time: Date): Date | null {
  if (window === 'per_transaction' || window === 'all_time') return null
  return beginning(window, windowsAt(time)[windows.indexOf(window)]! + 1)
}

function beginning(window: Window, number: number): Date {
  switch (window) {
    case 'day':
      return new Date(number * DAY_MS)
    case 'week':
      return new Date((number * DAYS_OF_WEEK - DAYS_SINCE_MONDAY) * DAY_MS)
    case 'month':
      return new Date(Date.UTC(Math.floor(number / MONTHS_OF_YEAR), number % MONTHS_OF_YEAR, 1))
    case 'year':
      return new Date(Date.UTC(number, 0, 1))
    case 'all_time':
      return new Date(0)
  }
}
