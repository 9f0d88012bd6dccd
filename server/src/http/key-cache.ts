// Resolves API keys from memory. An entry is trusted for less than a second, so a revoked key stops
// within one; it is refreshed in the background before that, so a busy key never waits.

import { findWorkspaceByKey, hashKey, KEY_PATTERN } from '../accounts/api-keys.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'

const TRUSTED_MS = 900
const REFRESH_MS = 400
const MOST_ENTRIES = 20_000

type Entry = { workspace: Workspace | undefined; readAt: number; refreshing: boolean }

export class KeyCache {
  readonly #sql: Sql
  readonly #entries = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<Workspace | undefined>>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The workspace at once when it is known, a promise otherwise. */
  resolve(key: string): Workspace | undefined | Promise<Workspace | undefined> {
    const entry = this.#entries.get(key)
    const age = entry ? performance.now() - entry.readAt : Number.POSITIVE_INFINITY
    if (!entry || age > TRUSTED_MS) return KEY_PATTERN.test(key) && key.length <= 200 ? this.#load(key) : undefined
    if (age > REFRESH_MS && !entry.refreshing) {
      entry.refreshing = true
      this.#load(key).catch(() => {
        entry.refreshing = false
      })
    }
    return entry.workspace
  }

  /** For a key whose workspace has just been replaced. */
  forget(key: string): void {
    this.#entries.delete(key)
  }

  #load(key: string): Promise<Workspace | undefined> {
    let loading = this.#loading.get(key)
    if (!loading) {
      loading = this.#read(key).finally(() => this.#loading.delete(key))
      this.#loading.set(key, loading)
    }
    return loading
  }

  async #read(key: string): Promise<Workspace | undefined> {
    // Timed from before the query: the answer may be as old as the moment it was asked.
    const readAt = performance.now()
    const workspace = await findWorkspaceByKey(this.#sql, hashKey(key))
    this.#entries.delete(key)
    this.#entries.set(key, { workspace, readAt, refreshing: false })
    // The oldest entry goes first: a Map keeps the order of insertion.
    if (this.#entries.size > MOST_ENTRIES) this.#entries.delete(this.#entries.keys().next().value!)
    return workspace
  }
}
