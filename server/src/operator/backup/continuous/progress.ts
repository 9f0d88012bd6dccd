// Prints progress on standard error during long work. The first line comes after a few seconds, so short work prints nothing.

import type { Context } from '../../command.ts'

const EVERY_MS = 5_000

export type Progress = (say: () => string) => void

/** Can be called as often as needed; it prints only now and then. */
export function makeProgress({ note }: Pick<Context, 'note'>): Progress {
  let spokenAt = performance.now()
  return (say) => {
    if (performance.now() - spokenAt < EVERY_MS) return
    spokenAt = performance.now()
    note(say())
  }
}

export function percent(done: number, all: number): string {
  return all > 0 ? `${Math.min(100, Math.floor((done / all) * 100))} %` : ''
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
