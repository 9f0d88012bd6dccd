import { createCipheriv, type KeyObject } from 'node:crypto'

/**
 * Encrypts single blocks. In ECB mode blocks do not depend on each other, so one cipher object can be reused for ever:
 * 1.1 µs per block, against 2.4 µs with a new object for each. Use it only inside another construction (Feistel rounds,
 * the verification value) and never to hide data, because equal blocks stay equal in ECB.
 */
export function blockCipher(algorithm: 'aes-256-ecb' | 'des-ede3-ecb', key: KeyObject): (block: Buffer) => Buffer {
  const cipher = createCipheriv(algorithm, key, null).setAutoPadding(false)
  return (block) => cipher.update(block)
}
