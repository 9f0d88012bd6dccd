// The settings that a card and a template share: how they are edited, what is wrong with them, and how they are sent.

import type { Bin, Controls, CreateCardParams } from '../api/schemas.ts'
import { ControlsShown } from '../controls/controls-shown.tsx'
import { money, readAmount } from '../ui/amounts.tsx'
import { AmountInput, Field } from '../ui/field.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { type MetadataRow, MetadataRows, readRows } from './metadata-rows.tsx'

export type SettingsDraft = {
  bin: Bin | undefined
  limit: string
  categories: string[]
  autoFreeze: string
  metadata: MetadataRow[]
  /** Undefined: none. They come from a template. */
  controls: Controls | undefined
}

export const blankSettings: SettingsDraft = {
  bin: undefined,
  limit: '',
  categories: [],
  autoFreeze: '',
  metadata: [],
  controls: undefined,
}

export const settingsFields = [
  'spending_limit',
  'allowed_categories',
  'auto_freeze_at',
  'controls',
  'metadata',
] as const
export type SettingsErrors = Partial<Record<(typeof settingsFields)[number], string>>

type Props = { draft: SettingsDraft; errors: SettingsErrors; onChange: (changes: Partial<SettingsDraft>) => void }

export function SettingsFields({ draft, errors, onChange }: Props) {
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Spending limit a month"
          optional
          error={errors.spending_limit}
          hint={
            draft.bin
              ? `Left empty: the BIN's maximum, ${money(draft.bin.max_monthly)}.`
              : "Left empty: the BIN's maximum."
          }
        >
          <AmountInput
            placeholder={draft.bin?.max_monthly.toFixed(2)}
            value={draft.limit}
            onChange={({ target }) => onChange({ limit: target.value })}
          />
        </Field>
        <Field
          label="Freeze below"
          optional
          error={errors.auto_freeze_at}
          hint="The card freezes when a debit leaves less than this on it."
        >
          <AmountInput value={draft.autoFreeze} onChange={({ target }) => onChange({ autoFreeze: target.value })} />
        </Field>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-[13px] font-medium">Allowed categories</legend>
        <CategoryPicker value={draft.categories} onChange={(categories) => onChange({ categories })} />
        {errors.allowed_categories && <p className="text-[13px] text-bad">{errors.allowed_categories}</p>}
      </fieldset>
      <ControlsField controls={draft.controls} error={errors.controls} />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-[13px] font-medium">Metadata</legend>
        <MetadataRows rows={draft.metadata} error={errors.metadata} onChange={(metadata) => onChange({ metadata })} />
      </fieldset>
    </div>
  )
}

/** Here an editor belongs, with `onChange({ controls })` of the draft; until there is one, they are shown. */
function ControlsField({ controls, error }: { controls: Controls | undefined; error: string | undefined }) {
  if (!controls) return null
  return (
    <section className="grid gap-2" aria-label="Controls">
      <h3 className="text-[13px] font-medium">Controls</h3>
      <ControlsShown controls={controls} />
      {error && <p className="text-[13px] text-bad">{error}</p>}
    </section>
  )
}

export function findSettingsErrors({ bin, limit, autoFreeze, metadata }: SettingsDraft): SettingsErrors {
  const found = {
    spending_limit: wrongLimit(limit, bin?.max_monthly),
    auto_freeze_at: autoFreeze !== '' && readAmount(autoFreeze) === undefined ? 'An amount such as 20.00.' : undefined,
    metadata: readRows(metadata).error,
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
}

export function wrongLimit(text: string, most: number | undefined): string | undefined {
  if (text.trim() === '') return undefined
  const limit = readAmount(text)
  if (limit !== undefined && limit > 0 && (most === undefined || limit <= most)) return undefined
  return most === undefined ? 'An amount above zero.' : `An amount above zero, up to ${money(most)}.`
}

/** Only what was given: the service knows the defaults. */
export function settingsParams(
  draft: SettingsDraft,
): Pick<CreateCardParams, 'spending_limit' | 'allowed_categories' | 'auto_freeze_at' | 'controls' | 'metadata'> {
  const { limit, categories, autoFreeze, metadata, controls } = draft
  const own = readRows(metadata).metadata
  return {
    ...(limit.trim() !== '' && { spending_limit: readAmount(limit)! }),
    ...(categories.length > 0 && { allowed_categories: categories }),
    ...(autoFreeze !== '' && { auto_freeze_at: readAmount(autoFreeze)! }),
    ...(controls && { controls: controlsParams(controls) }),
    ...(Object.keys(own).length > 0 && { metadata: own }),
  }
}

/** As a request takes them: without what only an answer shows. */
export function controlsParams({ locked_to: _, limits, ...rest }: Controls): NonNullable<CreateCardParams['controls']> {
  return {
    ...rest,
    limits: limits.map(({ amount, count, ...limit }) => ({
      ...limit,
      ...(amount !== null && { amount }),
      ...(count !== null && { count }),
    })),
  }
}
