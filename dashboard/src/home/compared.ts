// Compares a figure with the same figure of the previous period.

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** `+12% against the 30 days before`; undefined if neither period has spending. */
export function spentCompared(spent: number, before: number, days: number): string | undefined {
  if (before <= 0) return spent > 0 ? `Nothing in ${beforeInWords(days)}` : undefined
  return `${percent.format((spent - before) / before)} against ${beforeInWords(days)}`
}

/** The difference between two rates is given in percentage points. */
export function rateCompared(rate: number | null, before: number | null, days: number): string | undefined {
  if (rate === null || before === null) return undefined
  return `${points.format((rate - before) * 100)} points against ${beforeInWords(days)}`
}

function beforeInWords(days: number): string {
  return days === 1 ? 'the day before' : `the ${days} days before`
}
