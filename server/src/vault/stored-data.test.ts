import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryDataKeyStore } from '../../test/vault/memory-data-key-store.ts'
import { masterKeyFromBase64 } from './key-provider.ts'
import { openVault } from './vault.ts'

// This data was written by the first release. If this test fails, existing databases have become unreadable.
const MASTER = { text: Buffer.alloc(32, 5).toString('base64'), version: 418233965 }
const ROWS: [id: number, purpose: string, wrapped: string][] = [
  [1, 'seal', 'uCZELvXJW00uXFRFJte6dSBiU4S4unChncv30mZNa5Rhc3cCTbPDtKzSLWXZiU+phs6bBrDlDQW6+VJ7'],
  [2, 'index', 'gie6yVj+tGM5JnCoP6nhCWy8yuNlavyeqOj16m4zCuJq1nrGs0x1+jtQkKSsky/RmVbYwobgWs2LIWuH'],
  [3, 'permutation', 'LHVGZ48M/a+nb//LZr/El187R0Dfj4V2/aQJzBwk6WHp9vbRoHEmIIYaovnYzGAjvP51oZ8nNAD2b2gt'],
  [4, 'cvk', 'qW8ayNacsmoKZGUi1OuN8NXfI5NhNnS2R68jjL0qI0+KAYtfDPAc/jXG3wY='],
  [5, 'fingerprint', '3SUZYhaaqKwkAkBoTAZOBxNJvbmQ7jacq/iDrtwfgpNR7u+JRA7QJdgaxb29KAfORAkNAcaNa2UAKqtT'],
]
const SEALED = 'AQAAAAHTwBxFaRgH10M9hsb+oIl4/lbMv/XqOpK2JJ1r5VYI4r5+9aHea1wj91sxLg=='
const BLIND_INDEX = '0d3d1b10937112b7414f2adbec6d16397b4aeac3e27ee35a9db3d81f03bea975'
const FINGERPRINT = 'c00c029d656cb620d44819aec0592d2507aaa5afe26c1fffce3c3812040498f4'

test('a database of the first release can be opened with the same number, CVV2, index, fingerprint and sealed value', async () => {
  const store = new MemoryDataKeyStore()
  store.rows = ROWS.map(([id, purpose, wrapped]) => {
    return { id, purpose, wrapped: Buffer.from(wrapped, 'base64'), masterVersion: MASTER.version }
  })
  const vault = await openVault(masterKeyFromBase64(MASTER.text), store)
  const number = vault.cardNumber({ prefix: '41111122', length: 16, permutationVersion: 3 }, 42n)
  assert.equal(number, '4111112270582175')
  assert.equal(vault.cvv2(number, { month: 3, year: 2029 }, 4), '717')
  assert.equal(vault.blindIndex(number).toString('hex'), BLIND_INDEX)
  assert.equal(vault.fingerprint('POST', '/cards').toString('hex'), FINGERPRINT)
  assert.equal((await vault.open(Buffer.from(SEALED, 'base64'), 'card:ws_1:card_1')).toString(), number)
  // The audit key was introduced later and is created in addition to the others.
  assert.deepEqual(
    store.rows.slice(5).map((row) => row.purpose),
    ['audit'],
  )
})
