// The editor for the controls of cards, new cards and templates. It takes a draft and reports a changed draft. An error
// from the service appears at the field of its parameter.

import type { ReactNode } from 'react'
import type { Controls } from '../api/schemas.ts'
import { CategoryPicker } from '../cards/category-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Input } from '../ui/field.tsx'
import { type Errors, errorAt } from '../ui/form-error.ts'
import { controlsInOneSentence } from './controls-in-words.ts'
import { CountryFields } from './country-fields.tsx'
import { blankControls, type ControlsDraft, controlsOf } from './draft.ts'
import { LimitRows } from './limit-rows.tsx'
import { MerchantPicker } from './merchant-picker.tsx'
import { presets } from './presets.ts'

type Props = {
  value: ControlsDraft
  errors: Errors
  onChange: (draft: ControlsDraft) => void
  /** The card whose past merchants are suggested. Without it, the merchants of all cards are. */
  cardId?: string | undefined
  /** The merchant that the card is already locked to. */
  lockedTo?: Controls['locked_to']
}

export function ControlsEditor({ value, errors, onChange, cardId, lockedTo = null }: Props) {
  const change = (changes: Partial<ControlsDraft>) => onChange({ ...value, ...changes })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Presets value={value} onChange={onChange} />
      <Part
        title="How much and how often"
        note="A limit has an amount, a number of purchases, or both. All limits apply. Days, weeks and months are in UTC."
      >
        <LimitRows limits={value.limits} errors={errors} onChange={(limits) => change({ limits })} />
        <div className="sm:max-w-72">
          <Field
            label="Number of purchases"
            optional
            error={errorAt(errors, 'controls.uses')}
            hint="After the last purchase the card is terminated and its balance returns to the wallet."
          >
            <Input
              inputMode="numeric"
              maxLength={6}
              placeholder="Any"
              value={value.uses}
              onChange={({ target }) => change({ uses: target.value })}
            />
          </Field>
        </div>
      </Part>
      <Part
        title="Where"
        note="Blocked entries are checked first. A merchant must match one of the allowed lists; if both are empty, all merchants are allowed."
      >
        <Places value={value} errors={errors} cardId={cardId} onChange={change} />
        <Checkbox
          label="Lock to the first merchant"
          hint={
            lockedTo
              ? `Locked to ${lockedTo.name}${lockedTo.id === null ? '' : ` (id ${lockedTo.id})`}. Removing the lock forgets the merchant.`
              : 'After the first approved purchase, only that merchant is allowed.'
          }
          checked={value.isLocked}
          onChange={({ target }) => change({ isLocked: target.checked })}
        />
        <CountryFields value={value} error={errorAt(errors, 'controls.countries')} onChange={change} />
      </Part>
      <Part title="When" note="In UTC. Purchases outside this period are declined.">
        <Period value={value} errors={errors} onChange={change} />
      </Part>
      <Summary value={value} lockedTo={lockedTo} />
    </div>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-5">
      <div>
        <h3 className="text-[15px] font-semibold tracking-tight">{title}</h3>
        <p className="text-[13px] text-soft">{note}</p>
      </div>
      {children}
    </section>
  )
}

function Presets({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  return (
    <section aria-label="Presets" className="grid gap-2.5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-[13px] font-medium">Start from</h3>
        <Button look="ghost" size="small" onClick={() => onChange(blankControls)}>
          Clear all
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {presets.map(({ name, hint, icon: Icon, fill }) => (
          <button
            key={name}
            type="button"
            onClick={() => onChange({ ...value, ...fill(value) })}
            className="grid min-w-0 content-start gap-1 rounded-lg border border-line-strong bg-surface p-3 text-left transition-colors hover:border-accent hover:bg-accent-soft"
          >
            <Icon className="size-4.5 text-accent-ink" aria-hidden />
            <span className="text-sm font-medium">{name}</span>
            <span className="text-xs text-soft">{hint}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

type PartProps = { value: ControlsDraft; errors: Errors; onChange: (changes: Partial<ControlsDraft>) => void }

function Places({ value, errors, cardId, onChange }: PartProps & { cardId: string | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
      <CategoryPicker
        label="Allowed categories"
        hint="Leave empty to allow all."
        error={errorAt(errors, 'allowed_categories')}
        value={value.allowedCategories}
        onChange={(allowedCategories) => onChange({ allowedCategories })}
      />
      <CategoryPicker
        label="Blocked categories"
        error={errorAt(errors, 'controls.categories.blocked')}
        value={value.blockedCategories}
        onChange={(blockedCategories) => onChange({ blockedCategories })}
      />
      <MerchantPicker
        label="Allowed merchants"
        hint="Leave empty to allow all."
        error={errorAt(errors, 'controls.merchants.allowed')}
        cardId={cardId}
        value={value.allowedMerchants}
        onChange={(allowedMerchants) => onChange({ allowedMerchants })}
      />
      <MerchantPicker
        label="Blocked merchants"
        hint="Declined even if another setting allows them."
        error={errorAt(errors, 'controls.merchants.blocked')}
        cardId={cardId}
        value={value.blockedMerchants}
        onChange={(blockedMerchants) => onChange({ blockedMerchants })}
      />
    </div>
  )
}

function Period({ value, errors, onChange }: PartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
      <Field label="Active from (UTC)" optional error={errorAt(errors, 'controls.active_from')}>
        <Input
          type="datetime-local"
          value={value.activeFrom}
          onChange={({ target }) => onChange({ activeFrom: target.value })}
        />
      </Field>
      <Field label="Active until (UTC)" optional error={errorAt(errors, 'controls.active_until')}>
        <Input
          type="datetime-local"
          value={value.activeUntil}
          onChange={({ target }) => onChange({ activeUntil: target.value })}
        />
      </Field>
    </div>
  )
}

function Summary({ value, lockedTo }: { value: ControlsDraft; lockedTo: Controls['locked_to'] }) {
  const controls = { ...controlsOf(value), locked_to: lockedTo }
  return (
    <p role="status" aria-label="In words" className="rounded-lg bg-sunken px-4 py-3 text-sm break-words">
      {controlsInOneSentence(controls, value.allowedCategories) ??
        'No controls. The card works at every merchant, within its balance and monthly limit.'}
    </p>
  )
}
