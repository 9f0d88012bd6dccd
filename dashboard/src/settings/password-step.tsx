import type { ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import type { Problem } from '../api/request.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'

type Props = {
  action: string
  danger?: boolean
  cancel?: string
  busy: boolean
  problem: Problem | null
  children?: ReactNode
  onPassword: (password: string) => void
  onCancel: () => void
}

/** Changes that weaken or replace a second factor always ask for the password, however recently it was given. */
export function PasswordStep({ problem, children, onPassword, ...form }: Props) {
  const { user } = useMe()
  return (
    <DialogForm {...form} onSubmit={(values) => onPassword(String(values.get('password')))}>
      {children}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Your password" error={problem?.message}>
        <Input name="password" type="password" required autoFocus autoComplete="current-password" />
      </Field>
    </DialogForm>
  )
}
