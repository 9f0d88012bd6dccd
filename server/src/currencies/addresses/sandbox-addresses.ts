// Sandbox addresses have the right form, stay the same for a lineage, and belong to nobody. They come from a hash, so no
// private key exists for them, and nobody can spend what is sent there by mistake.

import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { witnessAddress } from './bitcoin-address.ts'

export function sandboxAddress(network: 'bitcoin' | 'ethereum' | 'solana', lineageId: string): string {
  if (network === 'bitcoin') return witnessAddress(hashOf(network, lineageId).subarray(0, 20), true)
  if (network === 'ethereum') return `0x${bytesToHex(hashOf(network, lineageId).subarray(0, 20))}`
  return base58.encode(pointOf(lineageId))
}

function hashOf(...parts: (string | number)[]): Uint8Array {
  return sha256(utf8ToBytes(['cardwright sandbox address', ...parts].join('\n')))
}

/** The first hash that is a point of the curve. Half of all strings are not, and wallets refuse those. */
function pointOf(lineageId: string): Uint8Array {
  for (let attempt = 0; ; attempt++) {
    const bytes = hashOf('solana', lineageId, attempt)
    if (isPoint(bytes)) return bytes
  }
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
