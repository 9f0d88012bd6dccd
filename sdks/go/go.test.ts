// Runs the Go library's own tests, and its examples against a service of this version.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestService } from '../../server/test/harness.ts'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const contract = fileURLToPath(new URL('../contract', import.meta.url))
/** The first call compiles the standard library. */
const LONGEST_MS = 4 * 60_000

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: LONGEST_MS })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const output = Buffer.concat(said).toString()
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`))
    })
  })
}

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, { worker: true })

test('gofmt and go vet find nothing in the Go library', async () => {
  assert.equal(await run('gofmt', ['-l', '.']), '')
  await run('go', ['vet', './...'])
})

test('the Go library passes its tests and examples, and its generated code matches openapi.json', async () => {
  const { key } = await service.fundedWorkspace()
  await run('go', ['test', './...'], {
    CARDWRIGHT_CONTRACT_URL: `${service.url}/v1`,
    CARDWRIGHT_CONTRACT_KEY: key,
    CARDWRIGHT_CONTRACT_DIR: contract,
  })
  await service.audit()
})
