import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generatedFiles } from '../generate/files.ts'
import { VERSION } from '../src/index.ts'

for (const { path, text } of generatedFiles()) {
  test(`${path.split('/').slice(-2).join('/')} equals what is generated from openapi.json`, () => {
    assert.equal(readFileSync(path, 'utf8'), text, 'run: npm run generate -w sdks/node')
  })
}

test('the version in the User-Agent header is the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  assert.equal(VERSION, version)
})
