// The threat model names the tests that prove what an attacker cannot do. This test checks that they still exist.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path/posix'
import { test } from 'node:test'
import { root, textOf } from './repository-files.ts'

const page = textOf('docs/operating/threats.md')
const FOOTHOLDS = [
  'The network',
  'A sandbox key',
  'A live key',
  'A viewer',
  'A stolen session',
  'A login of the database',
  'One node of a chain',
  'The host',
]
/** No test of ours can prove what root cannot do. */
const WITHOUT_TESTS = ['The host']

const sections = new Map(page.split(/^## /m).map((text) => [text.split('\n', 1)[0]!, text]))
const testsIn = (text: string) => [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map((match) => match[1]!)

test('every test that the threat model names exists', () => {
  const named = testsIn(page)
  assert.ok(named.length > 0, `the threat model names ${named.length} tests`)
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  )
})

test('every foothold has a section in the threat model, and every "cannot" in it names a test', () => {
  for (const foothold of FOOTHOLDS) {
    const text = sections.get(foothold) ?? ''
    const claims = text.split('\n').filter((line) => line.startsWith('| cannot |'))
    assert.ok(claims.length > 0, foothold)
    if (WITHOUT_TESTS.includes(foothold)) continue
    assert.deepEqual(
      claims.filter((line) => testsIn(line).length === 0),
      [],
      foothold,
    )
  }
})
