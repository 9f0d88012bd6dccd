import { type FormEvent, useState } from 'react'
import type { SpendRequest } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { useDecide } from './use-requests.ts'
import { asksFor } from './words.ts'

const MAX_NOTE = 500

type Props = { request: SpendRequest; deciding: ReturnType<typeof useDecide>; open: boolean; onClose: () => void }

export function DenyDialog({ request, deciding, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Deny the request"
      description={`${asksFor(request)}. No card is created and no money moves.`}
    >
      <DenyForm deciding={deciding} onClose={onClose} />
    </Dialog>
  )
}

function DenyForm({ deciding, onClose }: Pick<Props, 'deciding' | 'onClose'>) {
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deciding.mutate({ verb: 'deny', note: note.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Note" optional hint="The requester can read it.">
        <Textarea
          rows={3}
          maxLength={MAX_NOTE}
          autoFocus
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {deciding.error && <Notice tone="bad">{deciding.error.message}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="danger" busy={deciding.isPending}>
          Deny
        </Button>
      </DialogActions>
    </form>
  )
}
