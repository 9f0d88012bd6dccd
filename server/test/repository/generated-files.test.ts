import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { compareWithBaseline } from '../../../scripts/api-baseline.ts'
import { describeDrift, findDrift, generateFiles } from '../../../scripts/generated-files.ts'
import { connect } from '../../src/database/database.ts'
import { testDatabase } from '../harness.ts'

const sql = connect(await testDatabase(), { max: 1 })
after(() => sql.end())

test('the generated files match their sources', async () => {
  const faults = (await generateFiles(sql as never)).map(findDrift).filter((fault) => fault !== undefined)
  assert.equal(faults.join('\n'), '')
})

test('the API is compatible with clients of the last release', () => {
  assert.equal(compareWithBaseline().join('\n'), '')
})

test('a difference is shown by its first line', () => {
  const text = describeDrift('openapi.json', 'a\nb\nc\n', 'a\nx\nc\n')
  assert.match(text, /npm run generate/)
  assert.match(text, /line 2\n {2}committed: b\n {2}generated: x$/)
  assert.match(
    describeDrift('openapi.json', 'a\n', 'a\nb\n'),
    /line 2\n {2}committed: \(empty line\)\n {2}generated: b$/,
  )
})
