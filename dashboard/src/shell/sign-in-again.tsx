// When a session ends, the sign-in opens over the page. The page below keeps everything that was typed.

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { DashboardSession } from '../../../server/src/people/shapes/session.ts'
import { registerSignIn } from '../api/ended-session.ts'
import { me, useMe } from '../api/me.ts'

const SignInOverlay = lazy(() => import('./sign-in-overlay.tsx'))

export function SignInAgain() {
  const { user } = useMe()
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isSignedIn: boolean) => void>(undefined)
  const queries = useQueryClient()
  useEffect(() => {
    const forget = registerSignIn(async () => {
      // The 401 may have arrived late, or the person may have signed in again in another tab.
      if ((await readSession())?.user.id === user.id) return true
      setOpen(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      forget()
      answer.current?.(false) // the user left the page, for example by signing out
    }
  }, [user.id])
  const goOn = useCallback(async () => {
    const session = await readSession()
    if (!session) return
    // Another person must not see this page, and pending requests must not be sent in their name.
    if (session.user.id !== user.id) return location.reload()
    setOpen(false)
    queries.setQueryData(me.queryKey, session)
    answer.current?.(true)
    await queries.invalidateQueries()
  }, [queries, user.id])
  useSignInElsewhere(isOpen, goOn)
  return (
    isOpen && (
      <Suspense>
        <SignInOverlay email={user.email} onDone={goOn} />
      </Suspense>
    )
  )
}

/** Bypasses the cache and the code that waits for a sign-in, because this read ends that wait. */
async function readSession(): Promise<DashboardSession | undefined> {
  const response = await fetch('/dashboard/session', { credentials: 'same-origin' }).catch(() => undefined)
  return response?.ok ? ((await response.json()) as DashboardSession) : undefined
}

/** A person who signed in again in another tab need not sign in here too. */
function useSignInElsewhere(isOpen: boolean, goOn: () => Promise<void>): void {
  useEffect(() => {
    if (!isOpen) return
    const look = () => void goOn()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [isOpen, goOn])
}
