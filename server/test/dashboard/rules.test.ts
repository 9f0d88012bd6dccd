// The data that the rule and decision hook pages read in addition to the API, and who can read it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { condition, newRule } from '../rules/scene.ts'
import { DAY, openScene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0', WEBHOOK_ALLOW_LOOPBACK: 'true' })
const scene = await openScene(service)
const { api } = scene
const accountId = await accountOf(service, api.key)
const viewer = await join(service, accountId, 'viewer')
const stranger = await join(service, await accountOf(service, (await service.workspace()).key), 'owner')

test('rule activity counts matches and declines of the last seven days and leaves out deleted rules', async () => {
  const shadow = await newRule(api, [condition('amount', 'above', 0)], { state: 'shadow' })
  const active = await newRule(api, [condition('amount', 'above', 5)])
  const deleted = await newRule(api, [condition('amount', 'above', 0)], { state: 'shadow' })
  const quiet = await newRule(api, [condition('amount', 'above', 1000)])
  await scene.ask(1)
  await scene.advance(7 * DAY)
  for (const amount of [2, 6, 7]) await scene.ask(amount)
  await api.delete(`/rules/${deleted.id}`)
  const { status, body } = await viewer.get('/dashboard/rules/activity')
  assert.deepEqual([status, body.days], [200, 7])
  const byId = new Map(body.data.map(({ rule_id, ...counts }: { rule_id: string }) => [rule_id, counts]))
  assert.deepEqual(byId.get(shadow.id), { matched: 3, acted: 0 })
  assert.deepEqual(byId.get(active.id), { matched: 2, acted: 2 })
  assert.deepEqual([byId.size, byId.has(quiet.id)], [2, false])
})

test('rule activity does not include another account or environment', async () => {
  assert.deepEqual((await stranger.get('/dashboard/rules/activity')).body.data, [])
  assert.deepEqual((await viewer.in('production').get('/dashboard/rules/activity')).body.data, [])
})

test('the dashboard shows the decision hook without its secret, or null if there is none', async () => {
  const developer = await join(service, accountId, 'developer')
  assert.deepEqual((await developer.get('/dashboard/decision-hook')).body, { hook: null })
  const set = (await api.put('/decision-hook', { url: 'http://127.0.0.1:9/decide' })).body
  const { body } = await developer.get('/dashboard/decision-hook')
  const { secret, ...shown } = set
  assert.deepEqual(body, { hook: shown })
  assert.equal(typeof secret, 'string')
  assert.deepEqual((await stranger.get('/dashboard/decision-hook')).body, { hook: null })
  assert.deepEqual((await developer.in('production').get('/dashboard/decision-hook')).body, { hook: null })
})
