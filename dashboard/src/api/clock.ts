// Workspace time: the machine's, moved forward in a sandbox. What the service dates and what it lets expire goes by it.

import { useNow } from '../ui/times.tsx'
import { useEnvironment } from './environment.ts'
import { useMay } from './me.ts'
import { useRead } from './read.ts'
import type { SandboxClock } from './schemas.ts'

// Someone else may move it, and no event tells.
const READ_AGAIN_MS = 15_000

/** Milliseconds since 1970 in workspace time, ticking. Where the clock cannot be read it is the machine's. */
export function useWorkspaceNow(everyMs: number): number {
  const now = useNow(everyMs)
  const isSandbox = useEnvironment() === 'sandbox'
  const may = useMay()
  const { data, dataUpdatedAt } = useRead<SandboxClock>({
    noun: 'clock',
    path: '/v1/sandbox/clock',
    enabled: isSandbox && may('develop'),
    everyMs: READ_AGAIN_MS,
  })
  return data ? now + (Date.parse(data.now) - dataUpdatedAt) : now
}
