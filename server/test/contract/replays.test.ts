// A repeated request returns its first response before any check that depends on the current state. Every write of the
// API is sent under a key, then the state is changed so that the same request would be rejected, and it is sent again
// under the same key.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hashKey } from '../../src/accounts/api-keys.ts'
import { routes } from '../../src/routes.ts'
import { type Api, startTestService } from '../harness.ts'
import { newCard, ok, ownerOf } from '../money/books.ts'
import { everyWrite } from '../money/every-write.ts'

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const owner = ownerOf(service)
const writes = everyWrite(service)

/** Requests that the changed state does not reject: they are always possible, or change nothing when repeated. */
const stillPossible = new Set([
  'advanceSandboxClock',
  'approveChallenge',
  'createCardTemplate',
  'createRevealSession',
  'createRule',
  'createRuleBacktest',
  'createSpendRequest',
  'declineChallenge',
  'expireAuthorization',
  'expireSimulatedDeposit',
  'confirmSimulatedDeposit',
  'putDecisionHook',
  'reportSpendOutcome',
  'resendEvent',
  'resetSandbox',
  'rotateDecisionHookSecret',
  'rotateWebhookSecret',
  'setSandboxRates',
  'settleAuthorization',
  'simulateDeposit',
  'simulateSettlement',
  'terminateCard',
  'testDecisionHook',
  'updateCardTemplate',
  'updateRule',
  'updateWebhook',
])

test('this file repeats every write operation of the API', () => {
  const expected = routes.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId)
  assert.deepEqual(Object.keys(writes).sort(), expected.sort())
})

/** Terminates the cards, empties the wallet, turns webhooks off, revokes the other keys and lets everything expire. */
async function spoil(api: Api): Promise<void> {
  const { data: cards } = ok(await api.get('/cards?per_page=100'))
  for (const { id } of cards) ok(await api.delete(`/cards/${id}`))
  const { balance } = ok(await api.get('/wallet/balance'))
  if (balance > 0) await newCard(api, balance)
  const { data: webhooks } = ok(await api.get('/webhooks'))
  for (const { id } of webhooks) ok(await api.patch(`/webhooks/${id}`, { active: false }))
  for (let n = webhooks.length; n < 20; n++)
    ok(await api.post('/webhooks', { url: 'http://127.0.0.1:9/', events: ['card.created'] }), 201)
  await owner`
    update api_keys set revoked_at = now() where hash <> ${hashKey(api.key)}
      and account_id = (select account_id from api_keys where hash = ${hashKey(api.key)})`
  ok(await api.post('/sandbox/clock/advance', { seconds: 40 * 86_400 }))
}

for (const [name, prepare] of Object.entries(writes)) {
  test(`${name} returns its first response when repeated in a state that would reject it`, async () => {
    const api = await service.fundedWorkspace(500)
    const send = await prepare(api)
    const headers = { 'x-idempotency-key': randomUUID() }
    const first = await send(api, headers)
    assert.ok(first.status < 300, JSON.stringify(first.body))
    await spoil(api)
    const again = await send(api, headers)
    assert.deepEqual([again.status, again.body], [first.status, first.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    if (stillPossible.has(name)) return
    const fresh = await send(api, {})
    const isRefused = fresh.status >= 400 || fresh.body.approved === false
    assert.ok(
      isRefused,
      `without a key the request must be rejected, but it returned ${fresh.status} ${JSON.stringify(fresh.body)}`,
    )
  })
}

test('an approval that is rejected because the requesting key was revoked is replayed as well', async () => {
  const api = await service.fundedWorkspace(500)
  const send = await writes.approveSpendRequest!(api)
  await owner`
    update api_keys set revoked_at = now() where hash <> ${hashKey(api.key)}
      and account_id = (select account_id from api_keys where hash = ${hashKey(api.key)})`
  const headers = { 'x-idempotency-key': randomUUID() }
  const [first, again] = [await send(api, headers), await send(api, headers)]
  for (const answer of [first, again]) assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_state'])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('the books balance', () => service.audit())
