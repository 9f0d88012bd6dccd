import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import Lithic from 'lithic'
import { BadSignature } from '../processor.ts'
import { keyOf, verifyLithicSignature } from './signature.ts'

// This vector is printed in Lithic's documentation.
const vector = {
  id: '65a9dad4-1b60-4686-83fd-65b25078a4b4',
  seconds: '1698031907',
  secret: 'aDeFC3Zn55XB3PDD2zF0JP9cyrDHdV/18VOmkTcuyto=',
  body: '{"acquirer_fee":0,"amount":2000,"authorization_amount":2000}',
  signature: 'OGBiqPtc/O2sWacUsuS4pvTdfFBv6dqxYX/4UFzrbGk=',
}
const library = new Lithic({ apiKey: 'unused' })

function signedHeaders(secret: string, body: string, seconds: string, id = 'msg_1'): Record<string, string> {
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`
const secondsOf = (time: Date) => String(Math.floor(time.getTime() / 1000))

function isAccepted(headers: Record<string, string>, body: string, secrets: string[], now: Date): boolean {
  try {
    verifyLithicSignature(headers, Buffer.from(body), secrets, now)
    return true
  } catch (error) {
    assert.ok(error instanceof BadSignature, String(error))
    return false
  }
}

test("the signature in Lithic's documentation is accepted", () => {
  const headers = {
    'webhook-id': vector.id,
    'webhook-timestamp': vector.seconds,
    'webhook-signature': `v1,${vector.signature}`,
  }
  const then = new Date(Number(vector.seconds) * 1000)
  assert.equal(isAccepted(headers, vector.body, [vector.secret], then), true)
  assert.equal(isAccepted(headers, vector.body, [`whsec_${vector.secret}`], then), true)
  assert.equal(isAccepted(headers, vector.body.replace('2000', '2001'), [vector.secret], then), false)
})

test("our verification and Lithic's library accept and reject the same messages", () => {
  const now = new Date()
  const secret = secretOf(32)
  const older = secretOf(32)
  const body = '{"event_type":"card.updated"}'
  const seconds = secondsOf(now)
  const good = signedHeaders(secret, body, seconds)
  const rotated = {
    ...good,
    'webhook-signature': `${signedHeaders(older, body, seconds)['webhook-signature']} ${good['webhook-signature']}`,
  }
  const long = secondsOf(new Date(now.getTime() - 302_000))
  const cases: [string, Record<string, string>, string, boolean][] = [
    ['as signed', good, body, true],
    ['while a secret is rotated', rotated, body, true],
    ['another body', good, `${body} `, false],
    ['another id', { ...good, 'webhook-id': 'msg_2' }, body, false],
    ['another secret', signedHeaders(older, body, seconds), body, false],
    ['302 seconds old', signedHeaders(secret, body, long), body, false],
    ['no signature', { ...good, 'webhook-signature': '' }, body, false],
    [
      'an unknown version',
      { ...good, 'webhook-signature': good['webhook-signature']!.replace('v1', 'v2') },
      body,
      false,
    ],
  ]
  for (const [what, headers, sent, expected] of cases) {
    assert.equal(isAccepted(headers, sent, [secret], now), expected, `ours: ${what}`)
    assert.equal(isAcceptedByLibrary(headers, sent, secret), expected, `theirs: ${what}`)
  }
})

test('a signature with any of several secrets is accepted', () => {
  const now = new Date()
  const secrets = [secretOf(32), secretOf(24), secretOf(32)]
  for (const secret of secrets)
    assert.equal(isAccepted(signedHeaders(secret, '{}', secondsOf(now)), '{}', secrets, now), true)
})

test('a secret that decodes to almost nothing is never accepted', () => {
  const now = new Date()
  for (const empty of ['', 'whsec_', '!!!!', 'whsec_YWJj']) {
    const headers = signedHeaders(empty, '{}', secondsOf(now))
    assert.equal(isAccepted(headers, '{}', [empty], now), false)
  }
  assert.equal(isAccepted(signedHeaders('', '{}', secondsOf(now)), '{}', [], now), false)
})

function isAcceptedByLibrary(headers: Record<string, string>, body: string, secret: string): boolean {
  try {
    library.webhooks.unwrap(body, headers, secret)
    return true
  } catch {
    return false
  }
}
