import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { MemoryDataKeyStore } from '../../test/vault/memory-data-key-store.ts'
import { openKeyFile } from './key-file.ts'
import { openVault, type Vault, VaultError } from './vault.ts'

const folder = mkdtempSync(join(tmpdir(), 'vault-rotation-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0
const newPath = () => join(folder, `master-${++files}.key`)
const AAD = 'card:ws_1:card_1'
const PAN = '4111111111111111'

/**
 * Simulates separate processes: each has its own provider on the shared key file, and its own vault on the shared
 * table.
 */
async function startProcesses(count: number) {
  const path = newPath()
  const store = new MemoryDataKeyStore()
  const files = Array.from({ length: count }, () => openKeyFile(path, { create: true }))
  const vaults = await Promise.all(files.map((file) => openVault(file, store)))
  return { path, store, files, vaults }
}

test('a rotation wraps every key again, creates a new seal key and keeps the others', async () => {
  const { store, files, vaults } = await startProcesses(1)
  const before = vaults[0]!.currentVersions()
  assert.equal(files[0]!.addVersion(), 2)
  assert.deepEqual(await vaults[0]!.rotate(), { rewrapped: 6 })
  assert.ok(
    store.rows.every((row) => row.masterVersion === 2),
    store.rows.map((row) => row.masterVersion).join(),
  )
  const { seal, ...others } = vaults[0]!.currentVersions()
  assert.ok(seal > before.seal, `${seal} after ${before.seal}`)
  assert.deepEqual({ ...others, seal: before.seal }, before)
})

test('a rotation without a new master key only creates a new seal key', async () => {
  const { store, vaults } = await startProcesses(1)
  assert.deepEqual(await vaults[0]!.rotate(), { rewrapped: 0 })
  assert.equal(store.rows.length, 7)
})

test('old values can be opened after the old master key is gone, also in a new process', async () => {
  const { path, store, files, vaults } = await startProcesses(2)
  const old = vaults[1]!.seal(PAN, AAD)
  files[0]!.dropVersionsBefore(files[0]!.addVersion() - 1)
  await vaults[0]!.rotate()
  files[0]!.dropVersionsBefore(2)
  const fresh = await openVault(openKeyFile(path, { create: false }), store)
  for (const vault of [...vaults, fresh]) assert.equal((await vault.open(old, AAD)).toString(), PAN)
  const sealedNow = vaults[0]!.seal(PAN, AAD)
  for (const vault of [...vaults, fresh]) assert.equal((await vault.open(sealedNow, AAD)).toString(), PAN)
})

test('a rotation uses a master key that another process has added', async () => {
  const { store, files, vaults } = await startProcesses(2)
  files[1]!.addVersion()
  assert.deepEqual(await vaults[0]!.rotate(), { rewrapped: 6 })
  assert.ok(
    store.rows.every((row) => row.masterVersion === 2),
    store.rows.map((row) => row.masterVersion).join(),
  )
})

test('a rotation that cannot finish fails with an error and loses nothing', async () => {
  const { store, files, vaults } = await startProcesses(1)
  const sealed = vaults[0]!.seal(PAN, AAD)
  store.rewrap = async () => {}
  files[0]!.addVersion()
  const incomplete = (error: unknown) => error instanceof VaultError && error.code === 'rotation_incomplete'
  await assert.rejects(vaults[0]!.rotate(), incomplete)
  assert.equal((await vaults[0]!.open(sealed, AAD)).toString(), PAN)
})

test('a process starts even if a whole rotation happens between its reads of the table and of the key file', async () => {
  const { path, store, files, vaults } = await startProcesses(1)
  const sealed = vaults[0]!.seal(PAN, AAD)
  const load = store.load
  store.load = async () => {
    store.load = load
    const outdated = await store.load()
    const version = files[0]!.addVersion()
    await vaults[0]!.rotate()
    files[0]!.dropVersionsBefore(version)
    return outdated
  }
  const started = await openVault(openKeyFile(path, { create: false }), store)
  assert.equal((await started.open(sealed, AAD)).toString(), PAN)
})

test('a new data key is wrapped with the current master key', async () => {
  const path = newPath()
  const store = new MemoryDataKeyStore()
  const [file, other] = [openKeyFile(path, { create: true }), openKeyFile(path, { create: false })]
  const add = store.add
  store.add = (...input) => {
    other.addVersion()
    return add(...input)
  }
  await openVault(file, store)
  assert.deepEqual(
    store.rows.map((row) => row.masterVersion),
    [2, 3, 4, 5, 6, 7],
  )
})

test('a running process unwraps only keys that are new to it', async () => {
  const { store, files, vaults } = await startProcesses(2)
  const unwrapped: string[] = []
  const unwrap = files[1]!.unwrap
  files[1]!.unwrap = (version, wrapped, context) => {
    unwrapped.push(context)
    return unwrap(version, wrapped, context)
  }
  await vaults[0]!.rotate()
  await vaults[1]!.open(vaults[0]!.seal(PAN, AAD), AAD)
  assert.deepEqual(unwrapped, [`cardwright data key:seal:${store.rows.at(-1)!.id}`])
})

type Step = { process: number; action: 'seal' | 'open' | 'rotate' | 'start' }

test("processes can seal values and open each other's values while one of them rotates", async () => {
  const action = fc.constantFrom<Step['action']>('seal', 'open', 'seal', 'open', 'seal', 'open', 'rotate', 'start')
  const steps = fc.array(fc.record({ process: fc.nat({ max: 2 }), action }), { minLength: 10, maxLength: 60 })
  await fc.assert(fc.asyncProperty(steps, runInterleaved), { numRuns: 25 })
})

async function runInterleaved(steps: Step[]): Promise<void> {
  const { path, store, files, vaults } = await startProcesses(3)
  const sealed = [vaults[0]!.seal('0', AAD)]
  const plaintexts = ['0']
  const seal = (vault: Vault) => {
    plaintexts.push(String(sealed.length))
    sealed.push(vault.seal(String(sealed.length), AAD))
  }
  const open = async (vault: Vault) => {
    const which = sealed.length - 1 // This is the newest value, most likely under a key that is new to this process.
    assert.equal((await vault.open(sealed[which]!, AAD)).toString(), plaintexts[which])
  }
  let rotations: Promise<unknown> = Promise.resolve()
  const rotate = () => {
    // Only one operator rotates at a time, because `rotate-keys` takes a lock. Everything else runs concurrently.
    rotations = rotations.then(async () => {
      const version = files[0]!.addVersion()
      await vaults[0]!.rotate()
      files[0]!.dropVersionsBefore(version)
    })
    return rotations
  }
  const running = steps.map(async ({ process, action }, i) => {
    for (let turns = 0; turns < i; turns++) await new Promise(setImmediate)
    if (action === 'seal') seal(vaults[process]!)
    else if (action === 'open') await open(vaults[process]!)
    else if (action === 'rotate') await rotate()
    else vaults[process] = await openVault(openKeyFile(path, { create: false }), store)
  })
  await Promise.all(running)

  const fresh = await openVault(openKeyFile(path, { create: false }), store)
  for (const vault of [...vaults, fresh]) {
    for (const [i, value] of sealed.entries()) assert.equal((await vault.open(value, AAD)).toString(), plaintexts[i])
  }
  assert.equal(new Set(store.rows.map((row) => row.masterVersion)).size, 1)
}
