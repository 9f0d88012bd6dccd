import { useState } from 'react'
import type { SpendRequest } from '../api/schemas.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import type { useDecide } from './use-requests.ts'
import { asksFor } from './words.ts'

const MAX_NOTE = 500

type Props = { request: SpendRequest; deciding: ReturnType<typeof useDecide>; open: boolean; onClose: () => void }

export function DenyDialog({ request, deciding, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Deny the request"
      description={`${asksFor(request)}. No card is created and no money moves.`}
    >
      <DenyForm deciding={deciding} onClose={onClose} />
    </Dialog>
  )
}

function DenyForm({ deciding, onClose }: Pick<Props, 'deciding' | 'onClose'>) {
  const [note, setNote] = useState('')
  const submit = () => deciding.mutate({ verb: 'deny', note: note.trim() }, { onSuccess: onClose })
  return (
    <DialogForm
      action="Deny"
      danger
      busy={deciding.isPending}
      error={deciding.error?.message}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field label="Note" optional hint="The requester can read it.">
        <Textarea
          rows={3}
          maxLength={MAX_NOTE}
          autoFocus
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </DialogForm>
  )
}
