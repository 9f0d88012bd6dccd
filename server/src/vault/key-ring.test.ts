import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { MemoryDataKeyStore } from '../../test/vault/memory-data-key-store.ts'
import { masterKeyFromBase64 } from './key-provider.ts'
import { openVault, VaultError } from './vault.ts'
import type { VaultErrorCode } from './vault-error.ts'

const newMaster = () => masterKeyFromBase64(randomBytes(32).toString('base64'))
const hasCode = (code: VaultErrorCode) => (error: unknown) => error instanceof VaultError && error.code === code
const AAD = 'card:ws_1:card_1'
const PAN = '4111111111111111'

async function newVault() {
  const store = new MemoryDataKeyStore()
  const master = newMaster()
  return { store, master, vault: await openVault(master, store) }
}

test('the first start creates one key for each purpose, and later starts create none', async () => {
  const { store, master } = await newVault()
  const purposes = store.rows.map((row) => row.purpose)
  assert.deepEqual(purposes.sort(), ['audit', 'cvk', 'fingerprint', 'index', 'permutation', 'seal'])
  await openVault(master, store)
  assert.equal(store.rows.length, 6)
})

test('processes that start together on an empty database agree on the keys', async () => {
  const store = new MemoryDataKeyStore()
  const master = newMaster()
  const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(master, store)))
  assert.equal(store.rows.length, 6)
  assert.equal(new Set(vaults.map((vault) => vault.blindIndex(PAN).toString('hex'))).size, 1)
  const sealed = vaults[0]!.seal('x', AAD)
  for (const vault of vaults) assert.equal((await vault.open(sealed, AAD)).toString(), 'x')
})

test('an unknown key id is looked up once and then rejected', async () => {
  const { store, vault } = await newVault()
  const sealed = vault.seal(PAN, AAD)
  store.loads = 0
  await vault.open(sealed, AAD)
  assert.equal(store.loads, 0)
  sealed.writeUInt32BE(4_000_000_000, 1)
  await assert.rejects(vault.open(sealed, AAD), hasCode('unknown_key'))
  assert.equal(store.loads, 1)
})

test('many requests with a new key share one look-up', async () => {
  const { store, master, vault } = await newVault()
  const other = await openVault(master, store)
  await other.rotate()
  const sealed = other.seal(PAN, AAD)
  store.loads = 0
  const opened = await Promise.all(Array.from({ length: 100 }, () => vault.open(sealed, AAD)))
  assert.ok(
    opened.every((plaintext) => plaintext.toString() === PAN),
    'a value was not opened correctly',
  )
  assert.ok(store.loads <= 2, `${store.loads} loads`)
})

test('a look-up that started before the key was stored is repeated', { timeout: 10_000 }, async () => {
  const { store, master, vault } = await newVault()
  const other = await openVault(master, store)
  const unknown = vault.seal(PAN, AAD)
  unknown.writeUInt32BE(999, 1)
  const held = Promise.withResolvers<void>()
  const load = store.load
  store.load = async () => {
    store.load = load
    const rows = await store.load()
    await held.promise
    return rows
  }
  const early = assert.rejects(vault.open(unknown, AAD), hasCode('unknown_key'))
  await other.rotate()
  const late = vault.open(other.seal(PAN, AAD), AAD)
  held.resolve()
  const [plaintext] = await Promise.all([late, early])
  assert.equal(plaintext.toString(), PAN)
})

test('a failed look-up does not affect the next one', async () => {
  const { store, master, vault } = await newVault()
  const other = await openVault(master, store)
  await other.rotate()
  const sealed = other.seal(PAN, AAD)
  const load = store.load
  store.load = () => Promise.reject(new Error('connection lost'))
  const lost = await Promise.allSettled([vault.open(sealed, AAD), vault.open(sealed, AAD)])
  assert.ok(
    lost.every((result) => result.status === 'rejected' && result.reason.message === 'connection lost'),
    JSON.stringify(lost),
  )
  store.load = load
  assert.equal((await vault.open(sealed, AAD)).toString(), PAN)
})

test('the card verification key has odd parity, as hardware security modules require', async () => {
  const { store, master } = await newVault()
  const { id, wrapped, masterVersion } = store.rows.find(({ purpose }) => purpose === 'cvk')!
  const pair = master.unwrap(masterVersion, wrapped, `cardwright data key:cvk:${id}`)
  const ones = (byte: number) => byte.toString(2).replaceAll('0', '').length
  assert.ok(pair.length === 16 && pair.every((byte) => ones(byte) % 2 === 1), `${pair.length} bytes, or even parity`)
})

test('the vault does not open with a wrong master key and creates no keys', async () => {
  const { store } = await newVault()
  store.rows = store.rows.filter(({ purpose }) => purpose !== 'fingerprint')
  await assert.rejects(openVault(newMaster(), store), hasCode('master_key_unknown'))
  assert.equal(store.rows.length, 5)
})

test('a damaged or swapped data key is rejected', async () => {
  const { store, master } = await newVault()
  const [first, second] = store.rows
  const swapped = [{ ...first!, wrapped: second!.wrapped }, ...store.rows.slice(1)]
  const moved = [{ ...first!, id: 77 }, ...store.rows.slice(1)]
  const cut = [{ ...first!, wrapped: first!.wrapped.subarray(0, 20) }, ...store.rows.slice(1)]
  for (const rows of [swapped, moved, cut]) {
    store.rows = rows
    await assert.rejects(openVault(master, store), hasCode('data_key_damaged'))
  }
})

test('keys for purposes that this release does not know are kept and wrapped again with the others', async () => {
  const { store, master, vault } = await newVault()
  await store.add(
    'of-tomorrow',
    (id) => {
      const { version, wrapped } = master.wrap(Buffer.from('new'), `cardwright data key:of-tomorrow:${id}`)
      return { wrapped, masterVersion: version }
    },
    'newest',
  )
  await vault.rotate()
  await openVault(master, store)
  assert.equal(store.rows.length, 8)
})
