import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { root } from '../repository/repository-files.ts'
import { blockOf, keepsItsPromise } from './guide.ts'

const guide = 'docs/guides/quickstart-python.md'

test('the quickstart for Python prints the output that the page shows', async () => {
  const folder = folderWith({ 'first_card.py': blockOf(guide, 'python') })
  await keepsItsPromise(guide, ['sh', join(root, 'sdks/python/run'), 'python', 'first_card.py'], folder)
})
