import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { BadSignature } from '../processor.ts'
import { verifySignature } from './signature.ts'

const SECRET = 'whsec_aDeFC3Zn55XB3PDD2zF0JP9cyrDHdV'
const NOW = new Date('2026-11-16T00:00:00Z')
const SECONDS = NOW.getTime() / 1000
const BODY = '{"id":"evt_1","object":"event","name":"Café"}'

const library = new Stripe('sk_test_none')

const verify = (header: string | undefined, { body = BODY, secrets = [SECRET], now = NOW } = {}) =>
  verifySignature(header === undefined ? {} : { 'stripe-signature': header }, Buffer.from(body), secrets, now)
const signedBy = (secret: string, timestamp = SECONDS) =>
  library.webhooks.generateTestHeaderString({ payload: BODY, secret, timestamp })

test("a signature of Stripe's own library is accepted", () => {
  verify(signedBy(SECRET))
})

test('a signature is the HMAC of the time and the body with the whole text of the secret as the key', () => {
  // This was computed once with OpenSSL: printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_example
  verify('t=1700000000,v1=7fd3f63e358a5b466ad16eb9b92640b6639a1d1111041bfc08779d1bacd106f2', {
    body: '{}',
    secrets: ['whsec_example'],
    now: new Date(1_700_000_000_000),
  })
})

test('during a rotation either of two signatures and either of two secrets is accepted', () => {
  const other = signedBy('whsec_other').split(',').at(-1)!
  verify(`${signedBy(SECRET)},${other}`)
  verify(`t=${SECONDS},${other},v1=00,v0=11,${signedBy(SECRET).split(',').at(-1)}`)
  verify(signedBy(SECRET), { secrets: ['whsec_new', SECRET] })
})

test('any other signature is rejected, and the error quotes neither the secret nor the body', () => {
  const good = signedBy(SECRET)
  const late = (seconds: number) => new Date((SECONDS + seconds) * 1000)
  verify(good, { now: late(300) })
  const refusals: [string, () => void][] = [
    ['no header', () => verify(undefined)],
    ['an empty header', () => verify('')],
    ['another body', () => verify(good, { body: `${BODY} ` })],
    ['an unknown secret', () => verify(good, { secrets: ['whsec_other'] })],
    ['no secret', () => verify(good, { secrets: [] })],
    ['an empty secret', () => verify(signedBy('whsec_x'), { secrets: [''] })],
    ['too old', () => verify(good, { now: late(301) })],
    ['from the future', () => verify(good, { now: late(-301) })],
    ['another time than was signed', () => verify(good.replace(/^t=\d+/, `t=${SECONDS - 1}`))],
    ['two times', () => verify(`t=${SECONDS},${good}`)],
    ['no time', () => verify(good.replace(/^t=\d+,/, ''))],
    ['a time that is no number', () => verify(good.replace(/^t=\d+/, 't=now'))],
    ['an older scheme', () => verify(good.replace('v1=', 'v0='))],
    ['a cut signature', () => verify(good.slice(0, -2))],
    ['a hundred signatures', () => verify(good + ',v1=00'.repeat(100))],
    ['a megabyte', () => verify('=,'.repeat(500_000))],
  ]
  for (const [what, attempt] of refusals) {
    assert.throws(
      attempt,
      (error) => error instanceof BadSignature && !error.message.includes(SECRET) && !error.message.includes('evt_1'),
      what,
    )
  }
})
