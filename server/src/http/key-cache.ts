// Resolves API keys from memory. An entry is trusted for less than a second, so a revoked key stops
// within one; it is refreshed in the background before that, so a busy key never waits.

import { findWorkspacesByKeys, hashKey, KEY_PATTERN, touchApiKeys } from '../accounts/api-keys.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { BatchedRead } from '../database/read-batch.ts'
import type { Uuid } from '../ids.ts'

const TRUSTED_MS = 900
const REFRESH_MS = 400
const MOST_ENTRIES = 20_000
const NOTE_USE_MS = 60_000
const NOTE_TOGETHER_MS = 200

type Entry = { workspace: Workspace | undefined; readAt: number; refreshing: boolean }

export class KeyCache {
  readonly #sql: Sql
  readonly #entries = new Map<string, Entry>()
  readonly #notedUse = new Map<string, number>()
  #generation = 0
  readonly #loading = new Map<string, Promise<Workspace | undefined>>()

  /** Keys that are asked for together are looked up together: with thousands of them each comes about once a second. */
  readonly #lookup: BatchedRead<string, Workspace>
  readonly #toNote = new Set<string>()
  #noting: NodeJS.Timeout | undefined

  constructor(sql: Sql) {
    this.#sql = sql
    this.#lookup = new BatchedRead(async (hashes) => {
      const found = await findWorkspacesByKeys(sql, hashes)
      return hashes.map((hash) => found.get(hash))
    })
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

  /** For a key whose workspace has been replaced elsewhere. */
  forget(key: string): void {
    this.#generation += 1
    this.#entries.delete(key)
  }

  /** For every key of a workspace that has just been replaced here. */
  forgetWorkspace(id: Uuid): void {
    this.#generation += 1
    for (const [key, entry] of this.#entries) if (entry.workspace?.id === id) this.#entries.delete(key)
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
    const generation = this.#generation
    const hash = hashKey(key).toString('hex')
    const workspace = await this.#lookup.get(hash)
    // What was asked before a reset may have been answered with the old workspace: ask again.
    if (generation !== this.#generation) return this.#read(key)
    if (workspace) this.#noteUse(key, hash)
    this.#entries.delete(key)
    this.#entries.set(key, { workspace, readAt, refreshing: false })
    // The oldest entry goes first: a Map keeps the order of insertion.
    if (this.#entries.size > MOST_ENTRIES) this.#entries.delete(this.#entries.keys().next().value!)
    return workspace
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
    touchApiKeys(this.#sql, hashes, new Date()).catch(() => {}) // the next minute brings another chance
  }
}
