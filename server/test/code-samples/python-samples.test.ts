import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { root } from '../repository/repository-files.ts'
import { liveSamples, runProgram, samplesIn } from './samples.ts'

const RUN = `import json, os, runpy
for name, key in json.load(open("keys.json")):
    os.environ["CARDWRIGHT_API_KEY"] = key
    try:
        runpy.run_path(name + ".py")
    except Exception as error:
        raise RuntimeError(name) from error
`

const python = (args: string[], folder: string, env: Record<string, string> = {}) =>
  runProgram('sh', [join(root, 'sdks/python/run'), 'python', ...args], folder, env)
const { service, samples } = await liveSamples('Python')

test('every Python sample passes the type checker', async () => {
  const files = samplesIn('Python').map(({ operationId, source }) => [`${operationId}.py`, `${source}\n`])
  const folder = folderWith(Object.fromEntries(files))
  // Each sample is a separate program, so the same name may have different types in two of them.
  const names = files.map(([name]) => name!)
  await python(
    ['-m', 'mypy', '--strict', '--scripts-are-modules', '--cache-dir', join(folder, 'cache'), ...names],
    folder,
  )
})

test('every Python sample runs without an error', async () => {
  const files = samples.map(({ operationId, source }) => [`${operationId}.py`, `${source}\n`])
  const keys = JSON.stringify(samples.map(({ operationId, key }) => [operationId, key]))
  const folder = folderWith({ ...Object.fromEntries(files), 'keys.json': keys, 'run.py': RUN })
  await python(['run.py'], folder, { CARDWRIGHT_BASE_URL: `${service.url}/v1` })
  await service.audit()
})
