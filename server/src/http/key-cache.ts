// Resolves API keys, from memory where it can, and notes that they are in use.

import { findWorkspacesByKeys, hashKey, KEY_PATTERN, touchApiKeys } from '../accounts/api-keys.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import { MOST_ENTRIES, WorkspaceCache } from './workspace-cache.ts'

const NOTE_USE_MS = 60_000
const NOTE_TOGETHER_MS = 200

export class KeyCache extends WorkspaceCache {
  readonly #write: Sql
  readonly #notedUse = new Map<string, number>()
  readonly #toNote = new Set<string>()
  #noting: NodeJS.Timeout | undefined

  constructor(sql: Sql, write: Sql) {
    // Keys that are asked for together are looked up together: with thousands of them each comes about once a second.
    const lookup = new BatchedRead<string, Workspace>(async (hashes) => {
      const found = await findWorkspacesByKeys(sql, hashes)
      return hashes.map((hash) => found.get(hash))
    })
    super(
      async (key) => {
        const hash = hashKey(key).toString('hex')
        const workspace = await lookup.get(hash)
        if (workspace) this.#noteUse(key, hash)
        return workspace
      },
      (key) => KEY_PATTERN.test(key) && key.length <= 200,
    )
    this.#write = write
  }

  /** Once a minute and key, together with others, and nobody waits for it. */
  #noteUse(key: string, hash: string): void {
    const now = Date.now()
    if (now - (this.#notedUse.get(key) ?? 0) < NOTE_USE_MS) return
    if (this.#notedUse.size > MOST_ENTRIES) this.#notedUse.clear()
    this.#notedUse.set(key, now)
    this.#toNote.add(hash)
    this.#noting ??= setTimeout(() => this.#note(), NOTE_TOGETHER_MS).unref()
  }

  #note(): void {
    this.#noting = undefined
    const hashes = [...this.#toNote]
    this.#toNote.clear()
    touchApiKeys(this.#write, hashes, new Date()).catch(() => {}) // the next minute brings another chance
  }
}
