import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { canUsePasskeys, signInWithPasskey } from './passkeys.ts'

export type PasswordFormProps = {
  /** Prefilled for a person who was signed in before. */
  email?: string
  /** Called when the password was correct and a code is required too. */
  onCode: () => void
  onDone: () => Promise<void>
}

/** Signs in with e-mail and password, or with a passkey. */
export function PasswordForm({ email, onCode, onDone }: PasswordFormProps) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'password' | 'passkey'>()
  const attempt = async (kind: 'password' | 'passkey', run: () => Promise<boolean>) => {
    setBusy(kind)
    setError(undefined)
    try {
      if (await run()) onCode()
      else await onDone()
    } catch (problem) {
      setError((problem as Error).message)
    }
    setBusy(undefined)
  }
  const withPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void attempt('password', async () => {
      const answer = await post<{ twoFactorRedirect?: boolean }>('/dashboard/auth/sign-in/email', {
        email: form.get('email'),
        password: form.get('password'),
      })
      return answer.twoFactorRedirect === true
    })
  }
  const withPasskey = () =>
    void attempt('passkey', async () => {
      await signInWithPasskey()
      return false
    })
  return (
    <div className="grid gap-5">
      <form className="grid gap-4" onSubmit={withPassword}>
        <Field label="E-mail">
          <Input
            name="email"
            type="email"
            autoComplete="username webauthn"
            required
            defaultValue={email}
            autoFocus={email === undefined}
          />
        </Field>
        <Field label="Password">
          <Input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus={email !== undefined}
          />
        </Field>
        {error && <Notice tone="bad">{error}</Notice>}
        <Button type="submit" look="primary" busy={busy === 'password'}>
          Sign in
        </Button>
      </form>
      {canUsePasskeys() && (
        <Button busy={busy === 'passkey'} onClick={withPasskey} icon={<KeyRound className="size-4" aria-hidden />}>
          Sign in with a passkey
        </Button>
      )}
    </div>
  )
}
