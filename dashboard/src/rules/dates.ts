const DAY_MS = 86_400_000

/** A UTC date such as 2026-11-15. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export function daysBefore(nowMs: number, days: number): string {
  return dateOf(nowMs - days * DAY_MS)
}

/** Every UTC date between two moments, including both ends. */
export function datesBetween(from: string, to: string): string[] {
  const first = Math.floor(Date.parse(from) / DAY_MS)
  const last = Math.floor(Date.parse(to) / DAY_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => dateOf((first + index) * DAY_MS))
}
