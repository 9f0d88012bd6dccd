// How rough a run is. Each seed draws its own: some only reorder, some mostly cut, some starve a connection. All faults at once
// would hide each other.

import { pick, type Random } from './choices.ts'

/** The weights of what may happen, where an ordinary step has the weight 1. */
export type Weather = {
  /** A connection is cut: before its request is delivered, while it waits, or before its answer is heard. */
  cut: number
  /** A group is delivered statement by statement. */
  piece: number
  timePasses: number
  /** PostgreSQL gives up waiting for a lock. */
  lockWaitEnds: number
  /** An instance is killed, and another one starts. */
  kill: number
  /** A new request arrives, rather than that an old one goes on. */
  submit: number
  weightOf(connection: string): number
}

export function weatherOf(random: Random): Weather {
  const starved = pick(random, [undefined, undefined, 'a.', 'b.', 'a.1', 'b.1', 'a.0', 'b.0'])
  return {
    cut: pick(random, [0, 0, 0.02, 0.1]),
    piece: pick(random, [0, 0.5, 2]),
    timePasses: pick(random, [0, 0.05, 0.3]),
    lockWaitEnds: pick(random, [0, 0.05, 0.5]),
    kill: pick(random, [0, 0, 0, 0.02]),
    submit: pick(random, [0.3, 1, 3]),
    weightOf: (name) => (starved !== undefined && name.startsWith(starved) ? 0.03 : 1),
  }
}
