// Workspace time: the machine's, moved forward in a sandbox. What the service dates and what it lets expire goes by it.

import { useNow } from '../ui/now.ts'
import { useEnvironment } from './environment.ts'
import { useMay } from './me.ts'
import { useRead } from './read.ts'
import type { SandboxClock } from './schemas.ts'

// Someone else may move it, and no event tells. For a countdown that matters soon, for the date of a card later.
const READ_AGAIN_MS = 5_000
const READ_AGAIN_CALMLY_MS = 60_000

/**
 * Milliseconds since 1970 in workspace time, ticking; undefined while it is not known. Where the clock cannot be read
 * it is the machine's.
 */
export function useWorkspaceNow(everyMs: number, isCalm = false): number | undefined {
  const now = useNow(everyMs)
  const isSandbox = useEnvironment() === 'sandbox'
  const may = useMay()
  const { data, dataUpdatedAt, isLoading } = useRead<SandboxClock>({
    noun: 'clock',
    path: '/v1/sandbox/clock',
    enabled: isSandbox && may('develop'),
    everyMs: isCalm ? READ_AGAIN_CALMLY_MS : READ_AGAIN_MS,
  })
  if (isLoading) return undefined
  return data ? now + (Date.parse(data.now) - dataUpdatedAt) : now
}
