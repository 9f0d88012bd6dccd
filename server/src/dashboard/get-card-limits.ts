import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import { rollUse } from '../authorizations/monthly-use.ts'
import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import { read } from '../http/route.ts'
import { dollars } from '../money.ts'
import { CardLimits } from './shapes/cards.ts'

export const getCardLimits = read({
  method: 'GET',
  url: '/cards/:card_id/limits',
  operationId: 'getCardLimits',
  tag: 'Cards',
  summary: 'What a card may spend, and what it has spent of it this month',
  params: CardParams,
  reply: { 200: CardLimits },
  errors: ['card_not_found'],
  async read({ sql, workspace, params, services }): Promise<CardLimits> {
    const [card, now] = await Promise.all([
      findCard(sql, workspace, params.card_id),
      readWorkspaceTime(sql, workspace, services),
    ])
    rollUse(card, now) // on this copy only: the card itself rolls when it is next used
    return {
      spending_limit: dollars(card.spending_limit_cents),
      max_monthly: dollars(services.bins.get(card.bin_id)!.maxMonthlyCents),
      month: `${String(card.month).slice(0, 4)}-${String(card.month).slice(4)}`,
      month_spent: dollars(card.month_used_cents),
      allowed_categories: card.allowed_categories,
      auto_freeze_at: card.auto_freeze_cents === null ? null : dollars(card.auto_freeze_cents),
    }
  },
})
