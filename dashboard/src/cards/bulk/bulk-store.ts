// Holds the one run over many cards that this tab can have. The run continues while the person moves between pages.
// Every page loads this file, so it only stores the run; the code of the run is loaded with its dialog.

import { useSyncExternalStore } from 'react'
import type { RowRun } from '../../runs/row-run.ts'
import type { BulkRow, Operation } from './operations.ts'

export type BulkRun = {
  id: string
  operation: Operation
  /** The person who started the run. Another person who signs in to the same tab does not see it. */
  userId: string
  run: RowRun<BulkRow, unknown>
}

let current: BulkRun | undefined
const listeners = new Set<() => void>()

export function setBulkRun(next: BulkRun | undefined): void {
  current = next
  for (const tell of listeners) tell()
}

export function currentBulkRun(): BulkRun | undefined {
  return current
}

export function useBulkRun(): BulkRun | undefined {
  return useSyncExternalStore((tell) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }, currentBulkRun)
}
