import Type from 'typebox'
import { isAgent } from '../accounts/key-rights.ts'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { type Counted, changeControls, countForControls } from '../controls/change-controls.ts'
import { ControlsInput } from '../controls/control-schemas.ts'
import { newControls } from '../controls/read-controls.ts'
import type { Sql } from '../database/database.ts'
import { orThrow, Refusal, refuse } from '../engine/refusal.ts'
import { change } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { metadataOfRules, refuseChangedMetadata } from '../rules/metadata-of-rules.ts'
import type { Services } from '../services.ts'
import { allowedCategories, autoFreezeThreshold, mergeMetadata, spendingLimit } from './card-rules.ts'
import { Card, CardParams, MetadataPatch, presentCard } from './card-schemas.ts'
import { AllowedCategories, AutoFreezeAt, Label, spendingLimitOf } from './card-settings.ts'
import { changedSettings, seeSettings } from './changed-settings.ts'
import { findCard, refuseTerminated, theCard } from './find-card.ts'

export const updateCard = change({
  method: 'PATCH',
  url: '/cards/:card_id',
  operationId: 'updateCard',
  scope: 'cards:write',
  fieldScopes: {
    spending_limit: 'controls:write',
    allowed_categories: 'controls:write',
    auto_freeze_at: 'controls:write',
    controls: 'controls:write',
  },
  bounds: 'within',
  agents: { neverSend: ['allowed_categories', 'auto_freeze_at', 'controls'] },
  tag: 'Cards',
  summary: 'Update a card',
  description:
    'Changes the given settings and keeps the others. Works on a frozen card too. Metadata that a rule reads (`card_metadata.KEY`) is a control: a key needs `controls:write` to change it, and an agent key never does.',
  params: CardParams,
  body: Strict({
    label: Type.Optional(Label),
    spending_limit: Type.Optional(spendingLimitOf('The monthly limit in USD.')),
    allowed_categories: Type.Optional(AllowedCategories),
    auto_freeze_at: Type.Optional(AutoFreezeAt),
    metadata: Type.Optional(MetadataPatch),
    controls: Type.Optional(Type.Union([ControlsInput, Type.Null()], { 'x-error': 'invalid_controls' })),
  }),
  reply: { 200: Card },
  errors: [
    'card_not_found',
    'card_terminated',
    'invalid_amount',
    'invalid_category',
    'invalid_spending_limit',
    'invalid_metadata',
    'invalid_controls',
  ],
  check({ body }) {
    orThrow(allowedCategories(body.allowed_categories ?? []))
    newControls(body.controls)
  },
  prepare: async ({ sql, workspace, params, body, services }) => ({
    counted: body.controls && (await countHistory(sql, workspace, services, params.card_id, body.controls)),
    readByRules: await metadataOfRules(sql, workspace, body.metadata),
  }),
  needs: (context) => ({ ...theCard(context), holds: [...(context.prepared.counted?.history.holds.keys() ?? [])] }),
  decide({ workspace, body, services, prepared: { counted, readByRules } }, books) {
    const { card, changes, now } = books
    const limit =
      body.spending_limit === undefined
        ? card.spending_limit_cents
        : spendingLimit(services.bins.get(card.bin_id)!, body.spending_limit)
    if (limit instanceof Refusal) return limit
    if (isAgent(workspace) && limit > card.spending_limit_cents)
      return refuse('forbidden', 'An agent key may lower a limit and never raise one.', 'spending_limit')
    const metadata = mergeMetadata(card.metadata, body.metadata ?? {})
    if (metadata instanceof Refusal) return metadata
    const refusal = refuseChangedMetadata(workspace, readByRules) ?? refuseTerminated(card)
    if (refusal) return refusal
    const before = seeSettings(card)
    const stopped = body.controls === undefined ? undefined : changeControls(books, body.controls, counted ?? undefined)
    if (stopped) return stopped
    if (Object.keys(body).length > 0) {
      card.spending_limit_cents = limit
      card.metadata = metadata
      if (body.label !== undefined) card.label = body.label
      if (body.allowed_categories) card.allowed_categories = orThrow(allowedCategories(body.allowed_categories))
      if (body.auto_freeze_at !== undefined) card.auto_freeze_cents = autoFreezeThreshold(body.auto_freeze_at)
      changes.changedSettings.set(card.id, card)
      changes.history(card, 'updated', now, workspace.actor, { reason: changedSettings(before, seeSettings(card)) })
    }
    return { status: 200, body: presentCard(card) }
  },
})

async function countHistory(
  sql: Sql,
  workspace: Workspace,
  services: Services,
  cardId: string,
  controls: ControlsInput,
): Promise<Counted> {
  const [card, now] = await Promise.all([findCard(sql, workspace, cardId), readWorkspaceTime(sql, workspace, services)])
  return countForControls(sql, card, controls, now)
}
