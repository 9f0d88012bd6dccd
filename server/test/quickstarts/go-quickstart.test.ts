import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '../code-samples/samples.ts'
import { folderWith } from '../folder-with.ts'
import { root, textOf } from '../repository/repository-files.ts'
import { blockOf, keepsItsPromise } from './guide.ts'

const guide = 'docs/guides/quickstart-go.md'

test('the quickstart for Go prints the output that the page shows', async () => {
  const folder = folderWith({ 'main.go': blockOf(guide, 'go') })
  const commands = textOf(guide).match(/(?<=^ {4})go mod .+$/gm)!
  for (const command of commands) {
    const [program, ...args] = command.replace('../cardwright/sdks/go', join(root, 'sdks/go')).split(' ')
    await runProgram(program!, args, folder)
  }
  await keepsItsPromise(guide, ['go', 'run', '.'], folder)
})
