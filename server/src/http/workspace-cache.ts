// Remembers the workspace of a credential. An entry is trusted for less than a second, so a revoked credential stops working
// within a second. It is refreshed in the background before that, so a busy credential never waits.

import type { Workspace } from '../accounts/workspace.ts'
import type { Uuid } from '../ids.ts'

const TRUSTED_MS = 900
const REFRESH_MS = 400
const MAX_ENTRIES = 20_000

type Entry = { workspace: Workspace | undefined; readAt: number; refreshing: boolean }

export class WorkspaceCache {
  readonly #look: (credential: string) => Promise<Workspace | undefined>
  readonly #entries = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<Workspace | undefined>>()
  readonly #isPlausible: (credential: string) => boolean
  #generation = 0

  /** An implausible credential is neither looked up nor remembered, or anybody could fill the memory. */
  constructor(
    look: (credential: string) => Promise<Workspace | undefined>,
    isPlausible: (credential: string) => boolean = () => true,
  ) {
    this.#look = look
    this.#isPlausible = isPlausible
  }

  /** The workspace at once when it is known, a promise otherwise. */
  resolve(credential: string): Workspace | undefined | Promise<Workspace | undefined> {
    const entry = this.#entries.get(credential)
    const age = entry ? performance.now() - entry.readAt : Number.POSITIVE_INFINITY
    if (!entry || age > TRUSTED_MS) return this.#isPlausible(credential) ? this.#load(credential) : undefined
    if (age > REFRESH_MS && !entry.refreshing) {
      entry.refreshing = true
      this.#load(credential).catch(() => {
        entry.refreshing = false
      })
    }
    return entry.workspace
  }

  forget(credential: string): void {
    this.#generation += 1
    this.#entries.delete(credential)
  }

  /** Forgets every credential of a workspace. */
  forgetWorkspace(id: Uuid): void {
    this.#generation += 1
    for (const [credential, entry] of this.#entries) if (entry.workspace?.id === id) this.#entries.delete(credential)
  }

  #load(credential: string): Promise<Workspace | undefined> {
    let loading = this.#loading.get(credential)
    if (!loading) {
      loading = this.#read(credential).finally(() => this.#loading.delete(credential))
      this.#loading.set(credential, loading)
    }
    return loading
  }

  async #read(credential: string): Promise<Workspace | undefined> {
    // Timed from before the query, since the answer may be as old as the query.
    const readAt = performance.now()
    const generation = this.#generation
    const workspace = await this.#look(credential)
    // A query from before a reset may have returned the old workspace, so ask again.
    if (generation !== this.#generation) return this.#read(credential)
    this.#entries.delete(credential)
    this.#entries.set(credential, { workspace, readAt, refreshing: false })
    // The oldest entry goes first: a Map keeps the order of insertion.
    if (this.#entries.size > MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value!)
    return workspace
  }
}
