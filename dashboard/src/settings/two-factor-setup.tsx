// Asks for the password, then for a code from the authenticator app, then shows the backup codes. Two-factor sign-in is
// on as soon as the code was correct.

import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post, postWithPassword } from '../api/request.ts'
import { Id } from '../ui/copy.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { toast } from '../ui/toasts.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordStep } from './password-step.tsx'

type Begun = { totpURI: string; backupCodes: string[] }

type Props = {
  /** The label and the action of the cancel button. */
  cancel?: string
  onCancel: () => void
  /** Called when the code was correct, before the user has saved the backup codes. */
  onVerified?: () => void
  onDone: () => void
}

export function TwoFactorSetup({ cancel = 'Cancel', onCancel, onVerified, onDone }: Props) {
  const begin = useDo(
    (password: string) => postWithPassword<Begun>('/dashboard/auth/two-factor/enable', password, { password }),
    [],
  )
  const [isVerified, setVerified] = useState(false)
  if (!begin.data)
    return (
      <PasswordStep
        action="Continue"
        cancel={cancel}
        busy={begin.isPending}
        problem={begin.error}
        onPassword={begin.mutate}
        onCancel={onCancel}
      />
    )
  if (isVerified) return <BackupCodes codes={begin.data.backupCodes} onDone={onDone} />
  const verified = () => {
    setVerified(true)
    onVerified?.()
  }
  return <CodeForm uri={begin.data.totpURI} cancel={cancel} onVerified={verified} onCancel={onCancel} />
}

type CodeFormProps = { uri: string; cancel: string; onVerified: () => void; onCancel: () => void }

function CodeForm({ uri, cancel, onVerified, onCancel }: CodeFormProps) {
  const verify = useDo((code: string) => post('/dashboard/auth/two-factor/verify-totp', { code }), ['me', 'sessions'])
  const submit = (values: FormData) => {
    const code = String(values.get('code')).replaceAll(' ', '')
    verify.mutate(code, {
      onSuccess: () => {
        toast.done('Two-factor sign-in is on.')
        onVerified()
      },
    })
  }
  return (
    <DialogForm action="Turn on" cancel={cancel} busy={verify.isPending} onSubmit={submit} onCancel={onCancel}>
      <p className="text-sm text-soft">Scan this with an authenticator app, then enter the code that it shows.</p>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="grid max-w-full grid-cols-[minmax(0,1fr)] justify-items-center text-[13px] text-soft">
          <span>No camera? Enter this key:</span>
          <Id of={secretOf(uri)} what="the key" />
        </div>
      </div>
      <Field label="Code" error={verify.error?.message}>
        <Input
          name="code"
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          className="font-mono tracking-widest"
        />
      </Field>
    </DialogForm>
  )
}

function secretOf(uri: string): string {
  return new URL(uri).searchParams.get('secret') ?? ''
}
