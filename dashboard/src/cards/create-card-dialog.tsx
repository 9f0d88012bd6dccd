import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isUnanswered } from '../api/once.ts'
import type { Bin, Card, CreateCardParams } from '../api/schemas.ts'
import { ControlsEditor } from '../controls/controls-editor.tsx'
import { blankControls, type ControlsDraft, controlsOf, controlsParams, hasControls } from '../controls/draft.ts'
import { type ControlsErrors, findControlsErrors, placeControlsProblem } from '../controls/draft-errors.ts'
import { money, readAmount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { AmountInput, Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { BinChooser } from './bin-chooser.tsx'
import { useBins } from './bin-words.ts'
import { cardName, useCreateCard } from './card-actions.ts'
import { MOST_LABEL } from './card-list-filters.tsx'
import { creationInWords } from './creation-problem.ts'
import { type MetadataRow, MetadataRows, readRows } from './metadata-rows.tsx'
import { useWallet, wrongFunding } from './move-money-dialog.tsx'
import { NoBins } from './no-bins.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function CreateCardDialog({ open, onOpenChange }: Props) {
  const navigate = useNavigate()
  const created = (card: Card) => {
    toast.done(`${cardName(card)} is ready to use.`)
    void navigate({ to: '/cards/$cardId', params: { cardId: card.id } })
  }
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Create card"
      description="It is active at once and funded from the wallet."
    >
      <CreateCardIfPossible onCreated={created} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

const fields = ['bin_id', 'amount', 'label', 'spending_limit', 'auto_freeze_at', 'metadata'] as const
type Errors = Partial<Record<(typeof fields)[number], string>>
type Draft = {
  bin: Bin | undefined
  amount: string
  label: string
  limit: string
  controls: ControlsDraft
  autoFreeze: string
  metadata: MetadataRow[]
}

const blank: Draft = {
  bin: undefined,
  amount: '',
  label: '',
  limit: '',
  controls: blankControls,
  autoFreeze: '',
  metadata: [],
}

type FormProps = { onCreated: (card: Card) => void; onCancel: () => void }

function CreateCardIfPossible(props: FormProps) {
  if (useBins().data?.data.length !== 0) return <CreateCardForm {...props} />
  return (
    <>
      <NoBins />
      <DialogActions>
        <Button onClick={props.onCancel}>Close</Button>
      </DialogActions>
    </>
  )
}

function CreateCardForm({ onCreated, onCancel }: FormProps) {
  const [draft, setDraft] = useState(blank)
  const [wrong, setWrong] = useState<Errors>({})
  const [wrongControls, setWrongControls] = useState<ControlsErrors>({})
  const creating = useCreateCard()
  const wallet = useWallet()
  const placed = placeControlsProblem(creating.error)
  const refused = placeProblem(placed.form === undefined ? null : creating.error, fields)
  const errors: Errors = { ...refused.fields, ...wrong }
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findErrors(draft)
    const foundControls = findControlsErrors(draft.controls)
    setWrong(found)
    setWrongControls(foundControls)
    if (Object.keys({ ...found, ...foundControls }).length === 0)
      creating.mutate(paramsOf(draft), { onSuccess: onCreated })
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-5">
        <BinChooser value={draft.bin?.id ?? ''} error={errors.bin_id} onChoose={(bin) => change({ bin })} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Amount"
            error={errors.amount}
            hint={`From $1.00 to $5,000.00.${wallet === undefined ? '' : ` In the wallet: ${money(wallet)}.`}`}
          >
            <AmountInput value={draft.amount} onChange={({ target }) => change({ amount: target.value })} />
          </Field>
          <Field label="Label" optional error={errors.label} hint="What you will know it by.">
            <Input
              maxLength={MOST_LABEL}
              placeholder="Ads, November"
              value={draft.label}
              onChange={({ target }) => change({ label: target.value })}
            />
          </Field>
        </div>
        <Options draft={draft} errors={errors} onChange={change} />
        <ControlsOptions
          value={draft.controls}
          errors={{ ...placed.errors, ...wrongControls }}
          onChange={(controls) => change({ controls })}
        />
        {refused.form && <Refused error={creating.error!} />}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={creating.isPending}>
          {isUnanswered(creating.error) ? 'Ask again' : 'Create card'}
        </Button>
      </DialogActions>
    </form>
  )
}

function Refused({ error }: { error: Error }) {
  if (!isUnanswered(error)) return <Notice tone="bad">{creationInWords(error)}</Notice>
  return (
    <Notice tone="warn" isAlert>
      {creationInWords(error)} Other values would be another card. What is still open stands under{' '}
      <Link to="/processors" className="underline underline-offset-2">
        Processors
      </Link>
      .
    </Notice>
  )
}

type OptionsProps = { draft: Draft; errors: Errors; onChange: (changes: Partial<Draft>) => void }

/** What most cards are created without. It opens by itself when something in it is wrong. */
function Options({ draft, errors, onChange }: OptionsProps) {
  const [isOpen, setOpen] = useState(false)
  const isWrong = (['spending_limit', 'auto_freeze_at', 'metadata'] as const).some(
    (field) => errors[field] !== undefined,
  )
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border border-line px-4 py-3"
    >
      <summary className="cursor-pointer text-sm font-medium">Monthly limit, freeze and metadata</summary>
      <div className="mt-4 grid gap-5">
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
          <legend className="mb-1.5 text-[13px] font-medium">Metadata</legend>
          <MetadataRows rows={draft.metadata} error={errors.metadata} onChange={(metadata) => onChange({ metadata })} />
        </fieldset>
      </div>
    </details>
  )
}

type ControlsProps = { value: ControlsDraft; errors: ControlsErrors; onChange: (draft: ControlsDraft) => void }

function ControlsOptions({ value, errors, onChange }: ControlsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      open={isOpen || Object.keys(errors).length > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="min-w-0 rounded-lg border border-line px-4 py-3"
    >
      <summary className="cursor-pointer text-sm font-medium">Controls: what it may do</summary>
      <div className="mt-4">
        <ControlsEditor value={value} errors={errors} onChange={onChange} />
      </div>
    </details>
  )
}

function findErrors({ bin, amount, limit, autoFreeze, metadata }: Draft): Errors {
  const found: Record<(typeof fields)[number], string | undefined> = {
    bin_id: bin ? undefined : 'Choose a BIN.',
    amount: wrongFunding(readAmount(amount)),
    label: undefined,
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
function paramsOf({ bin, amount, label, limit, controls, autoFreeze, metadata }: Draft): CreateCardParams {
  const own = readRows(metadata).metadata
  return {
    bin_id: bin!.id,
    amount: readAmount(amount)!,
    ...(label.trim() !== '' && { label: label.trim() }),
    ...(limit.trim() !== '' && { spending_limit: readAmount(limit)! }),
    ...(controls.allowedCategories.length > 0 && { allowed_categories: controls.allowedCategories }),
    ...(hasControls(controlsOf(controls)) && { controls: controlsParams(controls) }),
    ...(autoFreeze !== '' && { auto_freeze_at: readAmount(autoFreeze)! }),
    ...(Object.keys(own).length > 0 && { metadata: own }),
  }
}
