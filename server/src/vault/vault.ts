import { createHmac } from 'node:crypto'
import { cardNumbers, type NumberRange } from './card-number.ts'
import { cvv2, type Expiry, type VerificationKey, verificationKey } from './cvv2.ts'
import type { DataKeyStore } from './data-keys.ts'
import { keyIdOf, openWith, sealWith } from './envelope.ts'
import type { KeyProvider } from './key-provider.ts'
import { KeyRing } from './key-ring.ts'
import { rewrapDataKeys } from './rewrap-data-keys.ts'

export type { DataKeyRow, DataKeyStore } from './data-keys.ts'
export { VaultError } from './vault-error.ts'

declare module '../services.ts' {
  interface Services {
    vault: Vault
  }
}

export interface Vault {
  /**
   * The AAD names where the value is stored (`card:<workspace>:<card>`). A value that was moved elsewhere does not
   * open.
   */
  seal(plaintext: Buffer | string, aad: string): Buffer
  open(sealed: Buffer, aad: string): Promise<Buffer>
  /** An index to find a card by its number without storing a readable number: 32 bytes, equal for equal numbers. */
  blindIndex(pan: string): Buffer
  /** Counters start at 0. Past the end of the range it throws VaultError `bin_exhausted`. */
  cardNumber(range: NumberRange & { permutationVersion: number }, counter: bigint): string
  cvv2(pan: string, expiry: Expiry, cvkVersion: number): string
  /** A keyed hash. ('ab', 'c') and ('a', 'bc') have different hashes. */
  fingerprint(...parts: (string | Buffer)[]): Buffer
  /** Authenticates an entry or a head of the audit log. Its key is never replaced; `rotate` only wraps it again. */
  auditMac(...parts: (string | Buffer)[]): Buffer
  /** The key ids for new cards. A card keeps its ids, since its number and CVV2 depend on the keys. */
  currentVersions(): { permutation: number; cvk: number; index: number; seal: number }
  /**
   * Wraps every data key again, under the provider's current master key, and makes a new seal key. Other processes
   * continue to work. Only one rotation may run at a time: otherwise the slower one could wrap under a master key that
   * the faster one then drops.
   */
  rotate(): Promise<{ rewrapped: number }>
}

/**
 * Opens the data keys, and makes missing ones unless `makesMissing` is false. Fails when the master key does not belong
 * to the database.
 */
export async function openVault(
  provider: KeyProvider,
  store: DataKeyStore,
  { makesMissing = true }: { makesMissing?: boolean } = {},
): Promise<Vault> {
  const ring = new KeyRing(provider, store)
  await ring.reload()
  if (makesMissing) await ring.makeMissing()
  const numbersOf = new Map<string, (counter: bigint) => string>()
  const verificationKeys = new Map<number, VerificationKey>()

  return {
    seal(plaintext, aad) {
      const { id, key } = ring.newest('seal')
      return sealWith(id, key, typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext, aad)
    },
    async open(sealed, aad) {
      const id = keyIdOf(sealed)
      if (!ring.find('seal', id)) await ring.reload() // another process may have rotated
      return openWith(ring.get('seal', id), sealed, aad)
    },
    blindIndex: (pan) => createHmac('sha256', ring.newest('index').key).update(pan).digest(),
    cardNumber({ prefix, length, permutationVersion }, counter) {
      const make = () => cardNumbers(ring.get('permutation', permutationVersion), { prefix, length })
      return remembered(numbersOf, `${permutationVersion}:${prefix}:${length}`, make)(counter)
    },
    cvv2(pan, expiry, cvkVersion) {
      const make = () => verificationKey(ring.get('cvk', cvkVersion).export())
      return cvv2(remembered(verificationKeys, cvkVersion, make), pan, expiry)
    },
    // One call of `update`, because each call costs as much as hashing a hundred bytes.
    fingerprint: (...parts) => createHmac('sha256', ring.newest('fingerprint').key).update(withLengths(parts)).digest(),
    auditMac: (...parts) => createHmac('sha256', ring.newest('audit').key).update(withLengths(parts)).digest(),
    currentVersions: () => ({
      permutation: ring.newest('permutation').id,
      cvk: ring.newest('cvk').id,
      index: ring.newest('index').id,
      seal: ring.newest('seal').id,
    }),
    async rotate() {
      const rewrapped = await rewrapDataKeys(provider, store)
      await ring.add('seal', 'newest')
      return { rewrapped }
    },
  }
}

/** Each part follows its length, so that different lists of parts never give the same bytes. */
function withLengths(parts: (string | Buffer)[]): Buffer {
  const sizes = parts.map((part) => Buffer.byteLength(part))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, 0))
  let at = 0
  for (const [index, part] of parts.entries()) {
    at = bytes.writeUInt32BE(sizes[index]!, at)
    at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at)
  }
  return bytes
}

const MAX_REMEMBERED = 1000

/**
 * Caches ciphers, because setting one up costs more than using it. Far more entries than there are BINs mean misuse, so
 * the cache is then cleared instead of growing.
 */
function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key)
  if (found) return found
  const made = make()
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(key, made)
  return made
}
