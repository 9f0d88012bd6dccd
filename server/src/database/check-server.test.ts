import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../test/harness.ts'
import { checkServer, OLDEST_SUPPORTED, requireSupported } from './check-server.ts'

test('a PostgreSQL older than the oldest supported version is rejected with one sentence', () => {
  assert.equal(OLDEST_SUPPORTED, 15)
  assert.throws(() => requireSupported(140_013, '14.13'), {
    message:
      'DATABASE_URL leads to PostgreSQL 14.13, and Cardwright needs PostgreSQL 15 or newer: upgrade the server, or unset DATABASE_URL to use the one that Cardwright brings.',
  })
  requireSupported(150_000, '15.0')
})

test('the test server is supported, and its logins can be checked before the login of the service exists', async () => {
  const owner = await testDatabase()
  assert.ok('host' in owner, 'the connection has no host')
  await checkServer({ service: owner, owner: undefined })
  const missing = { ...owner, username: 'made_by_the_first_migrate' }
  await checkServer({ service: missing, owner })
  await assert.rejects(() => checkServer({ service: missing, owner: undefined }), { code: '28P01' })
})
