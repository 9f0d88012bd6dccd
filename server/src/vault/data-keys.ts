import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { VERIFICATION_KEY_BYTES } from './cvv2.ts'
import type { KeyProvider } from './key-provider.ts'
import { VaultError } from './vault-error.ts'

export type DataKeyRow = { id: number; purpose: string; wrapped: Buffer; masterVersion: number }

export interface DataKeyStore {
  load(): Promise<DataKeyRow[]>
  /**
   * `if-none` inserts a key unless the purpose already has one; `newest` always inserts. Both return all rows after
   * that. Concurrent callers must get the same rows, so an implementation runs one transaction under a lock and calls
   * `make` inside it.
   */
  add(purpose: string, make: (id: number) => NewDataKey, mode: 'if-none' | 'newest'): Promise<DataKeyRow[]>
  /** Stores `wrapped` and `masterVersion` of all these rows or of none, under the same lock as `add`. */
  rewrap(rows: DataKeyRow[]): Promise<void>
}

export type NewDataKey = { wrapped: Buffer; masterVersion: number }

const KEY_BYTES = { seal: 32, index: 32, permutation: 32, cvk: VERIFICATION_KEY_BYTES, fingerprint: 32, audit: 32 }
export type Purpose = keyof typeof KEY_BYTES
export const PURPOSES = Object.keys(KEY_BYTES) as Purpose[]

export function isPurpose(purpose: string): purpose is Purpose {
  return Object.hasOwn(KEY_BYTES, purpose)
}

export function makeDataKey(provider: KeyProvider, purpose: Purpose, id: number): NewDataKey {
  const bytes = randomBytes(KEY_BYTES[purpose])
  if (purpose === 'cvk') setOddParity(bytes)
  return wrapBytes(provider, { id, purpose }, bytes)
}

export function unwrapDataKey(provider: KeyProvider, row: DataKeyRow & { purpose: Purpose }): KeyObject {
  const bytes = unwrapBytes(provider, row)
  if (bytes.length !== KEY_BYTES[row.purpose]) {
    throw new VaultError('data_key_damaged', `${nameOf(row)} has the wrong length`)
  }
  return takeKey(bytes)
}

/** Throws when the master key does not open one of these keys. Keys of a purpose that this version does not know are left out. */
export function checkMasterKey(provider: KeyProvider, rows: readonly DataKeyRow[]): void {
  for (const row of rows) if (isPurpose(row.purpose)) unwrapDataKey(provider, { ...row, purpose: row.purpose })
}

export function rewrapDataKey(provider: KeyProvider, row: DataKeyRow): DataKeyRow {
  return { ...row, ...wrapBytes(provider, row, unwrapBytes(provider, row)) }
}

type DataKeyName = Pick<DataKeyRow, 'id' | 'purpose'>

/**
 * The context is authenticated with the wrapped bytes, so that a key cannot be used in place of another or for another
 * purpose.
 */
function contextOf({ id, purpose }: DataKeyName): string {
  return `cardwright data key:${purpose}:${id}`
}

function wrapBytes(provider: KeyProvider, name: DataKeyName, bytes: Buffer): NewDataKey {
  const { version, wrapped } = provider.wrap(bytes, contextOf(name))
  bytes.fill(0)
  return { wrapped, masterVersion: version }
}

function unwrapBytes(provider: KeyProvider, row: DataKeyRow): Buffer {
  try {
    return provider.unwrap(row.masterVersion, row.wrapped, contextOf(row))
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    const by = `master key version ${row.masterVersion}`
    if (error.code === 'master_key_unknown') {
      const cure = 'give the master key this database was made with'
      throw new VaultError('master_key_unknown', `${nameOf(row)} is wrapped by ${by}, which is not at hand; ${cure}`)
    }
    throw new VaultError('data_key_damaged', `${nameOf(row)} does not open under ${by}: restore its row, or that key`)
  }
}

function nameOf({ id, purpose }: DataKeyName): string {
  return `data key ${id} (${purpose})`
}

function takeKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}

/** DES ignores the lowest bit of each byte, but hardware modules refuse to import a key whose parity is not odd. */
function setOddParity(bytes: Buffer): void {
  for (const [i, byte] of bytes.entries()) {
    const ones = (byte >>> 1).toString(2).replaceAll('0', '').length
    bytes[i] = (byte & 0xfe) | (ones % 2 === 0 ? 1 : 0)
  }
}
