// listen --decide answers the questions of the decision hook from this machine.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../server/test/harness.ts'
import { webhooks } from '../src/sdk.ts'
import { environmentFor, fails, receive, start, startReally } from './cli-fixture.ts'
import { interrupted, lineOf, type Running } from './running-program.ts'

const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true' })

async function open() {
  const api = await service.fundedWorkspace()
  const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })
  const env = environmentFor({ url: service.url, key: api.key })
  const merchant = { name: 'Acme Ads', mcc: '7311', country: 'US' }
  return {
    api,
    env,
    async ask() {
      const { body } = await api.post('/sandbox/authorizations', { card_id: card.id, amount: 1, merchant })
      return { reason: body.decline_reason, outcome: body.transaction.decision?.outcome }
    },
    deciding: (...options: string[]) => begun(start(['listen', '--decide', ...options], env)),
    reallyDeciding: (...options: string[]) => begun(startReally(['listen', '--decide', ...options], env)),
  }
}

async function begun(child: Running): Promise<Running> {
  await lineOf(child, /^Deciding at http/)
  return child
}

test('listen --decide approves, declines or delays, and removes the hook if there was none before', async () => {
  const { api, ask, deciding } = await open()
  const approving = await deciding('approve')
  const shown = lineOf(approving, /^dec_\w+ {2}card_\w+ {2}1.00 USD {2}Acme Ads {2}200 \{"approved":true\}/)
  assert.deepEqual(await ask(), { reason: null, outcome: 'approved' })
  await shown
  await interrupted(approving)
  assert.equal((await api.get('/decision-hook')).status, 404)
  assert.deepEqual(await ask(), { reason: null, outcome: undefined })

  const declining = await deciding('decline')
  assert.deepEqual(await ask(), { reason: 'hook_declined', outcome: 'declined' })
  await interrupted(declining)

  const slow = await deciding('delay=3s')
  assert.deepEqual(await ask(), { reason: 'hook_unavailable', outcome: 'timeout' })
  await interrupted(slow)
  assert.equal((await api.get('/decision-hook')).status, 404)
})

test('listen --decide restores the previous hook, even after a run that was killed', async () => {
  const { api, ask, deciding, reallyDeciding } = await open()
  const settings = { url: 'https://example.com/decide', timeout_ms: 2000, on_timeout: 'approve', active: false }
  await api.put('/decision-hook', settings)
  const killed = await reallyDeciding('decline')
  assert.equal((await ask()).outcome, 'declined')
  killed.kill('SIGKILL')
  await killed.ended
  await interrupted(await deciding('approve'))
  const { body } = await api.get('/decision-hook')
  assert.deepEqual({ ...body, ...settings, card_ids: null }, body)
})

test('listen --decide forward passes on the signed question and returns the answer', async () => {
  const { ask, env } = await open()
  const seen: { body: string; headers: Record<string, string> }[] = []
  const { url } = await receive(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ body, headers: request.headers as Record<string, string> })
    response.end('{"approved": false, "reason": "by hand"}')
  })
  const child = start(['listen', '--decide', 'forward', '--forward-to', url], env)
  const [said] = await Promise.all([lineOf(child, /^Signing secret/), lineOf(child, /^Deciding at/)])
  const secret = said.split(/\s+/).at(-1)!
  assert.deepEqual(await ask(), { reason: 'hook_declined', outcome: 'declined' })
  const question = await webhooks.verify(seen[0]!.body, seen[0]!.headers, secret)
  assert.equal((question as { type: string }).type, 'authorization.request')
  await interrupted(child)
})

test('listen --decide refuses a live key and unknown values', async () => {
  const { env } = await open()
  const live = environmentFor({ url: service.url, key: `sk_live_${'0'.repeat(32)}` })
  assert.match(await fails(['listen', '--decide', 'approve'], live, 2), /works only with a sandbox key/)
  assert.match(await fails(['listen', '--decide', 'perhaps'], env, 2), /approve, decline, delay=3s or forward/)
  assert.match(await fails(['listen', '--decide', 'forward'], env, 2), /--forward-to/)
  assert.match(await fails(['listen'], env, 2), /--forward-to/)
})
