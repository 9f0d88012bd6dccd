import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestFiles } from './test-files.ts'
import { leaveOut, needsBrowser, parts } from './test-parts.ts'
import { preparationsFor } from './test-preparations.ts'

const nothing = () => false
const missed = (files: string[], isThere: (question: string[]) => boolean = nothing) =>
  leaveOut(files, isThere).missing.map(({ name }) => name)

test('a missing program is reported only if a test needs it, and only the files that need it are skipped', () => {
  const redis = 'server/src/http/rate-limits/redis-outage.test.ts'
  const ledger = 'server/src/ledger/record.test.ts'
  assert.deepEqual(leaveOut([redis, ledger], nothing), {
    kept: [ledger],
    missing: [{ name: 'redis-server', files: [redis] }],
  })
  assert.deepEqual(leaveOut([redis, ledger], ([command]) => command === 'redis-server').missing, [])
})

test('a file that lacks two programs is skipped and counted once', () => {
  const file = 'dashboard/test/agent-example/python-agent.test.ts'
  assert.deepEqual(leaveOut([file], nothing), { kept: [], missing: [{ name: 'Python', files: [file] }] })
  const missing = [{ name: 'Chromium', files: [file] }]
  assert.deepEqual(leaveOut([file], ([command]) => command === 'python3').missing, missing)
})

test('a test of one language needs only that language to be installed', () => {
  for (const [language, part] of [
    ['go', ['Go']],
    ['python', ['Python']],
    ['node', []],
  ] as const) {
    const files = [
      `server/test/webhook-guide/${language}-receiver.test.ts`,
      `server/test/quickstarts/${language}-quickstart.test.ts`,
      `sdks/contract/${language}-contract.test.ts`,
    ]
    assert.deepEqual(missed(files), part)
  }
})

test('the completion tests of each shell are in their own file and need only that shell', () => {
  const files = findTestFiles(['cli/test']).filter((file) => file.includes('completion'))
  assert.deepEqual(missed(files), ['bash', 'zsh', 'fish'])
  assert.deepEqual(leaveOut(files, nothing).kept, ['cli/test/completion.test.ts'])
})

test('a program is found under any of its known names', () => {
  assert.deepEqual(
    missed(['dashboard/x.test.ts'], ([command]) => command === 'google-chrome'),
    [],
  )
})

test('no browser is started when Chromium is missing', () => {
  const all = findTestFiles([])
  assert.equal(needsBrowser(all), true)
  assert.equal(needsBrowser(leaveOut(all, nothing).kept), false)
})

test('every part in the list is needed by at least one test file', () => {
  const all = findTestFiles([])
  assert.deepEqual(
    missed(all),
    parts.map(({ name }) => name),
  )
})

test('a shared preparation runs only for the files that need it', () => {
  const names = (file: string) => preparationsFor([file]).map(({ name }) => name)
  assert.deepEqual(names('sdks/python/python.test.ts'), ['Python environment'])
  assert.deepEqual(names('sdks/node/test/client.test.ts'), [])
  assert.deepEqual(names('cli/test/package.test.ts'), ['build of sdks/node', 'build of cli'])
})
