import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { root } from '../repository/repository-files.ts'
import { runProgram, samplesIn } from './samples.ts'

test('every Go sample compiles and is formatted by gofmt', async () => {
  const files = samplesIn('Go').map(({ operationId, source }) => [
    `${operationId.toLowerCase()}/main.go`,
    `${source}\n`,
  ])
  const library = 'github.com/cardwright/cardwright-go'
  const folder = folderWith({
    ...Object.fromEntries(files),
    'go.mod': `module samples

go 1.23

require ${library} v0.0.0

replace ${library} => ${join(root, 'sdks/go')}
`,
  })
  assert.equal(await runProgram('gofmt', ['-l', '.'], folder), '')
  await runProgram('go', ['vet', './...'], folder, { GOFLAGS: '-mod=mod', GOPROXY: 'off' })
})
