import Type, { type TSchema } from 'typebox'
import { ControlsInput } from '../../controls/control-schemas.ts'
import { newControls } from '../../controls/read-controls.ts'
import { Refusal } from '../../engine/refusal.ts'
import { write } from '../../http/route.ts'
import { Strict } from '../../http/schemas.ts'
import { dollars } from '../../money.ts'
import type { Services } from '../../services.ts'
import { allowedCategories, autoFreezeThreshold, mergeMetadata, offeredBin } from '../card-rules.ts'
import { MetadataPatch } from '../card-schemas.ts'
import { AllowedCategories, AutoFreezeAt, BinId, spendingLimitOf } from '../card-settings.ts'
import { TemplateName, templateLimit, templateName } from './create-template.ts'
import {
  CardTemplate,
  findTemplate,
  lockTemplate,
  presentTemplate,
  TemplateParams,
  type TemplateRow,
  templates,
} from './template.ts'

const orNull = <T extends TSchema>(schema: T, description: string, error: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description, 'x-error': error }))

const Body = Strict({
  name: Type.Optional(TemplateName),
  bin_id: orNull(
    BinId,
    'A BIN from GET /bins. Null means that the request to create a card names the BIN.',
    'invalid_bin',
  ),
  spending_limit: orNull(
    spendingLimitOf('The monthly limit in USD.'),
    'The monthly limit in USD. Null means the maximum of the BIN.',
    'invalid_spending_limit',
  ),
  allowed_categories: Type.Optional(AllowedCategories),
  auto_freeze_at: Type.Optional(AutoFreezeAt),
  controls: Type.Optional(ControlsInput),
  metadata: Type.Optional(MetadataPatch),
})
type Body = Type.Static<typeof Body>

export const updateTemplate = write({
  method: 'PATCH',
  url: '/card-templates/:template_id',
  operationId: 'updateCardTemplate',
  scope: 'controls:write',
  agents: 'never',
  tag: 'Card templates',
  summary: 'Update a card template',
  description: 'Changes the given settings and keeps the others. Existing cards do not change.',
  params: TemplateParams,
  body: Body,
  reply: { 200: CardTemplate },
  errors: [
    'template_not_found',
    'invalid_amount',
    'invalid_bin',
    'invalid_category',
    'invalid_controls',
    'invalid_metadata',
    'invalid_spending_limit',
  ],
  check({ body, services, workspace }) {
    if (body.name !== undefined) templateName(body.name)
    if (typeof body.bin_id === 'string') offeredBin(services, workspace, body.bin_id)
    allowedCategories(body.allowed_categories ?? [])
    newControls(body.controls)
  },
  subject: ({ sql, workspace, params }) => findTemplate(sql, workspace, params.template_id),
  async write({ tx, workspace, params, body, services, now }) {
    const before = await lockTemplate(tx, workspace, params.template_id)
    if (Object.keys(body).length === 0) return { status: 200, body: presentTemplate(before) }
    const metadata = mergeMetadata(before.metadata, body.metadata ?? {})
    if (metadata instanceof Refusal) return metadata
    const after: TemplateRow = { ...before, ...changedSettings(services, before, body), metadata, updated_at: now }
    await storeTemplate(tx, [after])
    return { status: 200, body: presentTemplate(after) }
  },
})

/** A BIN that is no longer offered is no reason to refuse a new name, so unchanged settings are not checked again. */
function changedSettings(services: Services, before: TemplateRow, body: Body): Partial<TemplateRow> {
  const binId = body.bin_id === undefined ? before.bin_id : body.bin_id
  const shown = before.spending_limit_cents === null ? null : dollars(before.spending_limit_cents)
  const limit = body.spending_limit === undefined ? shown : body.spending_limit
  const isLimitChecked = body.bin_id !== undefined || body.spending_limit !== undefined
  return {
    bin_id: binId,
    ...(body.name !== undefined && { name: templateName(body.name) }),
    ...(isLimitChecked && { spending_limit_cents: templateLimit(services, binId, limit) }),
    ...(body.allowed_categories && { allowed_categories: allowedCategories(body.allowed_categories) }),
    ...(body.auto_freeze_at !== undefined && { auto_freeze_cents: autoFreezeThreshold(body.auto_freeze_at) }),
    controls: newControls(body.controls, before.controls),
  }
}

const storeTemplate = templates.update(
  'name',
  'bin_id',
  'spending_limit_cents',
  'auto_freeze_cents',
  'allowed_categories',
  'controls',
  'metadata',
  'updated_at',
)
