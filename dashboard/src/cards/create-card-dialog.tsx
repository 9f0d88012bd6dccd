import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnanswered } from '../api/once.ts'
import type { Card, CardTemplate, CreateCardParams } from '../api/schemas.ts'
import { TemplatePicker } from '../templates/template-picker.tsx'
import { settingsOfTemplate } from '../templates/template-settings.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { money, readAmount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { AmountInput, Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { BinChooser } from './bin-chooser.tsx'
import { useBins } from './bin-words.ts'
import { cardName, useCreateCard } from './card-actions.ts'
import { MAX_LABEL } from './card-list-filters.tsx'
import { creationInWords } from './creation-problem.ts'
import { useWallet, wrongFunding } from './move-money-dialog.tsx'
import { NoBins } from './no-bins.tsx'
import {
  blankSettings,
  findSettingsErrors,
  placeSettingsProblem,
  type SettingsDraft,
  type SettingsErrors,
  SettingsFields,
  settingsFields,
  settingsParams,
} from './settings-fields.tsx'

type Props = {
  /** The template that the form starts from. */
  templateId?: string | undefined
  onClose: () => void
}

export function CreateCardDialog({ templateId, onClose }: Props) {
  const navigate = useNavigate()
  const created = (card: Card) => {
    toast.done(`${cardName(card)} is ready to use.`)
    void navigate({ to: '/cards/$cardId', params: { cardId: card.id } })
  }
  return (
    <Dialog
      wide
      onClose={onClose}
      title="Create card"
      description="It is active immediately and funded from the wallet."
    >
      <CreateCardIfPossible templateId={templateId} onCreated={created} onCancel={onClose} />
    </Dialog>
  )
}

const fields = ['bin_id', 'amount', 'label', ...settingsFields] as const
type Errors = SettingsErrors & Partial<Record<(typeof fields)[number], string>>
type Draft = SettingsDraft & { amount: string; label: string }

const blank: Draft = { ...blankSettings, amount: '', label: '' }

type FormProps = { templateId: string | undefined; onCreated: (card: Card) => void; onCancel: () => void }

/** If the form starts from a template, it waits until the template has loaded. */
function CreateCardIfPossible(props: FormProps) {
  const bins = useBins().data?.data
  const templates = useTemplates()
  const start = templates.data?.data.find(({ id }) => id === props.templateId)
  if (bins?.length === 0)
    return (
      <>
        <NoBins />
        <DialogActions>
          <Button onClick={props.onCancel}>Close</Button>
        </DialogActions>
      </>
    )
  const isWaiting = props.templateId !== undefined && (templates.isPending || !bins)
  return <CreateCardForm key={isWaiting ? 'waiting' : 'ready'} {...props} start={start} />
}

function CreateCardForm({ start, onCreated, onCancel }: FormProps & { start: CardTemplate | undefined }) {
  const bins = useBins().data?.data ?? []
  const [template, setTemplate] = useState(start)
  const [draft, setDraft] = useState<Draft>({ ...blank, ...(start && settingsOfTemplate(start, bins)) })
  const [wrong, setWrong] = useState<Errors>({})
  const creating = useCreateCard()
  const wallet = useWallet()
  const refused = placeSettingsProblem(creating.error, fields)
  const errors: Errors = { ...refused.errors, ...wrong }
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const fillFrom = (chosen: CardTemplate | undefined) => {
    setTemplate(chosen)
    change(chosen ? settingsOfTemplate(chosen, bins) : blankSettings)
  }
  const submit = () => {
    const found = findErrors(draft)
    setWrong(found)
    if (Object.keys(found).length === 0) creating.mutate(paramsOf(draft), { onSuccess: onCreated })
  }
  return (
    <DialogForm
      noValidate
      action={isUnanswered(creating.error) ? 'Try again' : 'Create card'}
      busy={creating.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TemplatePicker
        value={template?.id ?? ''}
        hint="Fills in the form. Changes you make here apply to this card only."
        onChoose={fillFrom}
      />
      <BinChooser value={draft.bin?.id ?? ''} error={errors.bin_id} onChoose={(bin) => change({ bin })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Amount"
          error={errors.amount}
          hint={`From $1.00 to $5,000.00.${wallet === undefined ? '' : ` In the wallet: ${money(wallet)}.`}`}
        >
          <AmountInput value={draft.amount} onChange={({ target }) => change({ amount: target.value })} />
        </Field>
        <Field label="Label" optional error={errors.label} hint="A name to recognize the card by.">
          <Input
            maxLength={MAX_LABEL}
            placeholder="Ads, November"
            value={draft.label}
            onChange={({ target }) => change({ label: target.value })}
          />
        </Field>
      </div>
      <Options key={template?.id ?? ''} isFilled={template !== undefined} errors={errors}>
        <SettingsFields draft={draft} errors={errors} onChange={change} />
      </Options>
      {refused.form && <Refused error={creating.error!} />}
    </DialogForm>
  )
}

function Refused({ error }: { error: Error }) {
  if (!isUnanswered(error)) return <Notice tone="bad">{creationInWords(error)}</Notice>
  return (
    <Notice tone="warn" isAlert>
      {creationInWords(error)} With other values it would be a different card. Open requests are listed under{' '}
      <Link to="/processors" className="underline underline-offset-2">
        Processors
      </Link>
      .
    </Notice>
  )
}

type OptionsProps = { isFilled: boolean; errors: SettingsErrors; children: React.ReactNode }

/** Options that most cards do not use. They are open if a template filled them or one of them has an error. */
function Options({ isFilled, errors, children }: OptionsProps) {
  const [isOpen, setOpen] = useState(isFilled)
  const isWrong = ([...settingsFields, 'controls'] as const).some((field) => errors[field] !== undefined)
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border border-line px-4 py-3"
    >
      <summary className="cursor-pointer text-sm font-medium">Limits, controls and metadata</summary>
      <div className="mt-4">{children}</div>
    </details>
  )
}

function findErrors(draft: Draft): Errors {
  const funding = wrongFunding(readAmount(draft.amount))
  return {
    ...(!draft.bin && { bin_id: 'Choose a BIN.' }),
    ...(funding !== undefined && { amount: funding }),
    ...findSettingsErrors(draft),
  }
}

function paramsOf({ bin, amount, label, ...settings }: Draft): CreateCardParams {
  return {
    bin_id: bin!.id,
    amount: readAmount(amount)!,
    ...(label.trim() !== '' && { label: label.trim() }),
    ...settingsParams({ bin, ...settings }),
  }
}
