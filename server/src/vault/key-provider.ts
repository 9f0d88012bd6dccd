import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { decrypt, encrypt } from './envelope.ts'
import { VaultError } from './vault-error.ts'

/** Holds the master keys. The rest of the vault sees only wrapped data keys, so a KMS can implement this. */
export interface KeyProvider {
  readonly currentVersion: number
  wrap(plaintext: Buffer, context: string): { version: number; wrapped: Buffer }
  /** Throws VaultError: `master_key_unknown` for an unknown version, `not_authentic` for a wrong key or context. */
  unwrap(version: number, wrapped: Buffer, context: string): Buffer
  /** Reads the master keys again: another process may have rotated them. */
  reload(): void
}

export const MASTER_KEY_BYTES = 32

/** Undefined unless the text is exactly base64 of 32 bytes: lenient parsing would accept a truncated key. */
export function parseMasterKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === MASTER_KEY_BYTES && bytes.toString('base64') === text ? createSecretKey(bytes) : undefined
}

export function unwrapWith(keys: ReadonlyMap<number, KeyObject>, version: number, wrapped: Buffer, context: string) {
  const key = keys.get(version)
  if (!key) throw new VaultError('master_key_unknown', `master key version ${version} is not at hand`)
  return decrypt(key, wrapped, context)
}

/** One master key from the environment. To replace it, move it into a key file under its version and rotate there. */
export function masterKeyFromBase64(text: string): KeyProvider {
  const key = parseMasterKey(text)
  if (!key) {
    const cure = 'make one with: openssl rand -base64 32'
    throw new VaultError('master_key_invalid', `CARDWRIGHT_MASTER_KEY is not base64 of 32 bytes; ${cure}`)
  }
  const version = versionOf(key)
  const keys = new Map([[version, key]])
  return {
    currentVersion: version,
    wrap: (plaintext, context) => ({ version, wrapped: encrypt(key, plaintext, context) }),
    unwrap: (wrappedBy, wrapped, context) => unwrapWith(keys, wrappedBy, wrapped, context),
    reload: () => {},
  }
}

/**
 * The version is derived from the key, so that a changed key is reported as another version instead of as damaged data.
 * 31 bits fit PostgreSQL's integer; using only 30 leaves room for further versions in a key file. A hash of 256 random
 * bits reveals nothing about the key.
 */
function versionOf(key: KeyObject): number {
  const digest = createHash('sha256').update('cardwright master key version').update(key.export()).digest()
  return (digest.readUInt32BE(0) >>> 2) + 1
}
