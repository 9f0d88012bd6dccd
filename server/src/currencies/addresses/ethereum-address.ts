import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type ExtendedKey, publicKeyAt } from './extended-key.ts'

/** The last twenty bytes of the hash of the key's point, as 0x and lower-case hex. */
export function ethereumAddress(key: ExtendedKey, index: number): string {
  const point = secp256k1.Point.fromBytes(publicKeyAt(key, index)).toBytes(false)
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`
}

/** The spelling that people see, with a checksum in upper and lower case (EIP-55). */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const letters = [...digits].map((digit, index) =>
    Number.parseInt(hash[index]!, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}
