/** After running this long, earlier deaths no longer count. */
const STEADY_MS = 5_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 10_000

/** No pause after the first death, and longer ones when it keeps dying. Counts the death in `record`. */
export function pauseBefore(record: { deaths: number }, lifeMs: number): number {
  if (lifeMs > STEADY_MS) record.deaths = 0
  record.deaths += 1
  return record.deaths === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (record.deaths - 2), MAX_PAUSE_MS)
}
