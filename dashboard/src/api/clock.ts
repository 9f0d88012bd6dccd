// Workspace time: the machine's time, moved forward in a sandbox. The service uses it for dates and expiries.

import { useNow } from '../ui/now.ts'
import { useEnvironment } from './environment.ts'
import { useMay } from './me.ts'
import { useRead } from './read.ts'
import type { SandboxClock } from './schemas.ts'

// Somebody else may move the clock and no event reports that, so the clock is polled. A countdown needs a fresh value
// sooner than a card's date does.
const READ_AGAIN_MS = 5_000
const READ_AGAIN_CALMLY_MS = 60_000

/**
 * The current workspace time in milliseconds since 1970, updated every `everyMs`. It is undefined while the clock is
 * loading. If the clock cannot be read, this is the machine's time.
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
