// The sources of production's deposit addresses: extended public keys, and the signed pool for solana. None of them can spend.

import { readFileSync } from 'node:fs'
import type { ChainConfig } from '../config/chain-config.ts'
import { ConfigError } from '../config/config-values.ts'
import { bitcoinAddress } from '../currencies/addresses/bitcoin-address.ts'
import { ethereumAddress } from '../currencies/addresses/ethereum-address.ts'
import type { ExtendedKey } from '../currencies/addresses/extended-key.ts'
import { PoolError, readSolanaPool, type SolanaPool } from '../currencies/addresses/solana-pool.ts'
import { type Network, networkCodes } from '../currencies/networks.ts'
import type { Database, Sql, Tx } from '../database/database.ts'

declare module '../services.ts' {
  interface Services {
    addresses: AddressBook
  }
}

export type AddressSource = {
  keyId: string
  /** The first index it can give, and the one after its last. */
  first: number
  end: number
  addressAt(index: number): string
}

export type AddressBook = Partial<Record<Network, AddressSource>>

/** Children of an extended key are numbered up to here; the rest are hardened, and need the private key. */
const MAX_CHILDREN = 2 ** 31

/** Reads and checks all sources once, at the start. */
export async function openAddressBook(config: ChainConfig, database: Database, now: Date): Promise<AddressBook> {
  const { btcKey, ethKey, solPoolFile } = config
  const pool = solPoolFile === undefined ? undefined : readPoolFile(solPoolFile)
  if (pool) await trustFirstSigner(database, pool.signer, now)
  return {
    ...(btcKey && { bitcoin: derived(btcKey, bitcoinAddress) }),
    ...(ethKey && { ethereum: derived(ethKey, ethereumAddress) }),
    ...(pool && { solana: pooled(pool) }),
  }
}

function derived(key: ExtendedKey, addressAt: (key: ExtendedKey, index: number) => string): AddressSource {
  return { keyId: key.id, first: 0, end: MAX_CHILDREN, addressAt: (index) => addressAt(key, index) }
}

function pooled({ signer, first, addresses }: SolanaPool): AddressSource {
  return { keyId: signer, first, end: first + addresses.length, addressAt: (index) => addresses[index - first]! }
}

export function readPoolFile(path: string): SolanaPool {
  try {
    return readSolanaPool(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as { code?: string }
    if (!(error instanceof PoolError) && code === undefined) throw error
    const why = error instanceof PoolError ? error.message : `cannot be read (${code})`
    throw new ConfigError(`SOL_ADDRESS_POOL: the file it names ${why}`)
  }
}

/** The signer of the first pool is trusted. A pool by another signer could send deposits to anyone, so an operator must approve it. */
async function trustFirstSigner(database: Database, signer: string, now: Date): Promise<void> {
  const known = await selectSigners(database.read)
  if (known.some((row) => row.key_id === signer)) return
  if (known.length > 0)
    throw new ConfigError(
      'SOL_ADDRESS_POOL is signed by another key than the pool before; if that is meant, run: npm run cardwright -- addresses trust FILE',
    )
  await database.transaction((tx) => insertSigner(tx, signer, now))
}

function selectSigners(sql: Sql) {
  return sql<{ key_id: string }[]>`select key_id from address_keys where network = ${networkCodes.solana}`
}

export function insertSigner(tx: Tx, signer: string, now: Date) {
  return tx`
    insert into address_keys (network, key_id, created_at) values (${networkCodes.solana}, ${signer}, ${now})
    on conflict do nothing`
}
