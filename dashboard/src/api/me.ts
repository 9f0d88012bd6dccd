// Who is signed in, and what they may do here.

import { useSuspenseQuery } from '@tanstack/react-query'
import type { Access, SignedIn } from '../../../server/src/dashboard/shapes/session.ts'
import { useEnvironment } from './environment.ts'
import { get } from './request.ts'

export const me = { queryKey: ['me'], queryFn: () => get<SignedIn>('/dashboard/session'), staleTime: 60_000 }

export function useMe(): SignedIn {
  return useSuspenseQuery(me).data
}

/** The server judges every call again; this only hides what would be refused. */
export function useMay(): (access: Access) => boolean {
  const { access } = useMe()
  const environment = useEnvironment()
  return (wanted) => access[environment].includes(wanted)
}
