// The decision hook on the command line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { environmentFor, fails, json, receive, run, succeeds } from './cli-fixture.ts'

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' })
const api = await service.fundedWorkspace()
const env = environmentFor({ url: service.url, key: api.key })
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })

test('the decision hook can be set, tested, listed and deleted; its secret is shown only when it is created', async () => {
  assert.match(await fails(['decision-hook', 'get'], env), /decision_hook_not_found/)
  let answer = '{"approved": false, "reason": "not today"}'
  const { url } = await receive((_request, response) => response.end(answer))
  const options = ['--timeout-ms', '900', '--on-timeout', 'approve', '--card', card.id]
  const made = await json(['decision-hook', 'set', url, ...options], env)
  assert.match(made.secret, /^whsec_/)
  assert.deepEqual([made.timeout_ms, made.on_timeout, made.card_ids], [900, 'approve', [card.id]])
  const shown = await succeeds(['decision-hook', 'get'], env)
  assert.match(shown, /^timeout_ms +900$/m)
  assert.ok(!shown.includes('whsec_'), shown)
  assert.match((await json(['decision-hook', 'rotate-secret'], env)).secret, /^whsec_/)

  const tested = await json(['decision-hook', 'test'], env)
  assert.deepEqual([tested.outcome, tested.test], ['declined', true])
  answer = 'no JSON'
  const wrong = await run(['decision-hook', 'test', '--json'], env)
  assert.deepEqual([wrong.code, JSON.parse(wrong.out).outcome], [1, 'error'])
  assert.match(JSON.parse(wrong.err).message, /no valid answer: the answer is no JSON object/)

  answer = '{"approved": true}'
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  await api.post('/sandbox/authorizations', { card_id: card.id, amount: 5, merchant })
  await service.services.decisionHooks.flush()
  const list = ['decision-hook', 'attempts', '--card', card.id, '--outcome', 'approved']
  assert.match(await succeeds(list, env), /^dec_\w+ +card_\w+ +5\.00 +Acme Ads +approved +- +200 +\d+ +- /m)
  assert.equal((await json(['decision-hook', 'attempts', '--all'], env)).data.length, 3)

  const again = await json(['decision-hook', 'set', url, '--active', 'false'], env)
  assert.deepEqual([again.timeout_ms, again.card_ids, again.active, again.secret], [1500, null, false, null])
  assert.equal((await json(['decision-hook', 'delete', '--yes'], env)).deleted, true)
  await service.audit()
})

test('decision-hook set names the option that the service refuses', async () => {
  const refused = await fails(['decision-hook', 'set', 'https://example.com/', '--timeout-ms', '5'], env)
  assert.match(refused, /parameter {2}timeout_ms/)
  assert.match(await fails(['decision-hook', 'set'], env, 2), /decision-hook set needs URL/)
  assert.match(await fails(['decision-hook', 'atempts'], env, 2), /did you mean "decision-hook attempts"\?/)
})
