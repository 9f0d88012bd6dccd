import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestFiles } from './test-files.ts'
import { campaigns, splitTiers } from './test-tiers.ts'

const all = findTestFiles([])

test('every test file runs either every day or in exactly one campaign', () => {
  const tiers = splitTiers(all)
  const split = [...tiers.everyday, ...tiers.campaigns.flatMap(({ files }) => files)]
  assert.deepEqual(split.sort(), all)
})

test('every campaign has test files', () => {
  assert.deepEqual(
    splitTiers(all).campaigns.map(({ name }) => name),
    campaigns.map(({ name }) => name),
  )
})

test('the tests of money, of the contract, of security and of all pages run every day', () => {
  const { everyday } = splitTiers(all)
  for (const file of [
    'server/test/money/races.test.ts',
    'server/test/contract/errors.test.ts',
    'server/test/keys/scopes.test.ts',
    'server/test/dashboard/lock-out.test.ts',
    'server/src/operator/backup/backup.test.ts',
    'dashboard/test/every-page.test.ts',
    'sdks/contract/node-contract.test.ts',
    'cli/test/resources.test.ts',
  ])
    assert.ok(everyday.includes(file), `${file} is not run every day`)
})
