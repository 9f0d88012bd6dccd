// Rows that nobody waits for are collected in memory and written in batches. They help people and are not part of the books,
// so rows that cannot be written in time are dropped and counted.

import type { Logger } from 'pino'
import { describeFailure } from '../log.ts'
import type { Database } from './database.ts'
import { unavailable } from './unavailable.ts'

const PACE = { gatherMs: 250, maxBatchSize: 500 }
/** A batch costs a statement per shard, however few rows it has there. */
const PACE_ON_SHARDS = { gatherMs: 2_000, maxBatchSize: 4_000 }
const AGAIN_MS = 1_000
/** Two seconds of the busiest service. */
const MAX_WAITING = 20_000

export type GatheredRowsOptions<Row> = {
  /** For the log: "the … cannot be written". */
  name: string
  log: Logger
  database: Pick<Database, 'isDistributed'>
  write(batch: readonly Row[]): Promise<unknown>
  onDropped(count: number): void
}

export class GatheredRows<Row> {
  readonly #options: GatheredRowsOptions<Row>
  readonly #pace: typeof PACE
  #waiting: Row[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #isFailing = false

  constructor(options: GatheredRowsOptions<Row>) {
    this.#options = options
    this.#pace = options.database.isDistributed ? PACE_ON_SHARDS : PACE
  }

  add(row: Row): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.onDropped(1)
      return
    }
    this.#waiting.push(row)
    if (this.#waiting.length >= this.#pace.maxBatchSize && !this.#writing && !this.#isFailing) void this.flush()
    else this.#wait()
  }

  /** Resolves when what was added before has been written, or could not be. */
  async flush(): Promise<void> {
    await this.#writing
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#isFailing ? AGAIN_MS : this.#pace.gatherMs).unref()
  }

  async #writeWaiting(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Rows that are added meanwhile are written next time.
    const { maxBatchSize } = this.#pace
    for (let left = this.#waiting.length; left > 0; left -= maxBatchSize) {
      const batch = this.#waiting.splice(0, Math.min(left, maxBatchSize))
      if (!(await this.#write(batch))) break
    }
    if (this.#waiting.length > 0) this.#wait()
  }

  async #write(batch: Row[]): Promise<boolean> {
    try {
      await this.#options.write(batch)
      this.#isFailing = false
      return true
    } catch (error) {
      this.#fail(batch, error)
      return false
    }
  }

  /** Keeps the rows for another try while there is room, unless the rows themselves are at fault. */
  #fail(batch: Row[], error: unknown): void {
    const { log, name, onDropped } = this.#options
    const isAway = unavailable(error) !== error
    if (!this.#isFailing) log.warn(describeFailure(error), `the ${name} cannot be written`)
    this.#isFailing = true
    const room = isAway ? MAX_WAITING - this.#waiting.length : 0
    this.#waiting = [...batch.slice(0, room), ...this.#waiting]
    onDropped(Math.max(0, batch.length - room))
  }
}
