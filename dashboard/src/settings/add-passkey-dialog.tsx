import { useDo } from '../api/read.ts'
import { addPasskey } from '../sign-in/passkeys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'
import { deviceOf } from './devices.ts'

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Add a passkey"
      description="Your browser then asks you to confirm with your device."
    >
      <NameForm onClose={onClose} />
    </Dialog>
  )
}

function NameForm({ onClose }: { onClose: () => void }) {
  const add = useDo(addPasskey, ['passkeys', 'me'])
  const submit = (values: FormData) =>
    add.mutate(String(values.get('name')).trim(), {
      onSuccess: () => {
        toast.done('The passkey is added.')
        onClose()
      },
    })
  return (
    <DialogForm action="Continue" busy={add.isPending} onSubmit={submit} onCancel={onClose}>
      <Field label="Name" hint="A name to recognize it by." error={add.error?.message}>
        <Input name="name" required autoFocus maxLength={60} defaultValue={deviceOf(navigator.userAgent)} />
      </Field>
    </DialogForm>
  )
}
