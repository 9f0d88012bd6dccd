// Numbers of database sequences for decisions that need one. Numbers that a batch fetched and did not use stay here for the
// next batch, so that a refusal uses up no number. Numbers that a lost connection may have used are never used again.

import { bulk, integer, text } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'

export class CounterPool {
  readonly #numbers = new Map<string, bigint[]>()

  /** Makes sure that each sequence has as many numbers as it is named here. */
  async fill(tx: Tx, sequences: readonly string[]): Promise<void> {
    const wanted = new Map<string, number>()
    for (const name of sequences) wanted.set(name, (wanted.get(name) ?? 0) + 1)
    const lacking = [...wanted]
      .map(([name, count]) => ({ name, count: count - (this.#numbers.get(name)?.length ?? 0) }))
      .filter(({ count }) => count > 0)
    if (lacking.length > 0) for (const row of await selectNumbers(tx, lacking)) this.#add(row)
  }

  take(sequence: string): bigint {
    const number = this.#numbers.get(sequence)?.shift()
    if (number === undefined) throw new Error(`no number of ${sequence} was fetched for this decision`)
    return number
  }

  #add({ name, number }: Numbered): void {
    const numbers = this.#numbers.get(name)
    if (numbers) numbers.push(number)
    else this.#numbers.set(name, [number])
  }
}

type Numbered = { name: string; number: bigint }

const selectNumbers = bulk<{ name: string; count: number }, Numbered>(
  { name: text((row) => row.name), count: integer((row) => row.count) },
  (rows, value) => `
    select r.name, nextval(r.name::regclass) as number from ${rows} cross join generate_series(1, ${value('count')})`,
  (row) => ({ name: row.text()!, number: row.int64()! }),
)
