import type { RuleBacktest } from '../api/schemas.ts'

export function isOpen({ status }: RuleBacktest): boolean {
  return status === 'pending' || status === 'running'
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export function rangeInWords({ from, to }: Pick<RuleBacktest, 'from' | 'to'>): string {
  return `${day.formatRange(new Date(from), new Date(to))} (UTC)`
}
