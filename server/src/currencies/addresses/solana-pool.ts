// Solana addresses cannot be derived from a public key, since ed25519 has only hardened children (SLIP-10). An operator
// makes a pool of them offline, where the seed is. The service gets the list, signed by a key of the same seed.

import { createHmac, pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

const FORMAT = 'cardwright solana address pool, version 1'
const PATH = "m/44'/501'/{index}'/0'"
// Far above any account that a wallet uses. This key signs pools and receives nothing.
const SIGNER = [44, 501, 0x7fffffff, 0]
export const MAX_ADDRESSES = 100_000

export type SolanaPool = {
  format: string
  path: string
  signer: string
  first: number
  addresses: string[]
  signature: string
}

/** The message says what is wrong with a pool and never repeats what is in it. */
export class PoolError extends Error {}

/** `seed` is the wallet's, of 16 to 64 bytes. */
export function makeSolanaPool(seed: Uint8Array, first: number, count: number): SolanaPool {
  const signer = secretAt(seed, SIGNER)
  const addresses = Array.from({ length: count }, (_, n) => solanaAddress(seed, first + n))
  const pool = { format: FORMAT, path: PATH, signer: base58.encode(ed25519.getPublicKey(signer)), first, addresses }
  return { ...pool, signature: base58.encode(ed25519.sign(signedBytes(pool), signer)) }
}

export function solanaAddress(seed: Uint8Array, index: number): string {
  return base58.encode(ed25519.getPublicKey(secretAt(seed, [44, 501, index, 0])))
}

/** SLIP-10: every step is hardened. */
export function secretAt(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(step + 0x80000000, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return new Uint8Array(node.subarray(0, 32))
}

/** BIP39: the words and the passphrase make the seed. Only the resulting addresses show whether they were right. */
export function seedOfWords(words: string, passphrase: string): Uint8Array {
  const text = words.trim().split(/\s+/).join(' ').normalize('NFKD')
  return new Uint8Array(pbkdf2Sync(text, `mnemonic${passphrase}`.normalize('NFKD'), 2048, 64, 'sha512'))
}

function signedBytes({ format, path, signer, first, addresses }: Omit<SolanaPool, 'signature'>): Uint8Array {
  return utf8ToBytes([format, path, signer, first, addresses.length, ...addresses].join('\n'))
}

export function readSolanaPool(text: string): SolanaPool {
  const pool = parse(text)
  if (pool?.format !== FORMAT || pool.path !== PATH) throw new PoolError('is not a pool made by: addresses pool')
  const { first, addresses } = pool
  const isWhole =
    Number.isSafeInteger(first) &&
    first >= 0 &&
    Array.isArray(addresses) &&
    addresses.length > 0 &&
    addresses.length <= MAX_ADDRESSES &&
    addresses.every(isAddress) &&
    isAddress(pool.signer)
  if (!isWhole || new Set(addresses).size !== addresses.length)
    throw new PoolError('holds something that is no address')
  if (!isSigned(pool)) throw new PoolError('was changed after it was signed')
  return pool
}

function parse(text: string): SolanaPool | undefined {
  try {
    return JSON.parse(text) as SolanaPool
  } catch {
    return undefined
  }
}

function isAddress(text: unknown): boolean {
  try {
    return typeof text === 'string' && base58.decode(text).length === 32
  } catch {
    return false
  }
}

function isSigned(pool: SolanaPool): boolean {
  try {
    return ed25519.verify(base58.decode(pool.signature), signedBytes(pool), base58.decode(pool.signer))
  } catch {
    return false
  }
}
