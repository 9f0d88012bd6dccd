import { type FormEvent, useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { SecretStep } from './create-webhook-dialog.tsx'

/** `path` rotates the secret of a webhook or of the decision hook. Queries for `noun` are refetched afterwards. */
type Props = { path: string; noun: string; open: boolean; onOpenChange: (open: boolean) => void }

export function RotateSecretDialog(props: Props) {
  const [secret, setSecret] = useState<string>()
  const change = (isOpen: boolean) => {
    props.onOpenChange(isOpen)
    setSecret(undefined)
  }
  return (
    <Dialog
      open={props.open}
      onOpenChange={change}
      title={secret ? 'Your new signing secret' : 'Rotate the signing secret'}
      description={
        secret
          ? 'For 24 hours, requests are signed with the old secret too.'
          : 'For 24 hours every request is signed with both the old and the new secret. Replace it on your server within that time.'
      }
    >
      {secret ? (
        <SecretStep secret={secret} onDone={() => change(false)} />
      ) : (
        <RotateForm path={props.path} noun={props.noun} onCancel={() => change(false)} onSecret={setSecret} />
      )}
    </Dialog>
  )
}

type FormProps = Pick<Props, 'path' | 'noun'> & { onCancel: () => void; onSecret: (secret: string) => void }

function RotateForm({ path, noun, onCancel, onSecret }: FormProps) {
  const rotate = useDo((own: string) => post<{ secret: string }>(path, own === '' ? {} : { secret: own }), [noun])
  const wrong = placeProblem(rotate.error, ['secret'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const own = String(new FormData(event.currentTarget).get('secret'))
    rotate.mutate(own, { onSuccess: ({ secret }) => onSecret(secret) })
  }
  return (
    <form onSubmit={submit}>
      <div className="grid gap-4">
        <Field
          label="Secret of your own"
          optional
          hint="16 to 256 characters. Leave empty to generate one."
          error={wrong.fields.secret}
        >
          <Input name="secret" minLength={16} maxLength={256} className="font-mono" spellCheck={false} />
        </Field>
        {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={rotate.isPending}>
          Rotate
        </Button>
      </DialogActions>
    </form>
  )
}
