import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { SecretStep } from './create-webhook-dialog.tsx'
import { OwnSecretField } from './endpoint-fields.tsx'

/** `path` rotates the secret of a webhook or of the decision hook. Queries for `noun` are refetched afterwards. */
type Props = { path: string; noun: string; onClose: () => void }

export function RotateSecretDialog(props: Props) {
  const [secret, setSecret] = useState<string>()
  return (
    <Dialog
      onClose={props.onClose}
      title={secret ? 'Your new signing secret' : 'Rotate the signing secret'}
      description={
        secret
          ? 'For 24 hours, requests are signed with the old secret too.'
          : 'For 24 hours every request is signed with both the old and the new secret. Replace it on your server within that time.'
      }
    >
      {secret ? (
        <SecretStep secret={secret} onDone={props.onClose} />
      ) : (
        <RotateForm path={props.path} noun={props.noun} onCancel={props.onClose} onSecret={setSecret} />
      )}
    </Dialog>
  )
}

type FormProps = Pick<Props, 'path' | 'noun'> & { onCancel: () => void; onSecret: (secret: string) => void }

function RotateForm({ path, noun, onCancel, onSecret }: FormProps) {
  const rotate = useDo((own: string) => post<{ secret: string }>(path, own === '' ? {} : { secret: own }), [noun])
  const wrong = placeProblem(rotate.error, ['secret'])
  const submit = (values: FormData) =>
    rotate.mutate(String(values.get('secret')), { onSuccess: ({ secret }) => onSecret(secret) })
  return (
    <DialogForm action="Rotate" busy={rotate.isPending} error={wrong.form} onSubmit={submit} onCancel={onCancel}>
      <OwnSecretField error={wrong.fields.secret} />
    </DialogForm>
  )
}
