import { type FormEvent, useState } from 'react'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { CardFrame } from './card-frame.tsx'

type Props = { onDone: () => Promise<void>; onBack: () => void }

/** The second step: a code from the authenticator app, or a backup code. */
export function CodeStep(props: Props) {
  return (
    <CardFrame title="Enter your code">
      <CodeForm {...props} />
    </CardFrame>
  )
}

export function CodeForm({ onDone, onBack }: Props) {
  const [isBackup, setBackup] = useState(false)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setBusy(true)
    setError(undefined)
    try {
      await post(`/dashboard/auth/two-factor/${isBackup ? 'verify-backup-code' : 'verify-totp'}`, { code })
      await onDone()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-5">
      <p className="-mt-4 text-sm text-soft">
        {isBackup ? 'Each backup code works once.' : 'The six digits that your authenticator shows now.'}
      </p>
      <form className="grid gap-4" onSubmit={submit}>
        <Field label={isBackup ? 'Backup code' : 'Code'}>
          <Input
            key={String(isBackup)}
            name="code"
            required
            autoFocus
            autoComplete="one-time-code"
            inputMode={isBackup ? 'text' : 'numeric'}
            pattern={isBackup ? undefined : '[0-9]{6}'}
            className="font-mono tracking-widest"
          />
        </Field>
        {error && <Notice tone="bad">{error}</Notice>}
        <Button type="submit" look="primary" busy={isBusy}>
          Continue
        </Button>
      </form>
      <div className="flex justify-between">
        <Button look="ghost" size="small" onClick={onBack}>
          Back
        </Button>
        <Button look="ghost" size="small" onClick={() => setBackup(!isBackup)}>
          {isBackup ? 'Use the authenticator' : 'Use a backup code'}
        </Button>
      </div>
    </div>
  )
}
