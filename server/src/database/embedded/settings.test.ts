import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open, query, testFolder } from '../../../test/database/embedded-fixture.ts'
import { serverSettings, sizedFor } from './settings.ts'

test('memory settings are computed from the size of the machine', () => {
  const sizes = (memoryMb: number, diskMb: number) => {
    const { shared_buffers, max_wal_size } = sizedFor(memoryMb, diskMb)
    return [shared_buffers, max_wal_size]
  }
  assert.deepEqual(sizes(256, 1_000), ['64MB', '256MB'])
  assert.deepEqual(sizes(2_048, 20_000), ['512MB', '2000MB'])
  assert.deepEqual(sizes(65_536, 1_000_000), ['2048MB', '8192MB'])
})

test('settings of the caller override the computed ones', () => {
  assert.equal(serverSettings('/', { fsync: 'off' }).fsync, 'off')
  assert.equal(serverSettings('/', {}).fsync, 'on')
})

test('postgres starts with the settings of a small machine', async () => {
  using folder = testFolder()
  const embedded = await open(folder.dataDir, { settings: { ...sizedFor(256, 1_000), fsync: 'off' } })
  const [row] = await query(embedded.connection, 'show shared_buffers')
  await embedded.stop()
  assert.equal(row?.shared_buffers, '64MB')
})
