import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { VaultError } from './vault-error.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const FORMAT = 0x01
const HEADER_BYTES = 5

/**
 * AES-256-GCM: iv ‖ ciphertext ‖ tag. The iv is random, which NIST SP 800-38D allows for 2^32 values under one key.
 * `rotate` makes a new key long before that.
 */
export function encrypt(key: KeyObject, plaintext: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(aad))
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return Buffer.concat([iv, ciphertext, cipher.getAuthTag()])
}

export function decrypt(key: KeyObject, encrypted: Buffer, aad: string): Buffer {
  if (encrypted.length < IV_BYTES + TAG_BYTES) throw new VaultError('malformed', 'an encrypted value is too short')
  const tagStart = encrypted.length - TAG_BYTES
  const iv = encrypted.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(aad)).setAuthTag(encrypted.subarray(tagStart))
  const plaintext = decipher.update(encrypted.subarray(IV_BYTES, tagStart))
  try {
    decipher.final() // nothing may leave this function before the tag is checked
  } catch {
    throw new VaultError('not_authentic', 'an encrypted value was changed, moved to another place or cut off')
  }
  return plaintext
}

/** A sealed value names its data key: 0x01 ‖ key id (4 bytes, big-endian) ‖ iv ‖ ciphertext ‖ tag. */
export function sealWith(keyId: number, key: KeyObject, plaintext: Uint8Array, aad: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header[0] = FORMAT
  header.writeUInt32BE(keyId, 1)
  return Buffer.concat([header, encrypt(key, plaintext, aad)])
}

export function keyIdOf(sealed: Buffer): number {
  if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT) {
    throw new VaultError('malformed', 'not a sealed value of a format this version knows')
  }
  return sealed.readUInt32BE(1)
}

export function openWith(key: KeyObject, sealed: Buffer, aad: string): Buffer {
  return decrypt(key, sealed.subarray(HEADER_BYTES), aad)
}
