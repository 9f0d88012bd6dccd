import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { root } from '../repository/repository-files.ts'
import { blockOf, keepsItsPromise } from './guide.ts'

const guide = 'docs/guides/quickstart-python.md'

// What is missing is named by `npm test` (scripts/test-parts.ts).
if (spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0) {
  test('the quickstart for Python works', async () => {
    const folder = folderWith({ 'first_card.py': blockOf(guide, 'python') })
    await keepsItsPromise(guide, ['sh', join(root, 'sdks/python/run'), 'python', 'first_card.py'], folder)
  })
}
