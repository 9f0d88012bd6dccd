// Every name in the guide must exist in the library of its column. The tests that need Python or Go have their own
// files, which `npm test` leaves out when the language is not installed.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../../server/test/folder-with.ts'
import { namesIn, root, rows, succeeds } from './vocabulary.ts'

test('every row of the guide has a name in each language', () => {
  assert.ok(rows.length > 30, `${rows.length} rows`)
  for (const row of rows) assert.match(row, /^\| [^|`]+ (\| `[^|]+` ){3}\|$/, row)
})

test('the Node library has every name that the guide lists', () => {
  const types = namesIn(2).map((name, index) => {
    const [owner, member] = name.split('.') as [string, string | undefined]
    const generic = /^(Page|PagePromise|ApiPromise)$/.test(owner) ? '<unknown>' : ''
    const type = /^[a-z]/.test(owner) ? `typeof sdk.${owner}` : `sdk.${owner}${generic}`
    return `export type N${index} = ${member === undefined ? type : `(${type})['${member}']`}`
  })
  const text = [`import type * as sdk from '${join(root, 'sdks/node/src/index.ts')}'`, ...types].join('\n')
  const folder = folderWith({ 'names.mts': text })
  const options = '--noEmit --strict --module nodenext --target es2024 --allowImportingTsExtensions --ignoreConfig'
  const typing = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  succeeds(join(root, 'node_modules/.bin/tsc'), [...options.split(' '), ...typing, 'names.mts'], folder)
})

for (const page of ['sdks/node', 'sdks/python', 'sdks/go', 'cli']) {
  test(`the README of ${page} has no relative links, which would be broken where it is published`, () => {
    const text = readFileSync(join(root, page, 'README.md'), 'utf8')
    assert.deepEqual([...text.matchAll(/\]\((?!https?:)[^)]*\)/g)], [])
  })
}
