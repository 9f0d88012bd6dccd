import { setImmediate as turn } from 'node:timers/promises'
import type { DataKeyRow, DataKeyStore } from '../../src/vault/vault.ts'

/**
 * The table in memory, for the tests in this folder. Like the real table it answers asynchronously, so that callers
 * interleave, returns copies, and admits one writer at a time.
 */
export class MemoryDataKeyStore implements DataKeyStore {
  rows: DataKeyRow[] = []
  loads = 0
  #lock: Promise<unknown> = Promise.resolve()

  async load(): Promise<DataKeyRow[]> {
    this.loads++
    await turn()
    const rows = structuredClone(this.rows).map((row) => ({ ...row, wrapped: Buffer.from(row.wrapped) }))
    await turn()
    return rows
  }

  add: DataKeyStore['add'] = (purpose, make, mode) =>
    this.#locked(() => {
      const id = (this.rows.at(-1)?.id ?? 0) + 1
      const exists = this.rows.some((row) => row.purpose === purpose)
      if (mode === 'newest' || !exists) this.rows.push({ id, purpose, ...make(id) })
      return this.load()
    })

  rewrap(rows: DataKeyRow[]): Promise<void> {
    return this.#locked(async () => {
      for (const row of rows) Object.assign(this.rows.find(({ id }) => id === row.id)!, row)
    })
  }

  #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lock.then(turn).then(work)
    this.#lock = result.catch(() => {})
    return result
  }
}
