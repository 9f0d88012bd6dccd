import Type from 'typebox'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import { rollUse } from '../controls/monthly-use.ts'
import { endOf } from '../controls/windows.ts'
import { read } from '../http/route.ts'
import { NullableTimestamp } from '../http/schemas.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type Limit, limitWindows, noControls } from '../ledger/stored-controls.ts'
import { dollars } from '../money.ts'

const nullable = (schema: Type.TNumber | Type.TInteger, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const LimitUse = Type.Object(
  {
    window: Type.String({ enum: [...limitWindows] }),
    categories: Type.Array(Type.String(), {
      description: 'The categories that count. Empty means that every purchase counts.',
    }),
    amount: nullable(Type.Number(), 'The maximum amount in USD. Null if only purchases are counted.'),
    count: nullable(Type.Integer(), 'The maximum number of purchases. Null if only the amount counts.'),
    used_amount: Type.Number({
      description: 'The amount that is used, in USD. 0 for `per_transaction`, which starts again with each purchase.',
    }),
    used_count: nullable(
      Type.Integer(),
      'The number of purchases in the window. Null for the monthly spending limit, which does not count purchases.',
    ),
    remaining_amount: nullable(Type.Number(), 'The amount that is left, in USD. Never below zero.'),
    remaining_count: nullable(Type.Integer(), 'The number of purchases that are left. Never below zero.'),
    resets_at: NullableTimestamp('When the window resets. Null if it never resets.'),
  },
  { $id: 'LimitUse' },
)

const CardLimits = Type.Object(
  {
    data: Type.Array(LimitUse),
    uses: Type.Union(
      [Type.Object({ limit: Type.Integer(), used: Type.Integer(), remaining: Type.Integer() }), Type.Null()],
      { description: 'The number of purchases after which the card is terminated. Null if purchases are not limited.' },
    ),
  },
  { $id: 'CardLimits' },
)

export const getCardLimits = read({
  method: 'GET',
  url: '/cards/:card_id/limits',
  operationId: 'getCardLimits',
  scope: 'cards:read',
  bounds: 'within',
  tag: 'Cards',
  summary: 'Get the limits of a card',
  description:
    "Returns the monthly spending limit first, then the limits of the card's controls in their order. The numbers are exact: each purchase is checked against them in the commit that changes them.",
  params: CardParams,
  reply: { 200: CardLimits },
  errors: ['card_not_found'],
  async read({ sql, workspace, params, services }) {
    const [card, now] = await Promise.all([
      findCard(sql, workspace, params.card_id),
      readWorkspaceTime(sql, workspace, services),
    ])
    rollUse(card, now) // changes only this copy: the stored counters roll when the card is next used
    const { limits, uses } = card.controls ?? noControls
    const used = card.usage?.uses ?? 0
    return {
      data: [monthly(card, now), ...limits.map((limit, index) => limitUse(card, limit, index, now))],
      uses: uses === null ? null : { limit: uses, used, remaining: Math.max(0, uses - used) },
    }
  },
})

function monthly({ spending_limit_cents: limit, month_used_cents: used }: CardRow, now: Date) {
  return {
    window: 'month',
    categories: [],
    amount: dollars(limit),
    count: null,
    used_amount: dollars(used),
    used_count: null,
    remaining_amount: limit > used ? dollars(limit - used) : 0,
    remaining_count: null,
    resets_at: endOf('month', now)!.toISOString(),
  }
}

function limitUse({ usage }: CardRow, { window, categories, amount, count }: Limit, index: number, now: Date) {
  const [cents, purchases] = window === 'per_transaction' ? [0, 0] : usage!.limits[index]!
  return {
    window,
    categories,
    amount: amount === null ? null : amount / 100,
    count,
    used_amount: cents / 100,
    used_count: purchases,
    remaining_amount: amount === null ? null : Math.max(0, amount - cents) / 100,
    remaining_count: count === null ? null : Math.max(0, count - purchases),
    resets_at: endOf(window, now)?.toISOString() ?? null,
  }
}
