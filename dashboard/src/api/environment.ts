// Which of the account's two worlds the pages show. Kept in the browser; sent with every request.

import { useSyncExternalStore } from 'react'

export type Environment = 'sandbox' | 'production'

const KEY = 'cardwright.environment'
const listeners = new Set<() => void>()

export function environment(): Environment {
  return localStorage.getItem(KEY) === 'production' ? 'production' : 'sandbox'
}

export function chooseEnvironment(next: Environment): void {
  localStorage.setItem(KEY, next)
  for (const tell of listeners) tell()
}

export function useEnvironment(): Environment {
  return useSyncExternalStore(listen, environment)
}

/** Another tab's choice counts here too: two tabs that differ in silence would be a trap. */
function listen(tell: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === KEY && tell()
  listeners.add(tell)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', onStorage)
  }
}
