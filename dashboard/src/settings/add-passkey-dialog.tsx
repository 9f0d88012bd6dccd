import type { FormEvent } from 'react'
import { useDo } from '../api/read.ts'
import { addPasskey } from '../sign-in/passkeys.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'
import { deviceOf } from './devices.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function AddPasskeyDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a passkey"
      description="Your browser then asks you to confirm with your device."
    >
      <NameForm onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NameForm({ onClose }: { onClose: () => void }) {
  const add = useDo(addPasskey, ['passkeys', 'me'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(String(new FormData(event.currentTarget).get('name')).trim(), {
      onSuccess: () => {
        toast.done('The passkey is added.')
        onClose()
      },
    })
  }
  return (
    <form onSubmit={submit}>
      <Field label="Name" hint="A name to recognize it by." error={add.error?.message}>
        <Input name="name" required autoFocus maxLength={60} defaultValue={deviceOf(navigator.userAgent)} />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={add.isPending}>
          Continue
        </Button>
      </DialogActions>
    </form>
  )
}
