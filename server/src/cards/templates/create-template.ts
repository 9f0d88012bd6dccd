import Type from 'typebox'
import type { Workspace } from '../../accounts/workspace.ts'
import { ControlsInput } from '../../controls/control-schemas.ts'
import { newControls } from '../../controls/read-controls.ts'
import { orThrow, refuse } from '../../engine/refusal.ts'
import { ApiError } from '../../errors.ts'
import { write } from '../../http/route.ts'
import { Strict, Text } from '../../http/schemas.ts'
import { newUuid } from '../../ids.ts'
import { lockWorkspaceById } from '../../ledger/tables.ts'
import { type Cents, centsFromDollars } from '../../money.ts'
import type { Services } from '../../services.ts'
import { allowedCategories, autoFreezeThreshold, offeredBin, spendingLimit } from '../card-rules.ts'
import { Metadata } from '../card-schemas.ts'
import { AllowedCategories, AutoFreezeAt, BinId, spendingLimitOf } from '../card-settings.ts'
import {
  CardTemplate,
  MAX_TEMPLATES,
  presentTemplate,
  selectTemplates,
  type TemplateRow,
  templates,
} from './template.ts'

export const TemplateName = Text({
  maxLength: 64,
  description: 'The name of the template. Surrounding spaces are removed. Two templates may have the same name.',
  examples: ['Advertising'],
})

const Body = Strict({
  name: TemplateName,
  bin_id: Type.Optional(BinId),
  spending_limit: Type.Optional(spendingLimitOf('The monthly limit in USD. Defaults to the maximum of the BIN.')),
  allowed_categories: Type.Optional(AllowedCategories),
  auto_freeze_at: Type.Optional(AutoFreezeAt),
  controls: Type.Optional(ControlsInput),
  metadata: Type.Optional(Metadata),
})

export const createTemplate = write({
  method: 'POST',
  url: '/card-templates',
  operationId: 'createCardTemplate',
  scope: 'controls:write',
  agents: 'never',
  tag: 'Card templates',
  summary: 'Create a card template',
  description:
    'Stores settings for future cards. When a card is created with `template_id`, the template supplies the settings that the request leaves out. A workspace has at most 200 templates.',
  body: Body,
  reply: { 201: CardTemplate },
  errors: [
    'invalid_amount',
    'invalid_bin',
    'invalid_category',
    'invalid_controls',
    'invalid_metadata',
    'invalid_spending_limit',
    'invalid_state',
  ],
  check: (input) => void settingsOf(input),
  async write({ tx, workspace, body, services, now }) {
    await lockWorkspaceById(tx, workspace.bucket, workspace.id)
    if ((await selectTemplates(tx, workspace)).length >= MAX_TEMPLATES)
      return refuse('invalid_state', `There are ${MAX_TEMPLATES} templates already; delete one first.`)
    const template: TemplateRow = {
      bucket: workspace.bucket,
      id: newUuid(),
      workspace_id: workspace.id,
      ...settingsOf({ body, workspace, services }),
      created_at: now,
      updated_at: now,
    }
    await templates.insert(tx, [template])
    return { status: 201, body: presentTemplate(template) }
  },
})

type Input = { body: Type.Static<typeof Body>; workspace: Workspace; services: Services }

function settingsOf({ body, workspace, services }: Input) {
  const bin = body.bin_id === undefined ? undefined : orThrow(offeredBin(services, workspace, body.bin_id))
  return {
    name: templateName(body.name),
    bin_id: bin?.id ?? null,
    spending_limit_cents: templateLimit(services, bin?.id ?? null, body.spending_limit ?? null),
    auto_freeze_cents: autoFreezeThreshold(body.auto_freeze_at),
    allowed_categories: orThrow(allowedCategories(body.allowed_categories ?? [])),
    controls: newControls(body.controls),
    metadata: body.metadata ?? {},
  }
}

export function templateName(given: string): string {
  const name = given.trim()
  if (name === '') throw new ApiError('invalid_request', '"name" must not be empty.', { param: 'name' })
  return name
}

/** The limit is checked against the BIN that the template names; without one, it is checked when a card is created. */
export function templateLimit(services: Services, binId: string | null, limit: number | null): Cents | null {
  if (limit === null) return null
  const bin = binId === null ? undefined : services.bins.get(binId)
  return bin ? orThrow(spendingLimit(bin, limit)) : centsFromDollars(limit)
}
