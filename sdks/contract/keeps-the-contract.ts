// Plays the contract through the public surface of a client library, against a service with its worker.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { startReceiver } from '../../server/test/webhooks/receiver.ts'
import { contractFolder, type Runner, run } from './runners.ts'

export async function keepsTheContract(runner: Runner): Promise<void> {
  const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' }, { worker: true })
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 204 })

  test(`the ${runner.name} library passes every scenario of the contract`, async () => {
    const [sandbox, live] = [await service.fundedWorkspace(), await service.workspace('production')]
    const { code, output } = await run(runner, [], {
      CARDWRIGHT_CONTRACT_URL: `${service.url}/v1`,
      CARDWRIGHT_CONTRACT_KEY: sandbox.key,
      CARDWRIGHT_CONTRACT_LIVE_KEY: live.key,
      CARDWRIGHT_CONTRACT_RECEIVER: receiver.url,
      CARDWRIGHT_CONTRACT_DIR: contractFolder,
    })
    const failed = output.split('\n').filter((line) => line.startsWith('not ok'))
    assert.deepEqual(failed, [], output)
    assert.match(output, /^\d+ passed, 0 failed\s*$/m, output)
    assert.equal(code, 0, output)
    await service.audit()
  })

  test(`the ${runner.name} library has exactly the operations of operations.json`, async () => {
    const calls = JSON.parse(readFileSync(new URL('operations.json', import.meta.url), 'utf8')) as Record<
      string,
      string
    >
    const { code, output } = await run(runner, ['--operations'])
    assert.equal(code, 0, output)
    assert.deepEqual(output.trim().split('\n').sort(), Object.values(calls).sort())
  })
}
