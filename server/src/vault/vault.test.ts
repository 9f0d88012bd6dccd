import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { MemoryDataKeyStore } from '../../test/vault/memory-data-key-store.ts'
import { type KeyProvider, masterKeyFromBase64 } from './key-provider.ts'
import { passesLuhn } from './luhn.ts'
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

test('text and bytes can be sealed and opened', async () => {
  const { vault } = await newVault()
  for (const plaintext of ['', PAN, 'déjà vu', randomBytes(500)]) {
    assert.deepEqual(await vault.open(vault.seal(plaintext, AAD), AAD), Buffer.from(plaintext))
  }
  await assert.rejects(vault.open(vault.seal(PAN, AAD), 'card:ws_1:card_2'), hasCode('not_authentic'))
})

test('a flipped bit is rejected at every position', async () => {
  const { vault } = await newVault()
  await vault.rotate() // This creates a second seal key, whose id a flipped bit may hit.
  const sealed = vault.seal(PAN, AAD)
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const flipped = Buffer.from(sealed)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    await assert.rejects(vault.open(flipped, AAD), VaultError, `bit ${bit}`)
  }
})

test('a key for another purpose does not open a sealed value', async () => {
  const { vault } = await newVault()
  const sealed = vault.seal(PAN, AAD)
  sealed.writeUInt32BE(vault.currentVersions().index, 1)
  await assert.rejects(vault.open(sealed, AAD), hasCode('unknown_key'))
})

test('the blind index has 32 bytes, is stable over restarts and differs under another key', async () => {
  const { store, master, vault } = await newVault()
  const index = vault.blindIndex(PAN)
  assert.equal(index.length, 32)
  assert.deepEqual((await openVault(master, store)).blindIndex(PAN), index)
  assert.notDeepEqual(vault.blindIndex('4111111111111112'), index)
  assert.notDeepEqual((await newVault()).vault.blindIndex(PAN), index)
})

test('card numbers and CVV2 are the same after a restart and a rotation', async () => {
  const { store, master, vault } = await newVault()
  const { permutation, cvk } = vault.currentVersions()
  const range = { prefix: '41111122', length: 16, permutationVersion: permutation }
  const numbers = [0n, 1n, 2n].map((counter) => vault.cardNumber(range, counter))
  const values = numbers.map((number) => vault.cvv2(number, { month: 3, year: 2029 }, cvk))
  assert.ok(numbers.every(passesLuhn) && new Set(numbers).size === 3, numbers.join())
  assert.ok(
    values.every((value) => /^\d{3}$/.test(value)),
    values.join(),
  )
  await vault.rotate()
  for (const again of [vault, await openVault(master, store)]) {
    assert.deepEqual(again.currentVersions(), { ...vault.currentVersions(), permutation, cvk })
    assert.deepEqual(
      [0n, 1n, 2n].map((counter) => again.cardNumber(range, counter)),
      numbers,
    )
    assert.deepEqual(
      numbers.map((number) => again.cvv2(number, { month: 3, year: 2029 }, cvk)),
      values,
    )
  }
})

test('an exhausted range and an unknown key version are reported', async () => {
  const { vault } = await newVault()
  const { permutation, cvk, seal } = vault.currentVersions()
  const range = { prefix: '411111220', length: 11, permutationVersion: permutation }
  assert.throws(() => vault.cardNumber(range, 10n), hasCode('bin_exhausted'))
  assert.throws(() => vault.cardNumber({ ...range, permutationVersion: seal }, 0n), hasCode('unknown_key'))
  assert.throws(() => vault.cvv2(PAN, { month: 1, year: 2030 }, cvk + 100), hasCode('unknown_key'))
})

test('the parts of a fingerprint are separated', async () => {
  const { vault } = await newVault()
  const different = [[], [''], ['', ''], ['ab'], ['a', 'b'], ['', 'ab'], ['ab', ''], ['\0\0\0\x01a'], ['ba']]
  assert.equal(new Set(different.map((parts) => vault.fingerprint(...parts).toString('hex'))).size, different.length)
  assert.deepEqual(vault.fingerprint('é', 'x'), vault.fingerprint(Buffer.from('é'), Buffer.from('x')))
  assert.notDeepEqual(vault.fingerprint('a'), (await newVault()).vault.fingerprint('a'))
})

test('no error shows a key, a card number or a sealed value, however it is printed', async () => {
  const store = new MemoryDataKeyStore()
  const master = newMaster()
  const secrets = [Buffer.from(PAN), Buffer.from('what was sealed')]
  const wrap: KeyProvider['wrap'] = (plaintext, context) => {
    secrets.push(Buffer.from(plaintext))
    return master.wrap(plaintext, context)
  }
  const vault = await openVault({ ...master, wrap }, store)
  const { permutation, cvk } = vault.currentVersions()
  const sealed = vault.seal('what was sealed', AAD)
  const damaged = new MemoryDataKeyStore()
  damaged.rows = store.rows.map((row) => ({ ...row, id: row.id + 1 }))
  const failures = await Promise.allSettled([
    vault.open(sealed, 'elsewhere'),
    vault.open(sealed.subarray(0, 9), AAD),
    vault.open(Buffer.from(PAN), AAD),
    openVault(newMaster(), store),
    openVault(master, damaged),
    (async () => vault.cvv2(`${PAN}x`, { month: 1, year: 2030 }, cvk))(),
    (async () => vault.cardNumber({ prefix: PAN, length: 16, permutationVersion: permutation }, 0n))(),
    (async () => vault.cardNumber({ prefix: '411111', length: 16, permutationVersion: 0 }, 0n))(),
  ])
  const printed = inspect([failures, vault], { depth: 9, showHidden: true })
  assert.ok(
    failures.every(({ status }) => status === 'rejected'),
    failures.map(({ status }) => status).join(),
  )
  assert.equal(secrets.length, 2 + 6)
  for (const secret of secrets) {
    for (const form of ['utf8', 'hex', 'base64'] as const)
      assert.ok(!printed.includes(secret.toString(form).slice(0, 12)), `the errors show a secret as ${form}`)
  }
})
