// Runs the Python library's own checks and tests, and its examples against a service of this version.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestService } from '../../server/test/harness.ts'

const program = fileURLToPath(new URL('run', import.meta.url))
/** The first call installs the packages that the library needs. */
const LONGEST_MS = 5 * 60_000

function run(command: string, env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn('sh', [program, command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: Buffer.concat(said).toString() }))
  })
}

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, { worker: true })

test('the Python library passes its type checks, and its generated code matches openapi.json', async () => {
  const { code, output } = await run('check')
  assert.equal(code, 0, output)
})

test('the Python library passes its tests and examples', async () => {
  const { key } = await service.fundedWorkspace()
  const { code, output } = await run('test', {
    CARDWRIGHT_CONTRACT_URL: `${service.url}/v1`,
    CARDWRIGHT_CONTRACT_KEY: key,
  })
  assert.equal(code, 0, output)
  assert.match(output, /^\d+ passed, 0 failed$/m, output)
  assert.doesNotMatch(output, /skipped/, output)
  await service.audit()
})
