import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { countryOfThreeLetters } from './countries.ts'

const table = readFileSync(new URL('./countries.ts', import.meta.url), 'utf8').split('`')[1]!
const codes = [...table.matchAll(/\b([A-Z]{3})([A-Z]{2})\b/g)].map(([, three, two]) => ({ three: three!, two: two! }))

test('every country of ISO 3166 has exactly one code of three letters and one of two', () => {
  assert.equal(codes.length, 251)
  assert.equal(new Set(codes.map(({ three }) => three)).size, 251)
  assert.equal(new Set(codes.map(({ two }) => two)).size, 251)
  for (const { three, two } of codes) assert.equal(countryOfThreeLetters(three), two)
})

test('every two-letter code is a region that Unicode knows', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  for (const { two } of codes) assert.ok(names.of(two), `no name for ${two}`)
})

test('countries that are easily confused have the right two-letter codes', () => {
  const known = { USA: 'US', GBR: 'GB', AUT: 'AT', AUS: 'AU', CHE: 'CH', CHN: 'CN', DEU: 'DE', DNK: 'DK', QZZ: 'XK' }
  for (const [three, two] of Object.entries(known)) assert.equal(countryOfThreeLetters(three), two)
  assert.equal(countryOfThreeLetters('usa'), 'US')
  assert.equal(countryOfThreeLetters('US'), undefined)
  assert.equal(countryOfThreeLetters('ZZZ'), undefined)
  assert.equal(countryOfThreeLetters(undefined), undefined)
})
