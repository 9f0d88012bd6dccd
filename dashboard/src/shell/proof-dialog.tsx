// Asks for the password (or a code) again, for calls that want it fresh.

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { registerProof } from '../api/proof.ts'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'

export function ProofDialog() {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(proved: boolean) => void>(undefined)
  useEffect(
    () =>
      registerProof(() => {
        setOpen(true)
        return new Promise((resolve) => {
          answer.current = resolve
        })
      }),
    [],
  )
  const finish = (proved: boolean) => {
    setOpen(false)
    answer.current?.(proved)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && finish(false)}
      title="Confirm your identity"
      description="This action needs your password. You will not be asked again for five minutes."
    >
      <ProofForm onProved={() => finish(true)} onCancel={() => finish(false)} />
    </Dialog>
  )
}

function ProofForm({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const { user } = useMe()
  const queries = useQueryClient()
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isCode = user.two_factor_enabled && /^\d{6}$/.test(secret)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
    <form onSubmit={submit}>
      {/* So that a password manager knows whose password is asked for. */}
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
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          Confirm
        </Button>
      </DialogActions>
    </form>
  )
}
