import Type from 'typebox'
import { textArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import type { CardRow } from '../ledger/rows.ts'
import { allowedCategories, autoFreezeThreshold, spendingLimit } from './card-rules.ts'
import { Card, CardParams, MetadataPatch, presentCard } from './card-schemas.ts'
import { AllowedCategories, AutoFreezeAt, Label, NewSpendingLimit } from './create-card.ts'
import { findCard, lockCard, refuseTerminated } from './find-card.ts'

const MOST_METADATA_KEYS = 20

export const updateCard = write({
  method: 'PATCH',
  url: '/cards/:card_id',
  operationId: 'updateCard',
  tag: 'Cards',
  summary: 'Update a card',
  description: 'Changes the settings that are given and leaves the others. Works on a frozen card.',
  params: CardParams,
  body: Strict({
    label: Type.Optional(Label),
    spending_limit: Type.Optional(NewSpendingLimit),
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
  subject: ({ sql, workspace, params }) => findCard(sql, workspace, params.card_id),
  async write({ tx, workspace, params, body, now, changes, services }) {
    const card = await lockCard(tx, workspace, params.card_id)
    const limit =
      body.spending_limit !== undefined
        ? spendingLimit(services.bins.get(card.bin_id)!, body.spending_limit)
        : card.spending_limit_cents
    const metadata = mergeMetadata(card.metadata, body.metadata ?? {})
    refuseTerminated(card)
    const updated: CardRow = {
      ...card,
      metadata,
      spending_limit_cents: limit,
      label: body.label ?? card.label,
      allowed_categories: body.allowed_categories
        ? allowedCategories(body.allowed_categories)
        : card.allowed_categories,
      auto_freeze_cents:
        body.auto_freeze_at !== undefined ? autoFreezeThreshold(body.auto_freeze_at) : card.auto_freeze_cents,
    }
    if (Object.keys(body).length > 0) {
      changes.history(card, 'updated', now, workspace.actor)
      await updateSettings(tx, updated)
    }
    return { status: 200, body: presentCard(updated) }
  },
})

type Metadata = CardRow['metadata']

function mergeMetadata(existing: Metadata, patch: Record<string, string | number | boolean | null>): Metadata {
  const entries = Object.entries({ ...existing, ...patch }).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null,
  )
  if (entries.length > MOST_METADATA_KEYS) {
    throw new ApiError(
      'invalid_metadata',
      `"metadata" would have ${entries.length} keys; at most ${MOST_METADATA_KEYS} are kept.`,
      { param: 'metadata' },
    )
  }
  return Object.fromEntries(entries)
}

function updateSettings(tx: Tx, card: CardRow) {
  return tx`
    update cards set label = ${card.label}, spending_limit_cents = ${card.spending_limit_cents}, auto_freeze_cents = ${card.auto_freeze_cents},
      allowed_categories = ${textArray(card.allowed_categories)}::text::text[], metadata = ${JSON.stringify(card.metadata)}::text::jsonb
    where bucket = ${card.bucket} and id = ${card.id} and workspace_id = ${card.workspace_id}`
}
