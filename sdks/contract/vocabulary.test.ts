// Every name in the guide must exist in the library of its column. The tests that need Python or Go have their own
// files, which `npm test` leaves out when the language is not installed.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../../server/test/folder-with.ts'
import { namesIn, root, rows, succeeds } from './vocabulary.ts'

test('every row has its name in each language', () => {
  assert.ok(rows.length > 30)
  for (const row of rows) assert.match(row, /^\| [^|`]+ (\| `[^|]+` ){3}\|$/, row)
})

test('the Node library has the names of the guide', () => {
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
  test(`the page of ${page} reads well where it is published: it links to nothing inside the repository`, () => {
    const text = readFileSync(join(root, page, 'README.md'), 'utf8')
    assert.deepEqual([...text.matchAll(/\]\((?!https?:)[^)]*\)/g)], [])
  })
}
