// The settings that a card and a template share: how they are edited, checked and sent.

import { useState } from 'react'
import type { Bin, CreateCardParams } from '../api/schemas.ts'
import { ControlsEditor } from '../controls/controls-editor.tsx'
import { controlsInOneSentence } from '../controls/controls-in-words.ts'
import { blankControls, type ControlsDraft, controlsOf, controlsParams, hasControls } from '../controls/draft.ts'
import { findControlsErrors, placeControlsProblem } from '../controls/draft-errors.ts'
import { money, readAmount } from '../ui/amounts.tsx'
import { AmountInput, Field } from '../ui/field.tsx'
import type { Errors } from '../ui/form-error.ts'
import { placeProblem } from '../ui/form-error.ts'
import { type MetadataRow, MetadataRows, readRows } from './metadata-rows.tsx'

export type SettingsDraft = {
  bin: Bin | undefined
  limit: string
  autoFreeze: string
  metadata: MetadataRow[]
  /** Includes the allowed categories. */
  controls: ControlsDraft
}

export const blankSettings: SettingsDraft = {
  bin: undefined,
  limit: '',
  autoFreeze: '',
  metadata: [],
  controls: blankControls,
}

export const settingsFields = ['spending_limit', 'auto_freeze_at', 'metadata'] as const
export type SettingsErrors = Partial<Record<(typeof settingsFields)[number], string>> & { controls?: Errors }

type Props = { draft: SettingsDraft; errors: SettingsErrors; onChange: (changes: Partial<SettingsDraft>) => void }

export function SettingsFields({ draft, errors, onChange }: Props) {
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Spending limit per month"
          optional
          error={errors.spending_limit}
          hint={
            draft.bin
              ? `Leave empty for the BIN's maximum, ${money(draft.bin.max_monthly)}.`
              : "Leave empty for the BIN's maximum."
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
          hint="The card freezes when its balance falls below this."
        >
          <AmountInput value={draft.autoFreeze} onChange={({ target }) => onChange({ autoFreeze: target.value })} />
        </Field>
      </div>
      <ControlsField value={draft.controls} errors={errors.controls} onChange={(controls) => onChange({ controls })} />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-[13px] font-medium">Metadata</legend>
        <MetadataRows rows={draft.metadata} error={errors.metadata} onChange={(metadata) => onChange({ metadata })} />
      </fieldset>
    </div>
  )
}

type ControlsProps = {
  value: ControlsDraft
  errors: Errors | undefined
  onChange: (draft: ControlsDraft) => void
}

/** Shows only a summary of the controls until somebody opens the editor or one of the controls has an error. */
function ControlsField({ value, errors, onChange }: ControlsProps) {
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || errors !== undefined
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="min-w-0 rounded-lg border border-line px-4 py-3"
    >
      <summary className="cursor-pointer text-sm font-medium">
        Controls
        {!isShown && (
          <span className="mt-1 block text-[13px] font-normal break-words text-soft">
            {controlsInOneSentence(controlsOf(value), value.allowedCategories) ??
              'None. The card works at every merchant.'}
          </span>
        )}
      </summary>
      <div className="mt-4">
        <ControlsEditor value={value} errors={errors ?? {}} onChange={onChange} />
      </div>
    </details>
  )
}

export function findSettingsErrors({ bin, limit, autoFreeze, metadata, controls }: SettingsDraft): SettingsErrors {
  const wrongControls = findControlsErrors(controls)
  const found = {
    spending_limit: wrongLimit(limit, bin?.max_monthly),
    auto_freeze_at:
      autoFreeze !== '' && readAmount(autoFreeze) === undefined ? 'Enter an amount such as 20.00.' : undefined,
    metadata: readRows(metadata).error,
    controls: Object.keys(wrongControls).length > 0 ? wrongControls : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
}

type Placed<Name extends string> = {
  errors: Partial<Record<Name, string>> & { controls?: Errors }
  form: string | undefined
}

/** Sorts an error by where it is shown: at a field of the form, in the controls editor, or for the form as a whole. */
export function placeSettingsProblem<Name extends string>(error: Error | null, fields: readonly Name[]): Placed<Name> {
  const { errors, form } = placeControlsProblem(error)
  if (error && form === undefined) return { errors: { controls: errors } as Placed<Name>['errors'], form }
  const placed = placeProblem(error, fields)
  return { errors: placed.fields, form: placed.form }
}

export function wrongLimit(text: string, most: number | undefined): string | undefined {
  if (text.trim() === '') return undefined
  const limit = readAmount(text)
  if (limit !== undefined && limit > 0 && (most === undefined || limit <= most)) return undefined
  return most === undefined ? 'Enter an amount above zero.' : `Enter an amount above zero, up to ${money(most)}.`
}

/** Only the given values; the service fills in the defaults. */
export function settingsParams(
  draft: SettingsDraft,
): Pick<CreateCardParams, 'spending_limit' | 'allowed_categories' | 'auto_freeze_at' | 'controls' | 'metadata'> {
  const { limit, autoFreeze, metadata, controls } = draft
  const own = readRows(metadata).metadata
  return {
    ...(limit.trim() !== '' && { spending_limit: readAmount(limit)! }),
    ...(controls.allowedCategories.length > 0 && { allowed_categories: controls.allowedCategories }),
    ...(autoFreeze !== '' && { auto_freeze_at: readAmount(autoFreeze)! }),
    ...(hasControls(controlsOf(controls)) && { controls: controlsParams(controls) }),
    ...(Object.keys(own).length > 0 && { metadata: own }),
  }
}
