import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useMe } from '../api/me.ts'
import { post } from '../api/request.ts'
import { TwoFactorSetup } from '../settings/two-factor-setup.tsx'
import { Loading } from '../ui/states.tsx'
import { CardFrame } from './card-frame.tsx'
import { useEnter } from './sign-in.tsx'

/** Shown before every other page to a person whose account requires a second factor. */
export function SetUpTwoFactor() {
  return (
    <Suspense fallback={<Loading rows={3} />}>
      <SetUp />
    </Suspense>
  )
}

function SetUp() {
  const { account } = useMe()
  const enter = useEnter()
  const leave = useLeave()
  return (
    <CardFrame
      title="Set up two-factor sign-in"
      lead={`${account.name} requires a code from your phone as well as your password. It takes a minute and works with any authenticator app.`}
    >
      <TwoFactorSetup cancel="Sign out" onCancel={leave} onDone={() => void enter()} />
    </CardFrame>
  )
}

function useLeave(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await post('/dashboard/auth/sign-out')
    queries.clear()
    await navigate({ to: '/sign-in' })
  }
}
