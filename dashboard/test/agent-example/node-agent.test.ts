// The example of docs/guides/agents.md with the official TypeScript client, from the first question to the report; and that
// no byte of it gave away what nobody may learn.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertKeptSecret } from './assert-secrecy.ts'
import { useEveryTool } from './every-tool.ts'
import { approve, openScene, payInPerson } from './scene.ts'

const AGENT = fileURLToPath(new URL('../../../docs/guides/examples/agent/agent.mjs', import.meta.url))
const scene = await openScene()
const bought: string[] = []

async function outcomeOf(id: string) {
  const { body } = await scene.boss.get(`/spend-requests/${id}`)
  return [body.status, body.outcome]
}

test('the checkout helper types the card, and the agent passes on the passcode', async () => {
  const { next, ended } = scene.startAgent([process.execPath, AGENT, scene.shop, 'pay'])
  const { approval_url } = await next('please decide')
  await approve(scene, approval_url!)
  await next('checkout: submitted')
  await next('checkout: passcode_needed')
  await next('checkout: paid')
  const { outcome } = await next('done')
  assert.deepEqual([outcome, await ended], ['success', 0])
  const id = approval_url!.split('/').at(-1)!
  assert.deepEqual(await outcomeOf(id), ['used', 'success'])
  bought.push(id)
})

test('the person reads the card from a reveal link and types it', async () => {
  const { next, ended } = scene.startAgent([process.execPath, AGENT, scene.shop, 'person', scene.desk])
  const { approval_url } = await next('please decide')
  await approve(scene, approval_url!)
  await payInPerson(scene, await next('please pay'), next('the passcode is on your page'))
  const { outcome } = await next('done')
  assert.deepEqual([outcome, await ended], ['success', 0])
  const id = approval_url!.split('/').at(-1)!
  assert.deepEqual(await outcomeOf(id), ['used', 'success'])
  bought.push(id)
})

for (const era of ['modern', 'legacy'] as const)
  test(`an agent can use every tool (${era})`, async () => {
    bought.push(await useEveryTool(scene, era))
  })

test('no process sends a card number, CVV, passcode, key or secret except where it belongs', () =>
  assertKeptSecret(scene, bought))

test('the books balance', () => scene.dashboard.service.audit())
