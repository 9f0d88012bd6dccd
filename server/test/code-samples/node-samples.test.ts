import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { root } from '../repository/repository-files.ts'
import { liveSamples, runProgram, samplesIn } from './samples.ts'

const all = samplesIn('Node.js')
const { service, samples } = await liveSamples('Node.js')

const settings = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    noUnusedLocals: true,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    allowImportingTsExtensions: true,
    paths: { '@cardwright/sdk': [join(root, 'sdks/node/src/index.ts')] },
  },
  include: ['*.mts'],
}

test('every Node.js sample passes the type checker', async () => {
  const files = all.map(({ operationId, source }) => [`${operationId}.mts`, source])
  const folder = folderWith({ ...Object.fromEntries(files), 'tsconfig.json': JSON.stringify(settings) })
  await runProgram(join(root, 'node_modules/.bin/tsc'), ['-p', folder], folder)
})

test('every Node.js sample runs without an error', async () => {
  const folder = folderWith({
    'node_modules/@cardwright/sdk/package.json': '{ "type": "module", "exports": "./src/index.ts" }',
    ...Object.fromEntries(samples.map(({ operationId, source }) => [`${operationId}.mjs`, source])),
    'run.mjs': `for (const [name, key] of ${JSON.stringify(samples.map(({ operationId, key }) => [operationId, key]))}) {
      process.env.CARDWRIGHT_API_KEY = key
      await import('./' + name + '.mjs').catch((cause) => { throw new Error(name, { cause }) })
    }`,
  })
  // The folder is a link, because Node runs TypeScript only outside node_modules.
  symlinkSync(join(root, 'sdks/node/src'), join(folder, 'node_modules/@cardwright/sdk/src'))
  await runProgram(process.execPath, ['run.mjs'], folder, { CARDWRIGHT_BASE_URL: `${service.url}/v1` })
  await service.audit()
})
