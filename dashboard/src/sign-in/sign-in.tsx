// The sign-in page: a password or a passkey, then a code if two-factor sign-in is on.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CardFrame } from './card-frame.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordForm, type PasswordFormProps } from './password-form.tsx'

export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false)
  const enter = useEnter()
  return needsCode ? (
    <CodeStep onDone={enter} onBack={() => setNeedsCode(false)} />
  ) : (
    <PasswordStep onCode={() => setNeedsCode(true)} onDone={enter} />
  )
}

/** Opens the requested page, and refuses addresses outside this site. */
export function useEnter(): () => Promise<void> {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    queries.clear()
    await navigate({ href: next?.startsWith('/') && !next.startsWith('//') ? next : '/' })
  }
}

function PasswordStep(props: PasswordFormProps) {
  return (
    <CardFrame title="Sign in">
      <PasswordForm {...props} />
      <p className="text-[13px] text-soft">
        Forgot your password? An owner of the account, or the operator of this service, can give you a link to set a new
        one.
      </p>
    </CardFrame>
  )
}
