import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { type ExtendedKey, publicKeyAt } from './extended-key.ts'

/** Pay to witness public key hash (BIP84, BIP173), in lower case. */
export function bitcoinAddress(key: ExtendedKey, index: number): string {
  return witnessAddress(ripemd160(sha256(publicKeyAt(key, index))), key.isTest)
}

/** Version 0 and a program of twenty bytes. Every chain but the main one uses the prefix `tb`. */
export function witnessAddress(program: Uint8Array, isTest: boolean): string {
  return bech32.encode(isTest ? 'tb' : 'bc', [0, ...bech32.toWords(program)])
}
