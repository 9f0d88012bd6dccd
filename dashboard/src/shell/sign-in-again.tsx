// A session that has ended: a sign-in over the page, which stays as it is below, with everything typed.

import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DashboardSession } from '../../../server/src/dashboard/shapes/session.ts'
import { registerSignIn } from '../api/ended-session.ts'
import { me, useMe } from '../api/me.ts'
import { CodeForm } from '../sign-in/code-step.tsx'
import { PasswordForm } from '../sign-in/password-form.tsx'

export function SignInAgain() {
  const { user } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const answer = useRef<(isSignedIn: boolean) => void>(undefined)
  const queries = useQueryClient()
  useEffect(() => {
    const forget = registerSignIn(async () => {
      // A refusal may come late, or the person has signed in at another tab since.
      if ((await readSession())?.user.id === user.id) return true
      setNeedsCode(false)
      setOpen(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      forget()
      answer.current?.(false) // the page was left, for example by signing out
    }
  }, [user.id])
  const goOn = useCallback(async () => {
    const session = await readSession()
    if (!session) return
    // Somebody else must see nothing of this page, and nothing that waits may be sent in their name.
    if (session.user.id !== user.id) return location.reload()
    setOpen(false)
    queries.setQueryData(me.queryKey, session)
    answer.current?.(true)
    await queries.invalidateQueries()
  }, [queries, user.id])
  useSignInElsewhere(isOpen, goOn)
  return (
    <Dialog.Root open={isOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 bg-black/45 backdrop-blur-[2px] animate-fade" />
        <Dialog.Content
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-x-4 top-[12vh] z-60 mx-auto grid max-w-sm grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-surface p-6 shadow-float animate-rise"
        >
          <header className="grid gap-1">
            <Dialog.Title className="text-xl font-semibold tracking-tight">
              {needsCode ? 'Enter your code' : 'Sign in again'}
            </Dialog.Title>
            <Dialog.Description className={needsCode ? 'sr-only' : 'text-sm text-soft'}>
              Your session has ended. The page stays as it is, with everything you typed.
            </Dialog.Description>
          </header>
          {needsCode ? (
            <CodeForm onDone={goOn} onBack={() => setNeedsCode(false)} />
          ) : (
            <PasswordForm email={user.email} onCode={() => setNeedsCode(true)} onDone={goOn} />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Past the cache and past the wait for a sign-in: this is what ends the wait. */
async function readSession(): Promise<DashboardSession | undefined> {
  const response = await fetch('/dashboard/session', { credentials: 'same-origin' }).catch(() => undefined)
  return response?.ok ? ((await response.json()) as DashboardSession) : undefined
}

/** Who signs in at another tab and comes back need not do it here too. */
function useSignInElsewhere(isOpen: boolean, goOn: () => Promise<void>): void {
  useEffect(() => {
    if (!isOpen) return
    const look = () => void goOn()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [isOpen, goOn])
}
