// A session that has ended: a sign-in over the page, which stays as it is below, with everything typed.

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { DashboardSession } from '../../../server/src/dashboard/shapes/session.ts'
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
      // A refusal may come late, or the person has signed in at another tab since.
      if ((await readSession())?.user.id === user.id) return true
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
    isOpen && (
      <Suspense>
        <SignInOverlay email={user.email} onDone={goOn} />
      </Suspense>
    )
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
