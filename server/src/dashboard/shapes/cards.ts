import Type, { type Static } from 'typebox'

export const CardLimits = Type.Object({
  spending_limit: Type.Number(),
  max_monthly: Type.Number(),
  month: Type.String(),
  month_spent: Type.Number(),
  allowed_categories: Type.Array(Type.String()),
  auto_freeze_at: Type.Union([Type.Number(), Type.Null()]),
})
export type CardLimits = Static<typeof CardLimits>
