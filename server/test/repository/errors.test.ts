import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorIds } from '../../src/errors.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { filesIn, isTest, textOf } from './repository-files.ts'

test('every error is documented by an operation or shown by a test', () => {
  const { paths, components } = openApiDocument() as { paths: object; components: { responses: object } }
  const operations = JSON.stringify([paths, components.responses])
  const tests = filesIn('server', /\.ts$/)
    .filter((path) => isTest(path) && !path.endsWith('repository/errors.test.ts'))
    .map(textOf)
    .join('\n')
  const unseen = errorIds.filter(
    (id) => !operations.includes(`\`${id}\``) && !new RegExp(`['"\`]${id}['"\`]`).test(tests),
  )
  assert.deepEqual(unseen, [])
})
