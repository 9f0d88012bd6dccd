// The behaviour that every example in the decision hook guide must show, tested with questions of a running service.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../src/outbound/secrets.ts'
import { signedHeaders, signingKey } from '../../src/outbound/sign.ts'
import { startHookService } from '../decision-hook/scene.ts'
import { done, openScene } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { type Command, type Example, startExample } from '../webhook-guide/example-receiver.ts'

/** To be called once in a test file. */
export async function keepsItsPromises(command: Command): Promise<void> {
  const service = await startHookService()
  const start = (secret: string, more: Record<string, string> = {}): Promise<Example> =>
    startExample('decision-hook', command, { HOOK_SECRET: secret, ...more })

  test('the example approves and declines questions of the service before, during and after a secret rotation', async () => {
    const secret = newSecret()
    const first = await start(secret)
    const scene = await openScene(service, { amount: 200 })
    done(await scene.api.put('/decision-hook', { url: first.url, secret, timeout_ms: 2000 }), 200)
    assert.equal((await scene.hold(50)).decision.outcome, 'approved')
    const { transaction, decline_reason } = await scene.ask(50.01)
    const detail = { reason: 'Acme Ads asks for more than 50' }
    assert.deepEqual([decline_reason, transaction.decline_detail], ['hook_declined', detail])
    await until('the example prints its decisions', () => first.lines().length === 2)
    assert.match(first.lines()[1]!, /^dec_\w+ 50\.01 \{.*false.*asks for more than 50.*\}$/)

    const { secret: next } = done(await scene.api.post('/decision-hook/rotate-secret'), 200)
    assert.equal((await scene.hold(1)).decision.outcome, 'approved', 'the old secret is still accepted')
    await first.stop()
    const second = await start(next, { PORT: first.port, MAX_AMOUNT: '2.5' })
    assert.equal((await scene.hold(2.5)).decision.outcome, 'approved')
    assert.equal((await scene.ask(2.51)).decline_reason, 'hook_declined')
    await second.stop()
    await start(newSecret(), { PORT: first.port })
    const { decision } = (await scene.ask(1)).transaction
    assert.deepEqual(
      [decision.outcome, decision.fallback],
      ['error', 'decline'],
      'an example with another secret rejects the question',
    )
    await service.audit()
  })

  test('the example rejects a changed question and repeats its decision for a repeated one', async () => {
    const secret = newSecret()
    const example = await start(secret)
    const question = { id: 'dec_1', type: 'authorization.request', data: { amount: 5, merchant: { name: 'Shop' } } }
    const body = JSON.stringify(question)
    const signed = (secondsAgo = 0, text = body) => {
      const at = new Date(Date.now() - secondsAgo * 1000)
      return signedHeaders([signingKey(secret)], { eventId: 'dec_1', eventType: question.type, body: text, at })
    }
    const post = async (text: string, headers: Record<string, string>) => {
      const answer = await fetch(example.url, { method: 'POST', headers, body: text })
      return [answer.status, await answer.text()] as const
    }
    const [status, text] = await post(body, signed())
    assert.deepEqual([status, JSON.parse(text)], [200, { approved: true }])
    const dearer = body.replace('"amount":5', '"amount":500')
    assert.deepEqual(await post(dearer, signed(0, dearer)), [200, text], 'a repeated id gets its first decision')
    assert.equal((await post(dearer, signed()))[0], 401, 'the body has another amount')
    assert.equal((await post(body, {}))[0], 401, 'the signature is missing')
    assert.equal((await post('', signed()))[0], 401)
    assert.equal((await post(body, signed(400)))[0], 401, 'the timestamp is too old')
    assert.equal((await post(body, signed(-400)))[0], 401, 'the timestamp is in the future')
    assert.equal((await post(body, { ...signed(), 'webhook-id': 'dec_2' }))[0], 401)
    assert.equal((await post(body, { ...signed(), 'webhook-timestamp': 'now' }))[0], 401)
    assert.equal((await post(body, { ...signed(), 'webhook-signature': 'v1,' }))[0], 401)
    assert.equal(example.lines().length, 1, 'the example made one decision')
  })
}
