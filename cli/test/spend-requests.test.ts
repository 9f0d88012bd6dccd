import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceWith } from '../../server/test/contract/assertions.ts'
import { startTestService } from '../../server/test/harness.ts'
import { anotherKey } from '../../server/test/sandbox/scene.ts'
import { environmentFor, json, succeeds } from './cli-fixture.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('the outcome of a purchase can be reported, and is shown and listed', async () => {
  const boss = await workspaceWith(service, 100)
  const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true } })
  const env = environmentFor({ url: service.url, key: agent.key })
  const asked = ['--amount', '5', '--merchant', 'Acme Books', '--reason', 'The manual for the printer in room 4.']
  const { id } = await json(['spend-requests', 'create', ...asked], env)
  await boss.post(`/spend-requests/${id}/approve`)
  assert.match(await succeeds(['spend-requests', 'list'], env), /OUTCOME/)
  await succeeds(['spend-requests', 'outcome', id, '--outcome', 'blocked', '--note', 'Out of stock.'], env)
  assert.match(await succeeds(['spend-requests', 'list'], env), new RegExp(`${id} .*blocked`))
  assert.match(await succeeds(['spend-requests', 'get', id], env), /outcome\s+blocked\s+outcome_note\s+Out of stock\./)
})
