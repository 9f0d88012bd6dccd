// Tests for this library only; the vectors in sdks/contract test every library.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { signedHeaders, signingKey } from '../../../server/src/outbound/sign.ts'
import { ConfigurationError, WebhookVerificationError, webhooks } from '../src/index.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const event = { id: 'evt_1', type: 'card.frozen', sequence: 3, data: { reason: 'api' } }
const body = JSON.stringify(event)

test('verify accepts what the service signs, also during a rotation of the secret', async () => {
  const keys = [signingKey('the new secret, custom'), signingKey(secret)]
  const headers = signedHeaders(keys, { eventId: 'evt_1', eventType: 'card.frozen', body, at: new Date() })
  for (const each of [secret, 'the new secret, custom']) {
    const verified = await webhooks.verify(body, headers, each)
    assert.equal(verified.type === 'card.frozen' && verified.data.reason, 'api')
  }
})

test('verify accepts headers and bodies in the forms that frameworks provide', async () => {
  const headers = await webhooks.signTestPayload(body, secret)
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  const bytes = Buffer.from(`x${body}`).subarray(1) // The bytes are a view that starts inside its buffer.
  for (const given of [headers, lists, new Headers(headers)]) {
    for (const raw of [body, bytes, new TextEncoder().encode(body).buffer]) {
      assert.equal((await webhooks.verify(raw, given, secret)).id, 'evt_1')
    }
  }
})

test('verify explains that it needs the raw body when it is given a parsed one', async () => {
  const headers = await webhooks.signTestPayload(body, secret)
  await assert.rejects(webhooks.verify(event as never, headers, secret), (error) => {
    assert.ok(error instanceof WebhookVerificationError, String(error))
    return error.code === 'invalid_body' && /raw body/.test(error.message)
  })
})

test('a missing secret throws an error of the receiver, not a verification error', async () => {
  const headers = await webhooks.signTestPayload(body, secret)
  for (const none of ['', [], undefined as never]) {
    await assert.rejects(webhooks.verify(body, headers, none), (error) => !(error instanceof WebhookVerificationError))
  }
})

test('a request without the timestamped headers is rejected unless the plain scheme is selected', async () => {
  const signed = await webhooks.signTestPayload(body, secret, { timestamp: 1_600_000_000 })
  const stripped = Object.fromEntries(Object.entries(signed).filter(([name]) => !name.startsWith('webhook-')))
  await assert.rejects(webhooks.verify(body, stripped, secret), { code: 'missing_header' })
  assert.equal((await webhooks.verify(body, stripped, secret, { scheme: 'plain' })).id, 'evt_1')
  await assert.rejects(webhooks.verify(body, signed, secret, { scheme: 'none' as never }), ConfigurationError)
})

test('the passcode of a verified event is masked when it is printed', async () => {
  const challenge = JSON.stringify({ id: 'evt_2', type: '3ds.challenge', data: { id: '3ds_1', otp: '246810' } })
  const headers = await webhooks.signTestPayload(challenge, secret)
  const verified = await webhooks.verify(challenge, headers, secret)
  assert.doesNotMatch(inspect(verified, { depth: 9 }), /246810/)
  assert.equal(verified.type === '3ds.challenge' && verified.data.otp, '246810')
  assert.equal(JSON.stringify(verified), challenge)
})

test('a request of the decision hook is verified and typed', async () => {
  const data = { amount: 12.5, merchant: { name: 'Acme Ads' }, partial: false }
  const asked = JSON.stringify({ id: 'dec_1', type: 'authorization.request', data })
  const question = await webhooks.verifyQuestion(asked, await webhooks.signTestPayload(asked, secret), secret)
  assert.deepEqual([question.data.amount, question.data.merchant.name], [12.5, 'Acme Ads'])
  const signed = await webhooks.signTestPayload(body, secret)
  await assert.rejects(webhooks.verifyQuestion(body, signed, secret), { code: 'invalid_body' })
  await assert.rejects(webhooks.verifyQuestion(asked, signed, secret), { code: 'bad_signature' })
})

test('the data of a transaction event includes the results of the rules', async () => {
  const text = JSON.stringify({
    id: 'evt_1',
    type: 'transaction.authorized',
    data: { rule_results: [{ matched: true }] },
  })
  const verified = await webhooks.verify(text, await webhooks.signTestPayload(text, secret), secret)
  assert.equal(verified.type === 'transaction.authorized' && verified.data.rule_results[0]?.matched, true)
})
