// Compares the matching of merchant names with a matcher that tries everything, and tests patterns that would be slow
// with backtracking.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nameFits } from '../../test/controls/controls-model.ts'
import { nameMatches } from './merchant-patterns.ts'

const few = (characters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength })

test('a pattern matches names in any case, and a star matches any text', () => {
  const agrees = fc.property(few('aAb *', 8), few('abB ', 8), (pattern, name) => {
    assert.equal(nameMatches(pattern, name), nameFits(pattern, name), JSON.stringify([pattern, name]))
  })
  fc.assert(agrees, { numRuns: 5_000 })
})

const cases: [pattern: string, name: string, matches: boolean][] = [
  ['acme', 'ACME', true],
  ['acme', 'acme ads', false],
  ['acme*', 'ACME', true],
  ['*acme*', 'The Acme Shop', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*', '???', true],
  ['a.c', 'abc', false],
  ['a?c', 'abc', false],
  ['[a-z]*', 'abc', false],
  ['acme ads', ' ACME   Ads ', true],
  ['straße*', 'STRASSE 1', false],
]
for (const [pattern, name, matches] of cases)
  test(`the pattern "${pattern}" ${matches ? 'matches' : 'does not match'} "${name}"`, () =>
    assert.equal(nameMatches(pattern, name), matches))

test('a pattern of a hundred stars is matched without backtracking', () => {
  const pattern = `${'a*'.repeat(99)}b`
  assert.equal(nameMatches(pattern, 'a'.repeat(200)), false)
  assert.equal(nameMatches(pattern, `${'a'.repeat(199)}b`), true)
})
