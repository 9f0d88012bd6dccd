import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../../server/test/folder-with.ts'
import { namesIn, root, succeeds } from './vocabulary.ts'

test('the Go library has every name that the guide lists', () => {
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
