// A figure against the same one of the period before.

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** `+12% against the 30 days before`; undefined where there is nothing to compare with. */
export function spentCompared(spent: number, before: number, days: string): string | undefined {
  if (before <= 0) return spent > 0 ? `Nothing in the ${days} days before` : undefined
  return `${percent.format((spent - before) / before)} against the ${days} days before`
}

/** Of a share the difference is in percentage points. */
export function rateCompared(rate: number | null, before: number | null, days: string): string | undefined {
  if (rate === null || before === null) return undefined
  return `${points.format((rate - before) * 100)} points against the ${days} days before`
}
