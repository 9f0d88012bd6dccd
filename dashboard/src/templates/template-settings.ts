// Converts between a template and the form that shows its settings.

import type { Bin, CardTemplate, CreateCardTemplateParams, UpdateCardTemplateParams } from '../api/schemas.ts'
import { readRows, rowsOf } from '../cards/metadata-rows.tsx'
import { type SettingsDraft, settingsParams } from '../cards/settings-fields.tsx'
import { controlsParams, draftOf } from '../controls/draft.ts'
import { readAmount } from '../ui/amounts.tsx'

export type TemplateDraft = SettingsDraft & { name: string }

/** If the template's BIN is no longer offered, no BIN is selected. */
export function settingsOfTemplate(template: CardTemplate, bins: Bin[]): SettingsDraft {
  const { bin_id, spending_limit, allowed_categories, auto_freeze_at, controls, metadata } = template
  return {
    bin: bins.find(({ id }) => id === bin_id),
    limit: amountText(spending_limit),
    autoFreeze: amountText(auto_freeze_at),
    metadata: rowsOf(metadata),
    controls: draftOf(controls, allowed_categories),
  }
}

function amountText(amount: number | null): string {
  return amount === null ? '' : amount.toFixed(2)
}

export function newTemplateParams(draft: TemplateDraft): CreateCardTemplateParams {
  return { name: draft.name.trim(), ...(draft.bin && { bin_id: draft.bin.id }), ...settingsParams(draft) }
}

/** Sends every setting, so a field emptied in the form is also emptied in the template. */
export function changedTemplateParams(before: CardTemplate, draft: TemplateDraft): UpdateCardTemplateParams {
  const { metadata } = readRows(draft.metadata)
  const gone = Object.keys(before.metadata).filter((key) => !(key in metadata))
  return {
    name: draft.name.trim(),
    bin_id: draft.bin?.id ?? null,
    spending_limit: draft.limit.trim() === '' ? null : readAmount(draft.limit)!,
    allowed_categories: draft.controls.allowedCategories,
    controls: controlsParams(draft.controls),
    auto_freeze_at: draft.autoFreeze === '' ? 0 : readAmount(draft.autoFreeze)!,
    metadata: { ...metadata, ...Object.fromEntries(gone.map((key) => [key, null])) },
  }
}
