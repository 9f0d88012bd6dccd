// Makes a failing run smaller by leaving out choices: first many at once, then fewer, as long as it still fails in the same way.

import { type Result, runSeed } from './run.ts'
import type { World } from './world.ts'

const MAX_TRIES = 60

export async function shrink(world: World, failing: Result): Promise<Result> {
  let best = failing
  let tries = 0
  for (let size = Math.ceil(best.choices.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.choices.length && tries < MAX_TRIES; tries++) {
      const result = await runSeed(world, failing.seed, best.choices.toSpliced(from, size))
      const isSmaller = kindOf(result) === kindOf(failing) && result.choices.length < best.choices.length
      if (isSmaller) best = result
      else from += size
    }
  }
  return best
}

/** The first words: the rest names what differs between two runs. */
function kindOf({ failure }: Result): string | undefined {
  return failure?.split(' ', 4).join(' ')
}
