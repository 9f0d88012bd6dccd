import { type FormEvent, useState } from 'react'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { postWithPassword } from '../api/request.ts'
import { PASSWORD_HINT, SHORTEST_PASSWORD } from '../sign-in/accept-link.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toasts.tsx'

export function PasswordPanel() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Password"
      actions={
        !isOpen && (
          <Button size="small" onClick={() => setOpen(true)}>
            Change password
          </Button>
        )
      }
    >
      {isOpen ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <p className="text-sm text-soft">Change it if someone may have seen it.</p>
      )}
    </Panel>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { user } = useMe()
  const [endsOthers, setEndsOthers] = useState(true)
  const change = useDo(
    (form: FormData) =>
      postWithPassword('/dashboard/auth/change-password', String(form.get('current')), {
        currentPassword: form.get('current'),
        newPassword: form.get('new'),
        revokeOtherSessions: endsOthers,
      }),
    ['sessions', 'me'],
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(new FormData(event.currentTarget), {
      onSuccess: () => {
        toast.done('Your password is changed.')
        onDone()
      },
    })
  }
  return (
    <form className="grid max-w-md gap-4" onSubmit={submit}>
      {/* Tells a password manager which account's password is being changed. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password">
        <Input name="current" type="password" required autoFocus autoComplete="current-password" />
      </Field>
      <Field label="New password" hint={PASSWORD_HINT}>
        <Input
          name="new"
          type="password"
          required
          minLength={SHORTEST_PASSWORD}
          maxLength={128}
          autoComplete="new-password"
        />
      </Field>
      <Checkbox
        label="Sign out everywhere else"
        checked={endsOthers}
        onChange={(event) => setEndsOthers(event.target.checked)}
      />
      {change.error && <Notice tone="bad">{change.error.message}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={change.isPending}>
          Change password
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
