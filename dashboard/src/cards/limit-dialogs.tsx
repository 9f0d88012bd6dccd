import { type ReactNode, useState } from 'react'
import type { Problem } from '../api/request.ts'
import type { CardSummary } from '../api/schemas.ts'
import { money, readAmount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { AmountInput, Field } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'
import { useBins } from './bin-words.ts'
import { useUpdateCard } from './card-actions.ts'
import { wrongLimit } from './settings-fields.tsx'

type LimitProps = { card: CardSummary; onClose: () => void }

export function SpendingLimitDialog({ card, onClose }: LimitProps) {
  // A BIN that is no longer offered is not listed, but the service still applies its maximum.
  const most = useBins().data?.data.find(({ id }) => id === card.bin_id)?.max_monthly
  const [text, setText] = useState(card.spending_limit.toFixed(2))
  const [wrong, setWrong] = useState<string>()
  const updating = useUpdateCard(card.id)
  const submit = () => {
    const found = text.trim() === '' ? 'Enter an amount above zero.' : wrongLimit(text, most)
    setWrong(found)
    if (found === undefined)
      updating.mutate({ spending_limit: readAmount(text)! }, { onSuccess: done('The spending limit', onClose) })
  }
  return (
    <Edit title="Spending limit" updating={updating} onSubmit={submit} onClose={onClose}>
      <Field
        label="Maximum spend per month"
        error={wrong}
        hint={`${most === undefined ? '' : `The BIN allows up to ${money(most)}. `}Months are calendar months in UTC.`}
      >
        <AmountInput autoFocus value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </Edit>
  )
}

type FreezeProps = { cardId: string; threshold: number | null; onClose: () => void }

export function AutoFreezeDialog({ cardId, threshold: before, onClose }: FreezeProps) {
  const [text, setText] = useState(before?.toFixed(2) ?? '')
  const [wrong, setWrong] = useState<string>()
  const updating = useUpdateCard(cardId)
  const save = (threshold: number) =>
    updating.mutate({ auto_freeze_at: threshold }, { onSuccess: done('The automatic freeze', onClose) })
  const submit = () => {
    const threshold = readAmount(text)
    setWrong(threshold === undefined ? 'Enter an amount such as 20.00, or 0 to turn it off.' : undefined)
    if (threshold !== undefined) save(threshold)
  }
  return (
    <Edit title="Automatic freeze" updating={updating} onSubmit={submit} onClose={onClose}>
      <Field
        label="Freeze when the balance falls below"
        error={wrong}
        hint="A purchase, settlement or withdrawal that leaves less than this freezes the card immediately."
      >
        <AmountInput autoFocus value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {before !== null && (
        <div>
          <Button size="small" onClick={() => save(0)}>
            Turn off
          </Button>
        </div>
      )}
    </Edit>
  )
}

function done(what: string, onClose: () => void): () => void {
  return () => {
    toast.done(`${what} is changed.`)
    onClose()
  }
}

type EditProps = {
  title: string
  updating: { isPending: boolean; error: Problem | null }
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

function Edit({ title, updating, onSubmit, onClose, children }: EditProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm
        noValidate
        busy={updating.isPending}
        error={updating.error?.message}
        onSubmit={onSubmit}
        onCancel={onClose}
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}
