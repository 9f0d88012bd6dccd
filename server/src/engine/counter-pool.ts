// Numbers of database sequences. A batch reserves what it may need before it decides, and gives back what it did not use,
// so that a refusal uses up no number. Batches run at the same time: a number that one has reserved is no other's.
// Numbers that a lost connection may have used are never used again.

import { bulk, integer, text } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'

export class CounterPool {
  readonly #unused = new Map<string, bigint[]>()

  /** One number for every mention of a sequence, which may be named more than once. */
  reserve(sequences: readonly string[]): ReservedNumbers {
    const wanted = new Map<string, number>()
    for (const name of sequences) wanted.set(name, (wanted.get(name) ?? 0) + 1)
    return new ReservedNumbers(this.#unused, wanted)
  }
}

export class ReservedNumbers {
  readonly #unused: Map<string, bigint[]>
  readonly #reserved = new Map<string, bigint[]>()
  readonly #wanted: ReadonlyMap<string, number>

  constructor(unused: Map<string, bigint[]>, wanted: ReadonlyMap<string, number>) {
    this.#unused = unused
    this.#wanted = wanted
    for (const [name, count] of wanted) this.#reserved.set(name, unused.get(name)?.splice(0, count) ?? [])
  }

  /** Sends one statement, or none where earlier batches have left enough. */
  async fetch(tx: Tx): Promise<void> {
    const lacking = [...this.#wanted]
      .map(([name, count]) => ({ name, count: count - this.#reserved.get(name)!.length }))
      .filter(({ count }) => count > 0)
    if (lacking.length === 0) return
    for (const { name, number } of await selectNumbers(tx, lacking)) this.#reserved.get(name)!.push(number)
  }

  take(sequence: string): bigint {
    const number = this.#reserved.get(sequence)?.shift()
    if (number === undefined) throw new Error(`no number of ${sequence} was reserved for this decision`)
    return number
  }

  /** Leaves the numbers that were not taken to the batches to come. */
  release(): void {
    for (const [name, numbers] of this.#reserved) {
      const unused = this.#unused.get(name)
      if (unused) unused.push(...numbers)
      else this.#unused.set(name, numbers)
    }
    this.#reserved.clear()
  }
}

const selectNumbers = bulk<{ name: string; count: number }, { name: string; number: bigint }>(
  { name: text((row) => row.name), count: integer((row) => row.count) },
  ({ rows, value }) => `
    select r.name, nextval(r.name::regclass) as number from ${rows} cross join generate_series(1, ${value('count')})`,
  (row) => ({ name: row.text()!, number: row.int64()! }),
)
