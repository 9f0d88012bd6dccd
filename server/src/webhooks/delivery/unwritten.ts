// The deliveries that this worker has sent and whose outcome is not committed yet. Their rows still say "pending", so a read of
// due rows must leave them out, or they would be sent twice.

import type { Uuid } from '../../ids.ts'

export class Unwritten {
  /** The bucket of each delivery, including deliveries of endpoints that were closed in the meantime. */
  readonly #buckets = new Map<Uuid, number>()
  /** For each read that is under way, the deliveries that were written since it began. */
  readonly #reads = new Set<Set<Uuid>>()

  /** The buckets that must not be given to another worker yet. */
  get buckets(): Set<number> {
    return new Set(this.#buckets.values())
  }

  add(id: Uuid, bucket: number): void {
    this.#buckets.set(id, bucket)
  }

  written(id: Uuid): void {
    this.#buckets.delete(id)
    for (const written of this.#reads) written.add(id)
  }

  /**
   * Reads rows, and returns with them which deliveries were ours during the read. What is unwritten afterwards is not enough:
   * a row may be read as pending while its outcome commits before the rows arrive here.
   */
  async during<Rows>(read: () => Promise<Rows>): Promise<{ rows: Rows; isOurs: (id: Uuid) => boolean }> {
    const written = new Set<Uuid>()
    this.#reads.add(written)
    const rows = await read().finally(() => this.#reads.delete(written))
    return { rows, isOurs: (id) => this.#buckets.has(id) || written.has(id) }
  }
}
