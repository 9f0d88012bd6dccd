// Asks for the password or a code again, for requests that require a recent proof of identity.

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { registerProof } from '../api/proof.ts'
import { Dialog } from '../ui/dialog.tsx'

const ProofForm = lazy(() => import('./proof-form.tsx'))

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
      onClose={() => finish(false)}
      title="Confirm your identity"
      description="This action needs your password. You will not be asked again for five minutes."
    >
      <Suspense>
        <ProofForm onProved={() => finish(true)} onCancel={() => finish(false)} />
      </Suspense>
    </Dialog>
  )
}
