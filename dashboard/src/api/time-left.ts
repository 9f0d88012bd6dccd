import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWorkspaceNow } from './clock.ts'

type Lasting = { created_at: string; expires_at: string }

/** Never more than the full time, whatever this machine's clock says. At the end, everything that shows `noun` is read again. */
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
