export function duration(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}
