// The settings of an operator: public keys and an address pool of a wallet that only the test knows.

import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { HDKey } from '@scure/bip32'
import { makeSolanaPool } from '../../src/currencies/addresses/solana-pool.ts'

const POOL_SIZE = 150
const vpub = { private: 0x045f18bc, public: 0x045f1cf6 }

/** The wallet as environment variables of the service. */
export function walletVariables(): { BTC_XPUB: string; ETH_XPUB: string; SOL_ADDRESS_POOL: string } {
  const seed = randomBytes(32)
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-chains-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  const file = join(folder, 'pool.json')
  writeFileSync(file, JSON.stringify(makeSolanaPool(seed, 0, POOL_SIZE)))
  return {
    BTC_XPUB: HDKey.fromMasterSeed(seed, vpub).derive("m/84'/1'/0'").publicExtendedKey,
    ETH_XPUB: HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").publicExtendedKey,
    SOL_ADDRESS_POOL: file,
  }
}
