import type { FormEvent, ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import type { Problem } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
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
export function PasswordStep({
  action,
  danger,
  cancel = 'Cancel',
  busy,
  problem,
  children,
  onPassword,
  onCancel,
}: Props) {
  const { user } = useMe()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onPassword(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <form onSubmit={submit}>
      <div className="grid gap-4">
        {children}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <Field label="Your password" error={problem?.message}>
          <Input name="password" type="password" required autoFocus autoComplete="current-password" />
        </Field>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
