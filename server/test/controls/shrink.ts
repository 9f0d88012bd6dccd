// Finds a shorter script that still fails by removing operations, many at a time and then one by one. fast-check also
// shrinks values, but takes a hundred times as long to remove irrelevant operations.

const MAX_TRIES = 150
const CHUNKS = [32, 16, 8, 4, 2, 1, 1]

/** The error of a script and the position of the operation that failed. */
export type Failure = { at: number; error: unknown }

/** `play` returns the failure of a script, or undefined. */
export async function shrink<T>(
  script: readonly T[],
  failure: Failure,
  play: (script: readonly T[]) => Promise<Failure | undefined>,
): Promise<{ script: readonly T[]; failure: Failure }> {
  let shortest = { script: script.slice(0, failure.at + 1), failure }
  let tries = 0
  for (const size of CHUNKS) {
    for (let from = shortest.script.length - size; from >= 0 && tries < MAX_TRIES; from -= size) {
      const shorter = shortest.script.toSpliced(from, size)
      const again = await play(shorter)
      tries += 1
      if (again) shortest = { script: shorter.slice(0, again.at + 1), failure: again }
    }
  }
  return shortest
}
