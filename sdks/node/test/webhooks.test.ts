// Beside the vectors of sdks/contract, which every library judges.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedHeaders, signingKey } from '../../../server/src/webhooks/sign.ts'
import { WebhookVerificationError, webhooks } from '../src/index.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const event = { id: 'evt_1', type: 'card.frozen', sequence: 3, data: { reason: 'api' } }

test('what the service signs is verified, also during a rotation', async () => {
  const body = JSON.stringify(event)
  const keys = [signingKey('the new secret, custom'), signingKey(secret)]
  const headers = signedHeaders(keys, { eventId: 'evt_1', eventType: 'card.frozen', body, at: new Date() })
  for (const each of [secret, 'the new secret, custom']) {
    const verified = await webhooks.verify(body, headers, each)
    assert.equal(verified.type === 'card.frozen' && verified.data.reason, 'api')
  }
})

test('headers and body are taken as frameworks give them', async () => {
  const { body, headers } = await webhooks.signTestPayload(event, secret)
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  const bytes = Buffer.from(`x${body}`).subarray(1) // a view that does not begin where its buffer does
  for (const given of [headers, lists, new Headers(headers)]) {
    for (const raw of [body, bytes, new TextEncoder().encode(body).buffer]) {
      assert.equal((await webhooks.verify(raw, given, secret)).id, 'evt_1')
    }
  }
})

test('a body that was parsed is named as the cause', async () => {
  const { headers } = await webhooks.signTestPayload(event, secret)
  await assert.rejects(webhooks.verify(event as never, headers, secret), (error) => {
    assert.ok(error instanceof WebhookVerificationError)
    return error.code === 'invalid_body' && /raw body/.test(error.message)
  })
})

test('a missing secret is an error of the receiver, not of the sender', async () => {
  const { body, headers } = await webhooks.signTestPayload(event, secret)
  for (const none of ['', [], undefined as never]) {
    await assert.rejects(webhooks.verify(body, headers, none), (error) => !(error instanceof WebhookVerificationError))
  }
})
