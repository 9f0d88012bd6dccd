// Makes a failing run smaller: it leaves out choices, first many at once and then fewer, as long as the run still fails in the
// same way. Where leaving them out changes too much, the first option is taken instead, which is never a fault.

import { type Result, runSeed } from './run.ts'
import type { World } from './world.ts'

const MAX_TRIES = 80

export async function shrink(world: World, failing: Result): Promise<Result> {
  let best = failing
  let tries = 0
  for (let size = Math.ceil(best.choices.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.choices.length && tries < MAX_TRIES; from += size) {
      for (const choices of without(best.choices, from, size)) {
        tries += 1
        const result = await runSeed(world, failing.seed, choices)
        if (kindOf(result) !== kindOf(failing) || sizeOf(result) >= sizeOf(best)) continue
        best = result
        break
      }
    }
  }
  return best
}

function without(choices: readonly number[], from: number, size: number): number[][] {
  return [choices.toSpliced(from, size), choices.map((each, at) => (at >= from && at < from + size ? 0 : each))]
}

/** How many choices are not the first option. */
function sizeOf({ choices }: Result): number {
  return choices.filter((each) => each > 0).length
}

/** The first words: the rest names what differs between two runs. */
function kindOf({ failure }: Result): string | undefined {
  return failure?.split(' ', 4).join(' ')
}
