// Completion by itself. What the shells make of it is in files of their own, which `npm test` leaves out where one is missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fails, succeeds } from './cli-fixture.ts'
import { env } from './completion-fixture.ts'

test('what may come next is a list of words, or nothing', async () => {
  assert.equal(await succeeds(['__complete', 'cards', 'get', ''], env), '')
  assert.match(await fails(['completion', 'tcsh'], env, 2), /bash, zsh, fish/)
})
