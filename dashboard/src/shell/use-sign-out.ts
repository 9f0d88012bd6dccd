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
      queries.clear() // not before: the page that is left would ask again, as nobody
    }, toast.failed)
}
