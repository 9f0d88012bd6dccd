// E-mail and password, then a code where two-factor sign-in is on; or a passkey.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { CardFrame } from './card-frame.tsx'
import { CodeStep } from './code-step.tsx'
import { canUsePasskeys, signInWithPasskey } from './passkeys.ts'

export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false)
  const enter = useEnter()
  return needsCode ? (
    <CodeStep onDone={enter} onBack={() => setNeedsCode(false)} />
  ) : (
    <PasswordStep onCode={() => setNeedsCode(true)} onDone={enter} />
  )
}

/** To the page that was asked for, and to nothing outside of this site. */
export function useEnter(): () => Promise<void> {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    queries.clear()
    await navigate({ href: next?.startsWith('/') && !next.startsWith('//') ? next : '/' })
  }
}

function PasswordStep({ onCode, onDone }: { onCode: () => void; onDone: () => Promise<void> }) {
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
    <CardFrame title="Sign in">
      <form className="grid gap-4" onSubmit={withPassword}>
        <Field label="E-mail">
          <Input name="email" type="email" autoComplete="username webauthn" required autoFocus />
        </Field>
        <Field label="Password">
          <Input name="password" type="password" autoComplete="current-password" required />
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
      <p className="text-[13px] text-soft">
        Forgot your password? An owner of the account, or the operator of this service, can give you a link to set a new
        one.
      </p>
    </CardFrame>
  )
}
