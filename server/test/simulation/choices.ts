// Everything that a run decides is one of a few options. The choices are a list of small numbers: a seed makes them, a list
// repeats them, and a shorter list is a smaller run.

export type Random = () => number

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}

export type Option = { name: string; weight: number; take(): void | Promise<void> }

export class Choices {
  readonly made: number[] = []
  readonly #random: Random
  readonly #given: readonly number[] | undefined

  /** With a given list the choices are those of the list, and after its end always the first option. */
  constructor(random: Random, given?: readonly number[]) {
    this.#random = random
    this.#given = given
  }

  among(options: readonly Option[]): Option {
    const index = this.#given ? (this.#given[this.made.length] ?? 0) % options.length : this.#weighted(options)
    this.made.push(index)
    return options[index]!
  }

  #weighted(options: readonly Option[]): number {
    let left = this.#random() * options.reduce((sum, { weight }) => sum + weight, 0)
    const index = options.findIndex(({ weight }) => {
      left -= weight
      return left < 0
    })
    return index < 0 ? options.length - 1 : index
  }
}
