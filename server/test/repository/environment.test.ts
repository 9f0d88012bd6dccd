// Settings are read through environment.ts. The rest of `process.env` in a running service is for libraries.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src', import.meta.url))
const programs = ['main.ts', 'operator/main.ts', 'supervisor/child-main.ts']
/** PATH is where programs are found, for a child that gets an environment of its own. */
const OWN = /process\.env\.PATH\b/g

test('no module of the server except environment.ts reads process.env', () => {
  const readers = globSync('**/*.ts', { cwd: source })
    .filter((name) => !/\.test\.ts$/.test(name) && name !== 'config/environment.ts')
    .filter((name) => /process\.env\b/.test(readFileSync(`${source}/${name}`, 'utf8').replaceAll(OWN, '')))
  assert.deepEqual(readers, [])
})

test('every program hides the environment before it imports anything else', () => {
  for (const name of programs) {
    const [first] = /^import .*$/m.exec(readFileSync(`${source}/${name}`, 'utf8')) ?? []
    assert.match(first ?? '', /^import '\.{1,2}\/config\/hide-environment\.ts'$/, name)
  }
})
