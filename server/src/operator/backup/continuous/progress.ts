// Lines on standard error while something takes long: the first after a few seconds, so that short work says nothing.

const EVERY_MS = 5_000

export type Progress = (say: () => string) => void

/** Call it as often as you like; it speaks now and then. */
export function makeProgress(): Progress {
  let spokenAt = performance.now()
  return (say) => {
    if (performance.now() - spokenAt < EVERY_MS) return
    spokenAt = performance.now()
    process.stderr.write(`${say()}\n`)
  }
}

export function percent(done: number, all: number): string {
  return all > 0 ? `${Math.min(100, Math.floor((done / all) * 100))} %` : ''
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
