// Extended public keys (BIP32) in the spellings that wallets export: xpub and zpub of the main network, tpub and vpub of
// the test networks. All addresses of a branch come from such a key, and it cannot spend from them.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'

export type ExtendedKey = {
  /** Addresses are derived from child 0, 1, 2 … of this branch. */
  branch: HDKey
  isTest: boolean
  /** Names the key in the database and the log. */
  id: string
}

/** Version bytes by prefix (SLIP-132). Each stands for the pair, although only the public half is ever accepted. */
const versions: Record<string, { private: number; public: number; isTest: boolean }> = {
  xpub: { private: 0x0488ade4, public: 0x0488b21e, isTest: false },
  zpub: { private: 0x04b2430c, public: 0x04b24746, isTest: false },
  tpub: { private: 0x04358394, public: 0x043587cf, isTest: true },
  vpub: { private: 0x045f18bc, public: 0x045f1cf6, isTest: true },
}

const ACCOUNT_DEPTH = 3

/** Anything that could spend: extended private keys, raw keys, WIF, keys of solana wallets, words of a seed. */
export function looksPrivate(text: string): boolean {
  return (
    /^[a-z]prv/i.test(text) ||
    /^(0x)?[0-9a-f]{64}([0-9a-f]{64})?$/i.test(text) ||
    /^[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(text) ||
    /^[1-9A-HJ-NP-Za-km-z]{86,88}$/.test(text) ||
    /^\[\s*\d+(\s*,\s*\d+){31,}/.test(text) ||
    text.split(/\s+/).length >= 12
  )
}

/** The receiving branch of an account's key (m/…'/…'/…'), or of the branch itself; undefined when it is neither. */
export function parseExtendedKey(text: string, prefixes: readonly string[]): ExtendedKey | undefined {
  const version = versions[text.slice(0, 4)]
  if (!version || !prefixes.includes(text.slice(0, 4))) return undefined
  const key = readKey(text, version)
  if (!key || key.privateKey || (key.depth !== ACCOUNT_DEPTH && key.depth !== ACCOUNT_DEPTH + 1)) return undefined
  const branch = key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key
  const identity = new Uint8Array([...branch.publicKey!, ...branch.chainCode!])
  return { branch, isTest: version.isTest, id: bytesToHex(sha256(identity)).slice(0, 16) }
}

function readKey(text: string, version: { private: number; public: number }): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(text, version)
  } catch {
    return undefined
  }
}

/** The compressed public key at an index of the branch. */
export function publicKeyAt(key: ExtendedKey, index: number): Uint8Array {
  return key.branch.deriveChild(index).publicKey!
}
