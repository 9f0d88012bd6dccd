// The settings of a requested card. The template gives the settings that the request leaves out.

import type { Workspace } from '../accounts/workspace.ts'
import type { Bin } from '../bins/bin-directory.ts'
import type { ControlsInput } from '../controls/control-schemas.ts'
import { newControls } from '../controls/read-controls.ts'
import { errorOf, Refusal, type RefusalId, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import type { CardRow } from '../ledger/rows.ts'
import type { Controls } from '../ledger/stored-controls.ts'
import { dollars } from '../money.ts'
import type { Services } from '../services.ts'
import { allowedCategories, autoFreezeThreshold, mergeMetadata, offeredBin, spendingLimit } from './card-rules.ts'
import type { CardSettings } from './new-card.ts'
import type { TemplateRow } from './templates/template.ts'

export type AskedSettings = {
  bin_id?: string
  template_id?: string
  label?: string
  spending_limit?: number
  allowed_categories?: string[]
  auto_freeze_at?: number
  controls?: ControlsInput
  metadata?: CardRow['metadata']
}

type Input = { body: AskedSettings; services: Services; workspace: Workspace }

/** Checks what can be checked without the template. Throws. */
export function checkAsked({ body, services, workspace }: Input): void {
  allowedCategories(body.allowed_categories ?? [])
  newControls(body.controls)
  if (body.bin_id === undefined && body.template_id !== undefined) return
  const bin = offeredBin(services, workspace, body.bin_id)
  if (body.spending_limit !== undefined) limitOf(bin, body.spending_limit)
}

/** The BIN that the card would have, whether or not it is offered; undefined when neither the request nor the template names one. */
export function binAskedFor(
  { bins }: Services,
  { bin_id }: AskedSettings,
  template: TemplateRow | null | undefined,
): Bin | undefined {
  return bins.get(bin_id ?? template?.bin_id ?? '')
}

/** `template` is null when the named template does not exist. */
export function settingsFor(
  { body, services, workspace }: Input,
  template: TemplateRow | null | undefined,
): { bin: Bin; settings: CardSettings } | Refusal {
  if (template === null)
    return refuse('invalid_template', 'No such template; GET /card-templates lists them.', 'template_id')
  try {
    const filled = fillFrom(template, body)
    const bin = offeredBin(services, workspace, filled.bin_id)
    return { bin, settings: settingsOf(filled, bin, newControls(body.controls, template?.controls)) }
  } catch (error) {
    if (error instanceof ApiError) return refusalOf(error, body, template)
    throw error
  }
}

/** The error names the field that was given, or the BIN that is missing, or else the template. */
function refusalOf(
  { id, message, param = '' }: ApiError,
  body: AskedSettings,
  template: TemplateRow | undefined,
): Refusal {
  const isGiven = param.split('.', 1)[0]! in body || (param === 'bin_id' && !template?.bin_id)
  return isGiven || !template
    ? refuse(id as RefusalId, message, param)
    : refuse(id as RefusalId, `The template does not fit: ${message}`, 'template_id')
}

function fillFrom(template: TemplateRow | undefined, body: AskedSettings): AskedSettings {
  if (!template) return body
  const { bin_id, spending_limit_cents: limit, auto_freeze_cents: threshold, allowed_categories } = template
  return {
    ...(bin_id !== null && { bin_id }),
    ...(limit !== null && { spending_limit: dollars(limit) }),
    ...(threshold !== null && { auto_freeze_at: dollars(threshold) }),
    allowed_categories,
    ...body,
    metadata: { ...template.metadata, ...body.metadata },
  }
}

function settingsOf(asked: AskedSettings, bin: Bin, controls: Controls | null): CardSettings {
  const metadata = mergeMetadata(asked.metadata ?? {}, {})
  if (metadata instanceof Refusal) throw errorOf(metadata)
  return {
    label: asked.label ?? '',
    metadata,
    spending_limit_cents: limitOf(bin, asked.spending_limit),
    allowed_categories: allowedCategories(asked.allowed_categories ?? []),
    auto_freeze_cents: autoFreezeThreshold(asked.auto_freeze_at),
    controls,
  }
}

function limitOf(bin: Bin, limit: number | undefined): CardRow['spending_limit_cents'] {
  const cents = spendingLimit(bin, limit)
  if (cents instanceof Refusal) throw errorOf(cents)
  return cents
}
