// cards limits: what a card has used of its limits, with bars on a terminal.

import type { Command } from './command.ts'
import { money } from './format.ts'
import type { Column } from './output.ts'
import type { CardLimits, LimitUse } from './sdk.ts'

const columns: readonly Column[] = [
  ['WINDOW', 'window'],
  ['COUNTS', 'counts'],
  ['SPENT', 'spent'],
  ['PURCHASES', 'purchases'],
  ['RESETS', 'resets_at'],
]
const BAR_WIDTH = 20

export const cardLimits: Command = {
  name: 'cards limits',
  summary: 'show how much of its limits a card has used',
  args: ['CARD'],
  notes:
    'The numbers are exact: the next purchase is checked against them. The first row is the monthly spending limit.',
  async run(call) {
    const limits = await call.client().cards.limits(call.args[0]!)
    if (call.out.isJson) return call.out.object(limits)
    const withBars = call.io.stdout.isTTY === true
    call.out.list(rowsOf(limits), withBars ? [...columns, ['USED', 'bar']] : columns)
  },
}

function rowsOf({ data, uses }: CardLimits): object[] {
  const rows = data.map((limit) => ({
    window: limit.window,
    counts: limit.categories.length > 0 ? limit.categories : 'everything',
    spent: used(money(limit.used_amount), limit.amount === null ? null : money(limit.amount)),
    purchases: limit.used_count === null ? null : used(String(limit.used_count), limit.count),
    resets_at: limit.resets_at,
    bar: barOf(shareOf(limit)),
  }))
  if (!uses) return rows
  const { limit, used: made } = uses
  return [
    ...rows,
    { window: 'uses', counts: 'everything', purchases: used(`${made}`, limit), bar: barOf(made / limit) },
  ]
}

function used(text: string, limit: string | number | null): string {
  return limit === null ? text : `${text} of ${limit}`
}

/** The tighter of the two. */
function shareOf({ amount, used_amount, count, used_count }: LimitUse): number {
  return Math.max(amount === null ? 0 : used_amount / amount, count === null ? 0 : (used_count ?? 0) / count)
}

export function barOf(share: number): string {
  const full = Math.min(BAR_WIDTH, Math.floor(share * BAR_WIDTH))
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${Math.floor(share * 100)} %`
}
