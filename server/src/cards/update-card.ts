import Type from 'typebox'
import { Refusal } from '../engine/refusal.ts'
import { change } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { allowedCategories, autoFreezeThreshold, mergeMetadata, spendingLimit } from './card-rules.ts'
import { Card, CardParams, MetadataPatch, presentCard } from './card-schemas.ts'
import { AllowedCategories, AutoFreezeAt, Label, spendingLimitOf } from './card-settings.ts'
import { refuseTerminated, theCard } from './find-card.ts'

export const updateCard = change({
  method: 'PATCH',
  url: '/cards/:card_id',
  operationId: 'updateCard',
  tag: 'Cards',
  summary: 'Update a card',
  description: 'Changes the settings that are given and leaves the others. Works on a frozen card.',
  params: CardParams,
  body: Strict({
    label: Type.Optional(Label),
    spending_limit: Type.Optional(spendingLimitOf('Monthly, USD; unchanged when left out.')),
    allowed_categories: Type.Optional(AllowedCategories),
    auto_freeze_at: Type.Optional(AutoFreezeAt),
    metadata: Type.Optional(MetadataPatch),
  }),
  reply: { 200: Card },
  errors: [
    'card_not_found',
    'card_terminated',
    'invalid_amount',
    'invalid_category',
    'invalid_spending_limit',
    'invalid_metadata',
  ],
  check: ({ body }) => void allowedCategories(body.allowed_categories ?? []),
  needs: theCard,
  decide({ workspace, body, services }, { card, changes, now }) {
    const limit =
      body.spending_limit === undefined
        ? card.spending_limit_cents
        : spendingLimit(services.bins.get(card.bin_id)!, body.spending_limit)
    if (limit instanceof Refusal) return limit
    const metadata = mergeMetadata(card.metadata, body.metadata ?? {})
    if (metadata instanceof Refusal) return metadata
    const refusal = refuseTerminated(card)
    if (refusal) return refusal
    if (Object.keys(body).length > 0) {
      card.spending_limit_cents = limit
      card.metadata = metadata
      if (body.label !== undefined) card.label = body.label
      if (body.allowed_categories) card.allowed_categories = allowedCategories(body.allowed_categories)
      if (body.auto_freeze_at !== undefined) card.auto_freeze_cents = autoFreezeThreshold(body.auto_freeze_at)
      changes.changedSettings.set(card.id, card)
      changes.history(card, 'updated', now, workspace.actor)
    }
    return { status: 200, body: presentCard(card) }
  },
})
