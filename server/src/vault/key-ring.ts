import type { KeyObject } from 'node:crypto'
import {
  type DataKeyRow,
  type DataKeyStore,
  isPurpose,
  makeDataKey,
  PURPOSES,
  type Purpose,
  unwrapDataKey,
} from './data-keys.ts'
import type { KeyProvider } from './key-provider.ts'
import { VaultError } from './vault-error.ts'

export type DataKey = { id: number; key: KeyObject }

const MAX_TRIES = 3

/** The unwrapped data keys of this process. Keys are only added: a key never changes its id or its bytes. */
export class KeyRing {
  readonly #provider: KeyProvider
  readonly #store: DataKeyStore
  readonly #keys = new Map<Purpose, Map<number, KeyObject>>(PURPOSES.map((purpose) => [purpose, new Map()]))
  readonly #newest = new Map<Purpose, DataKey>()
  readonly reload: () => Promise<void>

  constructor(provider: KeyProvider, store: DataKeyStore) {
    this.#provider = provider
    this.#store = store
    this.reload = shared(async () => this.#take(await store.load()))
  }

  find(purpose: Purpose, id: number): KeyObject | undefined {
    return this.#keys.get(purpose)!.get(id)
  }

  get(purpose: Purpose, id: number): KeyObject {
    const key = this.find(purpose, id)
    if (!key) throw new VaultError('unknown_key', `there is no ${purpose} key ${id}`)
    return key
  }

  newest(purpose: Purpose): DataKey {
    const newest = this.#newest.get(purpose)
    if (!newest) throw new VaultError('unknown_key', `there is no ${purpose} key`)
    return newest
  }

  /** Existing keys must be unwrapped first (`reload`), so that nothing new is made with a wrong master key. */
  async makeMissing(): Promise<void> {
    for (const purpose of PURPOSES) {
      if (!this.#newest.has(purpose)) await this.add(purpose, 'if-none')
    }
  }

  async add(purpose: Purpose, mode: 'if-none' | 'newest'): Promise<void> {
    const make = (id: number) => {
      this.#provider.reload() // inside the store's lock, to wrap under the current master key
      return makeDataKey(this.#provider, purpose, id)
    }
    await this.#take(await this.#store.add(purpose, make, mode))
  }

  /** Rows and master keys are read one after the other. When a rotation happened in between, both are read again. */
  async #take(rows: DataKeyRow[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      this.#provider.reload()
      try {
        for (const row of rows) this.#unwrap(row)
        return
      } catch (error) {
        const outdated = error instanceof VaultError && error.code === 'master_key_unknown'
        if (!outdated || tries === MAX_TRIES) throw error
        rows = await this.#store.load()
      }
    }
  }

  #unwrap(row: DataKeyRow): void {
    const { id, purpose } = row
    if (!isPurpose(purpose) || this.find(purpose, id)) return // a newer release may have purposes unknown to this one
    const key = unwrapDataKey(this.#provider, { ...row, purpose })
    this.#keys.get(purpose)!.set(id, key)
    if (id > (this.#newest.get(purpose)?.id ?? 0)) this.#newest.set(purpose, { id, key })
  }
}

/**
 * After a rotation many requests need the new key at once, and one read of the store serves them all. A caller that
 * arrives during a read waits for the next one, because the current one may have begun before the caller's key was
 * stored.
 */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return next ?? start()
    next ??= running.then(start, start)
    return next
  }
}
