// Who is signed in, and what they may do here.

import { useSuspenseQuery } from '@tanstack/react-query'
import type { AccessName, DashboardSession } from '../../../server/src/people/shapes/session.ts'
import { useEnvironment } from './environment.ts'
import { get } from './request.ts'

export const me = { queryKey: ['me'], queryFn: () => get<DashboardSession>('/dashboard/session'), staleTime: 60_000 }

export function useMe(): DashboardSession {
  return useSuspenseQuery(me).data
}

/** The server checks every call anyway. This only hides actions that would be refused. */
export function useMay(): (access: AccessName) => boolean {
  const { access } = useMe()
  const environment = useEnvironment()
  return (wanted) => access[environment].includes(wanted)
}
