import { createHash, randomBytes } from 'node:crypto'
import { base58, bech32 } from '@scure/base'
import type { Watched } from '../../src/chains/chain-reader.ts'

/** Tells the reader which addresses are watched; `asked` records the lookups. */
export function watching(...addresses: string[]): Watched & { asked: string[][] } {
  const ours = new Set(addresses)
  const asked: string[][] = []
  const watched = async (candidates: string[]) => {
    asked.push(candidates)
    return new Set(candidates.filter((address) => ours.has(address)))
  }
  return Object.assign(watched, { asked })
}

export function newBitcoinAddress(): string {
  return bech32.encode('tb', [
    0,
    ...bech32.toWords(createHash('sha256').update(randomBytes(8)).digest().subarray(0, 20)),
  ])
}

export function newEthereumAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`
}

export function newSolanaAddress(): string {
  return base58.encode(randomBytes(32))
}
