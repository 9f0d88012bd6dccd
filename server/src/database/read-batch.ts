// Reads by key that arrive together are answered by one statement: keys that are requested while queries are in flight form
// the next statement, and an idle reader sends at once. A statement for a hundred keys costs the database and the driver
// little more than one for a single key.

const MAX_IN_BATCH = 256
// A few at a time keep the database, this process and its clients all busy.
const MAX_IN_FLIGHT = 4

type Asked<K, V> = { key: K; resolve(value: V | undefined): void; reject(error: unknown): void }

export class BatchedRead<K, V> {
  readonly #read: (keys: K[]) => Promise<(V | undefined)[]>
  #queue: Asked<K, V>[] = []
  #inFlight = 0

  /** `read` returns values in the order of its keys, with undefined for missing ones. */
  constructor(read: (keys: K[]) => Promise<(V | undefined)[]>) {
    this.#read = read
  }

  get(key: K): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ key, resolve, reject })
      if (this.#inFlight < MAX_IN_FLIGHT) this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#inFlight += 1
    await new Promise(setImmediate) // requests that arrived in the same turn share the batch
    while (this.#queue.length > 0) await this.#runBatch(this.#queue.splice(0, MAX_IN_BATCH))
    this.#inFlight -= 1
  }

  async #runBatch(batch: Asked<K, V>[]): Promise<void> {
    try {
      const values = await this.#read(batch.map((asked) => asked.key))
      for (const [index, asked] of batch.entries()) asked.resolve(values[index])
    } catch (error) {
      for (const asked of batch) asked.reject(error)
    }
  }
}
