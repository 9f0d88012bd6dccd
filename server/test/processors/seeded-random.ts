// Random choices and ids that are reproducible from a seed.

export type SeededRandom = {
  /** Returns a number from 0 up to but not including `limit`. */
  below: (limit: number) => number
  uuid: () => string
  shuffled: <Item>(items: readonly Item[]) => Item[]
}

/** A 32-bit generator (mulberry32). It is small and good enough to choose the steps of a test. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return {
    below,
    uuid: () => {
      const hex = [next(), next(), next(), next()].map((word) => word.toString(16).padStart(8, '0')).join('')
      const variant = '89ab'[below(4)]
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    shuffled: (items) => {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1)
        ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
      }
      return mixed
    },
  }
}
