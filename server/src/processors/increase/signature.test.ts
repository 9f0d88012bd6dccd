import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import Increase from 'increase'
import { Webhook } from 'standardwebhooks'
import { openIncreaseWorld } from '../../../test/processors/increase-world.ts'
import { BadSignature } from '../processor.ts'
import { verifySignature } from './signature.ts'

const SECRET = 'our own secret, of raw characters'
const BODY = '{"id":"event_1","category":"card_payment.updated"}'
const NOW = new Date('2026-11-16T12:00:00Z')

/** Verifies as the library of Increase does: it uses the characters of a secret as the bytes of the key. */
function signedByLibrary(secret: string, body: string, at: Date) {
  const webhook = new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`)
  return {
    'webhook-id': 'event_1',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': webhook.sign('event_1', at, body),
  }
}

const client = new Increase({ apiKey: 'unused', webhookSecret: SECRET })

test('our verification and the library of Increase accept the same signatures', async () => {
  const at = new Date(Math.floor(Date.now() / 1000) * 1000)
  const headers = signedByLibrary(SECRET, BODY, at)
  assert.equal(client.events.unwrap(BODY, { headers }).id, 'event_1')
  verifySignature(headers, Buffer.from(BODY), [SECRET], at)

  const world = await openIncreaseWorld({ seed: 1, clock: () => new Date(), ask: async () => assert.fail() })
  try {
    const card = world.bank.addCard('card_1', null, 'key')
    await world.live(card.id, {
      amount: 500n,
      merchant: { name: 'SHOP', mcc: '5812', country: 'US' },
      begins: 'stood_in',
      steps: [],
    })
    const [message] = world.take()
    const event = client.events.unwrap(message!.body, { headers: message!.headers, key: world.signingSecret })
    assert.equal(event.category, 'card_payment.created')
    verifySignature(message!.headers, Buffer.from(message!.body), [world.signingSecret], new Date())
    const again = world.signAgain(message!)
    assert.deepEqual(client.events.unwrap(again.body, { headers: again.headers, key: world.signingSecret }), event)
  } finally {
    await world.close()
  }
})

test('the key is the characters of the secret, even if the secret looks like base64', () => {
  const secret = 'aDeFC3Zn55XB3PDD2zF0JP9cyrDHdV/18VOmkTcuyto='
  const signature = createHmac('sha256', secret)
    .update(`event_1.${NOW.getTime() / 1000}.${BODY}`)
    .digest('base64')
  const headers = signedByLibrary(secret, BODY, NOW)
  assert.equal(headers['webhook-signature'], `v1,${signature}`)
  verifySignature(headers, Buffer.from(BODY), [secret], NOW)
  const decoded = new Webhook(`whsec_${secret}`).sign('event_1', NOW, BODY)
  assert.throws(
    () => verifySignature({ ...headers, 'webhook-signature': decoded }, Buffer.from(BODY), [secret], NOW),
    BadSignature,
  )
})

test('a signature with either of two secrets is accepted during a rotation', () => {
  verifySignature(signedByLibrary('the old one', BODY, NOW), Buffer.from(BODY), [SECRET, 'the old one'], NOW)
})

test('an altered, old, unsigned or foreign message is rejected', () => {
  const good = signedByLibrary(SECRET, BODY, NOW)
  const refused: [string, Record<string, string>, string, Date][] = [
    ['another body', good, `${BODY} `, NOW],
    ['another secret', signedByLibrary('another secret', BODY, NOW), BODY, NOW],
    ['301 seconds old', good, BODY, new Date(NOW.getTime() + 301_000)],
    ['301 seconds early', good, BODY, new Date(NOW.getTime() - 301_000)],
    ['another id', { ...good, 'webhook-id': 'event_2' }, BODY, NOW],
    ['no version', { ...good, 'webhook-signature': good['webhook-signature'].slice(3) }, BODY, NOW],
    ['no header', { 'webhook-id': 'event_1' }, BODY, NOW],
    ['no secret known', good, BODY, NOW],
  ]
  for (const [why, headers, body, now] of refused) {
    const secrets = why === 'no secret known' ? [] : [SECRET]
    assert.throws(() => verifySignature(headers, Buffer.from(body), secrets, now), BadSignature, why)
  }
})
