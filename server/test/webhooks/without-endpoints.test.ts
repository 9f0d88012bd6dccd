// Most workspaces have no endpoint, and their events cost the webhook worker nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parameterTexts, recordStatements } from '../growth/record-statements.ts'
import type { Api } from '../harness.ts'
import { done, workspaceOf } from '../sandbox/scene.ts'
import { startReceiver } from './receiver.ts'
import { handedOut, register, settled, startWebhookService } from './scene.ts'

const service = await startWebhookService()

const deposit = async (api: Api) =>
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)

/** Returns the workspaces whose cursors the worker locks while `body` runs. */
async function lookedAt(body: () => Promise<unknown>): Promise<Set<string>> {
  const { recording } = await recordStatements(body)
  const ids = new Set<string>()
  for (const [text, executions] of recording)
    if (text.includes('from webhook_cursors') && text.includes('for update'))
      for (const execution of executions) ids.add(String((await parameterTexts(execution))[1]))
  return ids
}

test('the worker skips a workspace without endpoints and looks at it as soon as it has one', async () => {
  const [quiet, busy] = [await service.workspace(), await service.workspace()]
  const receiver = await startReceiver()
  await register(busy, receiver)
  await deposit(busy)
  await receiver.waitFor(1)
  const looked = await lookedAt(async () => {
    await deposit(quiet)
    await deposit(busy)
    await receiver.waitFor(2)
  })
  assert.ok(
    looked.has((await workspaceOf(service, busy)).id),
    'the worker did not look at the workspace with an endpoint',
  )
  assert.ok(!looked.has((await workspaceOf(service, quiet)).id), 'a workspace without endpoints was looked at')
  await register(quiet, receiver)
  await deposit(quiet)
  await receiver.waitFor(3)
})

test('events from before the first endpoint are skipped immediately, however many there are', async () => {
  const api = await service.workspace()
  const receiver = await startReceiver()
  const first = await register(api, receiver)
  done(await api.delete(`/webhooks/${first.id}`), 200)
  for (let n = 0; n < 5; n++) await deposit(api)
  const second = await register(api, receiver)
  const { id } = await deposit(api)
  const [received] = await receiver.waitFor(1)
  assert.equal(JSON.parse(received!.body).data.id, id)
  await handedOut(service, api)
  assert.equal((await settled(api, second)).length, 1)
})
