import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { post } from '../api/request.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'

export default function ProofForm({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const { user } = useMe()
  const queries = useQueryClient()
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isCode = user.two_factor_enabled && /^\d{6}$/.test(secret)
  const submit = async () => {
    setBusy(true)
    try {
      await post('/dashboard/session/reauthenticate', isCode ? { code: secret } : { password: secret })
      void queries.invalidateQueries({ queryKey: ['me'] })
      onProved()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }
  return (
    <DialogForm action="Confirm" busy={isBusy} onSubmit={() => void submit()} onCancel={onCancel}>
      {/* Tells a password manager which account's password is asked for. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label={user.two_factor_enabled ? 'Password or six-digit code' : 'Password'} error={error}>
        <Input
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
    </DialogForm>
  )
}
