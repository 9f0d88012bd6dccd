import { type DataKeyStore, rewrapDataKey } from './data-keys.ts'
import type { KeyProvider } from './key-provider.ts'
import { VaultError } from './vault-error.ts'

const MAX_PASSES = 5

/**
 * Wraps every data key, of every purpose, under the current master key. It checks again after each pass, because a
 * process that is starting may have added a key under the old master key, which the caller may drop next.
 */
export async function rewrapDataKeys(provider: KeyProvider, store: DataKeyStore): Promise<number> {
  const rewrapped = new Set<number>()
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const rows = await store.load()
    provider.reload()
    const old = rows.filter((row) => row.masterVersion !== provider.currentVersion)
    if (old.length === 0) return rewrapped.size
    await store.rewrap(old.map((row) => rewrapDataKey(provider, row)))
    for (const row of old) rewrapped.add(row.id)
  }
  throw new VaultError('rotation_incomplete', 'data keys keep coming under an old master key; stop other rotations')
}
