// Whether the service can be reached. While it cannot, the cache (main.tsx) pauses its reads, and resumes them
// afterwards.

import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'unreachable'

const PROBE_EVERY_MS = 3_000
const PROBE_TIMEOUT_MS = 5_000

const listeners = new Set<() => void>()
let current: Connection = navigator.onLine ? 'online' : 'offline'
let timer: ReturnType<typeof setTimeout> | undefined

addEventListener('offline', () => become('offline'))
// Having a network does not mean that the service can be reached.
addEventListener('online', () => void probe())

function become(next: Connection): void {
  clearTimeout(timer)
  if (next !== 'online') timer = setTimeout(probe, PROBE_EVERY_MS)
  if (next === current) return
  current = next
  for (const tell of listeners) tell()
}

async function probe(): Promise<void> {
  const isReached = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  become(isReached ? 'online' : navigator.onLine ? 'unreachable' : 'offline')
}

/** Every request reports whether it was answered. If the browser has gone offline in the meantime, the answer is ignored. */
export function noteAnswer(isAnswered: boolean): void {
  if (!navigator.onLine) become('offline')
  else become(isAnswered ? 'online' : 'unreachable')
}

export function listenToConnection(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const connection = (): Connection => current

export function useConnection(): Connection {
  return useSyncExternalStore(listenToConnection, connection)
}
