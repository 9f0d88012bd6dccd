// The one run over many cards that this tab has: it goes on while its person moves between pages. Only its place is here,
// since every page loads this file; what a run does is loaded with its dialog.

import { useSyncExternalStore } from 'react'
import type { RowRun } from '../../runs/row-run.ts'
import type { BulkRow, Operation } from './operations.ts'

export type BulkRun = {
  id: string
  operation: Operation
  /** Whose it is: somebody else who signs in to the same tab does not see it. */
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
