import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { post } from '../api/request.ts'
import { toast } from '../ui/toasts.tsx'

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return () =>
    post('/dashboard/auth/sign-out').then(async () => {
      await navigate({ to: '/sign-in' })
      queries.clear() // only after leaving the page, which would otherwise read again without a session
    }, toast.failed)
}
