// The address that a standard output script pays to, in its canonical spelling.

import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'

export type AddressPrefixes = { bech32: string; publicKeyHash: number; scriptHash: number }

const main: AddressPrefixes = { bech32: 'bc', publicKeyHash: 0x00, scriptHash: 0x05 }
const testing: AddressPrefixes = { bech32: 'tb', publicKeyHash: 0x6f, scriptHash: 0xc4 }

export const MAIN_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

/**
 * The genesis block tells which network it is, not the configuration. All test networks use one spelling here, that of test
 * wallets' keys (vpub); regtest's own prefix `bcrt` would stand for the same scripts.
 */
export function prefixesOf(genesisHash: string): AddressPrefixes {
  return genesisHash === MAIN_GENESIS ? main : testing
}

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** undefined for a script that has no address: data, bare keys, bare multisig, anything unknown. */
export function addressOf(script: Buffer, prefixes: AddressPrefixes): string | undefined {
  const witness = witnessProgram(script)
  if (witness) {
    const { version, program } = witness
    const spelling = version === 0 ? bech32 : bech32m
    return spelling.encode(prefixes.bech32, [version, ...spelling.toWords(program)])
  }
  // OP_DUP OP_HASH160 <20> … OP_EQUALVERIFY OP_CHECKSIG
  if (script.length === 25 && script.readUIntBE(0, 3) === 0x76a914 && script.readUInt16BE(23) === 0x88ac) {
    return base58check.encode(Buffer.from([prefixes.publicKeyHash, ...script.subarray(3, 23)]))
  }
  // OP_HASH160 <20> … OP_EQUAL
  if (script.length === 23 && script.readUInt16BE(0) === 0xa914 && script[22] === 0x87) {
    return base58check.encode(Buffer.from([prefixes.scriptHash, ...script.subarray(2, 22)]))
  }
  return undefined
}

/** OP_0 or OP_1…OP_16 and one push of 2 to 40 bytes; version 0 is of 20 or 32. */
function witnessProgram(script: Buffer): { version: number; program: Buffer } | undefined {
  if (script.length < 4 || script.length > 42 || script[1] !== script.length - 2) return undefined
  const opcode = script[0]!
  const version = opcode === 0 ? 0 : opcode >= 0x51 && opcode <= 0x60 ? opcode - 0x50 : undefined
  const program = script.subarray(2)
  if (version === undefined || (version === 0 && program.length !== 20 && program.length !== 32)) return undefined
  return { version, program }
}
