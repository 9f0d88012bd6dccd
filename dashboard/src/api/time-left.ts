import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWorkspaceNow } from './clock.ts'

type Lasting = { created_at: string; expires_at: string }

/**
 * The time left until `expires_at`. It is never more than the full duration, even if this machine's clock is wrong.
 * When the time is up, all queries for `noun` are refetched.
 */
export function useTimeLeft(
  { created_at, expires_at }: Lasting,
  noun: string,
): { leftMs: number | undefined; ofMs: number } {
  const queries = useQueryClient()
  const now = useWorkspaceNow(1_000)
  const ofMs = Date.parse(expires_at) - Date.parse(created_at)
  const leftMs = now === undefined ? undefined : Math.min(ofMs, Math.max(0, Date.parse(expires_at) - now))
  const isOver = leftMs === 0
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === noun })
  }, [isOver, queries, noun])
  return { leftMs, ofMs }
}
