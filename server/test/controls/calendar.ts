// A second implementation of windows: it finds UTC calendar units by walking day by day, which is slow but hard to get
// wrong.

export const windows = ['day', 'week', 'month', 'year', 'all_time'] as const
export type Window = (typeof windows)[number]

export const DAY = 86_400_000

const midnight = (time: number): number => Math.floor(time / DAY) * DAY

/** The name of the window that contains a time. Two times with the same name are in the same window. */
export function periodOf(window: Window, time: number): string {
  const day = new Date(time).toISOString().slice(0, 10)
  switch (window) {
    case 'day':
      return day
    case 'week': {
      let monday = midnight(time)
      while (new Date(monday).getUTCDay() !== 1) monday -= DAY
      return `week of ${new Date(monday).toISOString().slice(0, 10)}`
    }
    case 'month':
      return day.slice(0, 7)
    case 'year':
      return day.slice(0, 4)
    case 'all_time':
      return 'all time'
  }
}

/** The first moment of the next window, or null for the window that never ends. */
export function resetsAt(window: Window, time: number): string | null {
  if (window === 'all_time') return null
  const period = periodOf(window, time)
  let day = midnight(time)
  while (periodOf(window, day) === period) day += DAY
  return new Date(day).toISOString()
}

/** The next 29 February in the future, or the given number of days after it. */
export function nextLeapDay(time: number, daysAfter: number): number {
  for (let day = midnight(time) + DAY; ; day += DAY) {
    const leap = new Date(day - daysAfter * DAY)
    if (leap.getUTCMonth() === 1 && leap.getUTCDate() === 29) return day
  }
}
