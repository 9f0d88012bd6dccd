import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '../code-samples/samples.ts'
import { folderWith } from '../folder-with.ts'
import { root } from '../repository/repository-files.ts'
import { blockOf, keepsItsPromise } from './guide.ts'

const guide = 'docs/guides/quickstart-node.md'

test('the quickstart for Node.js works with the package that it creates', async () => {
  const folder = folderWith({ 'first-card.mjs': blockOf(guide, 'js'), 'package.json': '{}' })
  await runProgram('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], join(root, 'sdks/node'))
  await runProgram('npm', ['install', '--offline', '--no-audit', './cardwright-sdk-0.1.0.tgz'], folder)
  await keepsItsPromise(guide, [process.execPath, 'first-card.mjs'], folder)
})
