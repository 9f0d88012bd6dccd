import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorIds } from '../../src/http/errors.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { filesIn, isTest, textOf } from './repository-files.ts'

test('every error is documented by an operation or shown by a test', () => {
  const operations = JSON.stringify(openApiDocument().paths)
  const tests = filesIn('server', /\.ts$/)
    .filter((path) => isTest(path) && !path.endsWith('repository/errors.test.ts'))
    .map(textOf)
    .join('\n')
  const unseen = errorIds.filter(
    (id) => !operations.includes(`\`${id}\``) && !new RegExp(`['"\`]${id}['"\`]`).test(tests),
  )
  assert.deepEqual(unseen, [])
})
