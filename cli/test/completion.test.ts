// The candidates of completion. Each shell has a test file of its own, which `npm test` leaves out if the shell is missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fails, succeeds } from './cli-fixture.ts'
import { env } from './completion-fixture.ts'

test('completion offers words or nothing, and refuses a shell that it does not support', async () => {
  assert.equal(await succeeds(['__complete', 'cards', 'get', ''], env), '')
  assert.match(await fails(['completion', 'tcsh'], env, 2), /bash, zsh, fish/)
})
