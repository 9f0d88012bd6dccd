import { useState } from 'react'
import { useRefresh } from '../api/read.ts'
import { patch } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { toast } from '../ui/toasts.tsx'
import { type Known, useUpdateCard } from './card-actions.ts'
import { MAX_LABEL } from './card-list-filters.tsx'

export function LabelDialog({ card, onClose }: { card: Known; onClose: () => void }) {
  const [label, setLabel] = useState(card.label)
  const updating = useUpdateCard(card.id)
  const refresh = useRefresh(['cards'])
  const refused = placeProblem(updating.error, ['label'])
  const before = card.label
  const undo = () => void patch(`/v1/cards/${card.id}`, { label: before }).then(refresh, toast.failed)
  const submit = () =>
    updating.mutate(
      { label: label.trim() },
      {
        onSuccess: () => {
          toast.done('The label is changed.', undo)
          onClose()
        },
      },
    )
  return (
    <Dialog onClose={onClose} title="Change the label">
      <DialogForm busy={updating.isPending} onSubmit={submit} onCancel={onClose}>
        <Field label="Label" error={refused.fields.label ?? refused.form} hint="At most 64 characters.">
          <Input autoFocus maxLength={MAX_LABEL} value={label} onChange={({ target }) => setLabel(target.value)} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
