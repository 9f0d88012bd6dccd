// The names in the guide are those of the libraries: each library is asked for every name of its column.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { folderWith } from '../../server/test/folder-with.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const guide = readFileSync(join(root, 'docs/guides/client-libraries.md'), 'utf8')
const section = guide.slice(guide.indexOf('## One vocabulary'), guide.indexOf('## Beside others'))
const rows = section.split('\n').filter((line) => line.startsWith('|') && line.includes('`'))

const namesIn = (column: number) =>
  rows.flatMap((row) => [...row.split('|')[column]!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!))

function succeeds(program: string, args: string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}${error ?? ''}`)
}

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

const PYTHON = `
import inspect, sys, cardwright
def has(owner, member):
    classes = inspect.getmro(owner) if inspect.isclass(owner) else ()
    noted = any(member in getattr(each, "__annotations__", {}) for each in classes)
    return hasattr(owner, member) or noted or f"self.{member}:" in inspect.getsource(owner) or f"self.{member} =" in inspect.getsource(owner)
missing = []
for name in sys.argv[1:]:
    owner, _, member = name.partition(".")
    if not has(cardwright, owner) or (member and not has(getattr(cardwright, owner), member)):
        missing.append(name)
sys.exit(f"missing: {missing}" if missing else 0)
`

test('the Python library has the names of the guide', () => {
  succeeds('sh', [join(root, 'sdks/python/run'), 'python', '-c', PYTHON, ...namesIn(3)], root)
})

test('the Go library has the names of the guide', () => {
  const uses = namesIn(4).map((name) => {
    const [owner, member] = name.split('.') as [string, string | undefined]
    const generic = /^(Page|Pager)$/.test(owner) ? '[int]' : ''
    if (member !== undefined) return `_ = new(cardwright.${owner}${generic}).${member}`
    return /^(Err|With|Verify|Sign)/.test(owner) ? `_ = cardwright.${owner}` : `_ = new(cardwright.${owner})`
  })
  const folder = folderWith({
    'go.mod': `module names\n\ngo 1.23\n\nrequire github.com/cardwright/cardwright-go v0.1.0\n\nreplace github.com/cardwright/cardwright-go => ${join(root, 'sdks/go')}\n`,
    'names.go': `package names\n\nimport cardwright "github.com/cardwright/cardwright-go"\n\nfunc names() {\n\t${uses.join('\n\t')}\n}\n`,
  })
  succeeds('go', ['build', './...'], folder)
})

for (const page of ['sdks/node', 'sdks/python', 'sdks/go', 'cli']) {
  test(`the page of ${page} reads well where it is published: it links to nothing inside the repository`, () => {
    const text = readFileSync(join(root, page, 'README.md'), 'utf8')
    assert.deepEqual([...text.matchAll(/\]\((?!https?:)[^)]*\)/g)], [])
  })
}
