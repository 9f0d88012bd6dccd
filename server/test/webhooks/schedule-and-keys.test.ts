// The pure functions, for any input: the wait before the next attempt, the judgement of an answer, and the key of a
// secret.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { newSecret, standardKey } from '../../src/outbound/secrets.ts'
import { signingKey } from '../../src/outbound/sign.ts'
import { type DeliveryRow, DeliveryStatus } from '../../src/webhooks/deliveries.ts'
import { classify } from '../../src/webhooks/delivery/attempt.ts'
import { Endpoint } from '../../src/webhooks/delivery/endpoint.ts'
import { delayAfter, FAILING_MS, MAX_ATTEMPTS } from '../../src/webhooks/retry-schedule.ts'
import type { WebhookRow } from '../../src/webhooks/webhook.ts'
import { HOUR, MINUTE, SECOND } from './scene.ts'

const delays = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
const DAY_MS = 24 * HOUR
const now = new Date('2026-11-15T12:00:00.000Z')
const attempt = fc.integer({ min: 1, max: delays.length })
const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 64 })
const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

test('ten attempts in all, five days of failure', () => {
  assert.deepEqual([MAX_ATTEMPTS, FAILING_MS], [10, 5 * DAY_MS])
})

test('the wait is the delay of the schedule or up to a tenth less, in whole milliseconds', () => {
  fc.assert(
    fc.property(attempt, chance, (after, luck) => {
      const wait = delayAfter(after, null, now, luck)!
      const delay = delays[after - 1]!
      assert.ok(Number.isInteger(wait) && wait <= delay && wait >= 0.9 * delay - 1)
    }),
  )
  for (const [index, delay] of delays.entries()) assert.equal(delayAfter(index + 1, null, now, 0), delay)
})

test('after the tenth attempt there is none, whatever the receiver asks for', () => {
  const asked = fc.option(fc.oneof(fc.string(), fc.nat().map(String)))
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 32_767 }), asked, chance, (after, text, luck) => {
      assert.equal(delayAfter(after, text, now, luck), undefined)
    }),
  )
})

test('Retry-After in seconds: the longer of it and the schedule, up to 24 h, however many digits', () => {
  fc.assert(
    fc.property(attempt, fc.bigInt({ min: 0n, max: 10n ** 20n }), chance, (after, seconds, luck) => {
      const scheduled = delayAfter(after, null, now, luck)!
      const asked = Number(seconds > 86_400n ? 86_400n : seconds) * SECOND
      assert.equal(delayAfter(after, String(seconds), now, luck), Math.max(scheduled, asked))
    }),
  )
})

test('Retry-After as a date: the longer of it and the schedule, up to 24 h', () => {
  const date = fc.integer({ min: -2_000_000, max: 2_000_000 }) // seconds from now
  fc.assert(
    fc.property(attempt, date, chance, (after, seconds, luck) => {
      const text = new Date(now.getTime() + seconds * SECOND).toUTCString()
      const scheduled = delayAfter(after, null, now, luck)!
      const asked = Math.min(Math.max(seconds * SECOND, 0), DAY_MS)
      assert.equal(delayAfter(after, text, now, luck), Math.max(scheduled, asked))
    }),
  )
})

test('whatever else Retry-After says, the wait stays between the schedule and 24 h', () => {
  fc.assert(
    fc.property(attempt, anyText, chance, (after, text, luck) => {
      const scheduled = delayAfter(after, null, now, luck)!
      const wait = delayAfter(after, text, now, luck)!
      assert.ok(wait >= scheduled && wait <= Math.max(scheduled, DAY_MS))
    }),
  )
})

test('what is neither seconds nor an HTTP date asks for nothing', () => {
  for (const text of [
    '',
    ' ',
    '-1',
    '-30',
    '-60',
    '-2027',
    '+60',
    '1.5',
    '60.5',
    '60s',
    '1e3',
    '0x10',
    'soon',
    '1, 2',
    'NaN',
    'Infinity',
  ])
    assert.equal(delayAfter(1, text, now, 0), 5 * SECOND, JSON.stringify(text))
  for (const text of [' 120 ', '0120', '120']) assert.equal(delayAfter(1, text, now, 0), 120 * SECOND, text)
})

// ---- judging an answer --------------------------------------------------------------------------------------

function endpoint(failingSince: Date | null): Endpoint {
  const row = { id: 'w', bucket: 1, failing_since: failingSince } as WebhookRow
  const key = signingKey('a secret for this')
  return new Endpoint(row, {
    place: { bucket: 1, id: 'p' as never },
    url: 'https://example.com',
    keys: { present: key, previous: undefined, previousUntil: null },
    allowLoopback: false,
    offsetMs: 0n,
  })
}
const delivery = { attempt: 0, status: DeliveryStatus.pending } as DeliveryRow
const answered = (status: number | null) => ({ status, body: '', retryAfter: null, error: null, durationMs: 12.6 })
const ago = (ms: number) => new Date(now.getTime() - ms)

const classifications: [what: string, status: number | null, failingSince: Date | null, expected: object][] = [
  ['a success', 200, null, { status: 2, change: undefined }],
  ['a success after failures', 204, ago(HOUR), { status: 2, change: { failingSince: null, active: true } }],
  ['the first failure', 500, null, { status: 1, change: { failingSince: now, active: true } }],
  ['a further failure', 500, ago(HOUR), { status: 1, change: undefined }],
  ['no answer', null, ago(HOUR), { status: 1, change: undefined }],
  ['410', 410, null, { status: 3, change: { failingSince: now, active: false } }],
  ['a moment before five days', 500, ago(5 * DAY_MS - 1), { status: 1, change: undefined }],
  ['five days', 500, ago(5 * DAY_MS), { status: 1, change: { failingSince: ago(5 * DAY_MS), active: false } }],
  ['a success after more', 200, ago(9 * DAY_MS), { status: 2, change: { failingSince: null, active: true } }],
]
for (const [what, status, failingSince, expected] of classifications) {
  test(`${what}: ${JSON.stringify(expected)}`, () => {
    const classified = classify(endpoint(failingSince), delivery, answered(status), now)
    const change = classified.endpoint && {
      failingSince: classified.endpoint.failingSince,
      active: classified.endpoint.active,
    }
    assert.deepEqual({ status: classified.delivery.status, change }, expected)
    assert.deepEqual([classified.delivery.attempt, classified.delivery.duration_ms], [1, 13])
  })
}

// ---- secrets ------------------------------------------------------------------------------------------------

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))
const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 16,
  maxLength: 256,
})

test('whsec_ and base64 of 24 to 64 bytes is those bytes', () => {
  fc.assert(
    fc.property(bytes(24, 64), (key) => {
      assert.deepEqual(standardKey(`whsec_${key.toString('base64')}`), key)
    }),
  )
})

test('whsec_ and base64 of fewer or more bytes is the text itself', () => {
  fc.assert(
    fc.property(fc.oneof(bytes(8, 23), bytes(65, 180)), (key) => {
      const secret = `whsec_${key.toString('base64')}`
      assert.deepEqual(standardKey(secret), Buffer.from(secret))
    }),
  )
})

test('any other text is its own bytes', () => {
  const other = fc.oneof(
    printable.filter((text) => !text.startsWith('whsec_')),
    printable.filter((text) => !/^[A-Za-z0-9+/]+=*$/.test(text)).map((text) => `whsec_${text}`.slice(0, 256)),
    bytes(24, 64).map((key) => `whsec_${key.toString('base64')} `),
    bytes(24, 64).map((key) => ` whsec_${key.toString('base64')}`),
    bytes(24, 64).map((key) => `WHSEC_${key.toString('base64')}`),
    bytes(25, 25).map((key) => `whsec_${key.toString('base64url')}`),
  )
  fc.assert(
    fc.property(
      other.filter((text) => !/^whsec_[A-Za-z0-9+/]+=*$/.test(text)),
      (secret) => {
        assert.deepEqual(standardKey(secret), Buffer.from(secret))
      },
    ),
  )
})

test('whenever the key is decoded, the public package decodes the same: its signature is ours', () => {
  const secret = fc.oneof(
    bytes(24, 64).map((key) => `whsec_${key.toString('base64')}`),
    fc.constant(null).map(() => newSecret()),
  )
  fc.assert(
    fc.property(secret, fc.string(), (each, body) => {
      const at = new Date(1_700_000_000_000)
      const theirs = new StandardWebhook(each).sign('evt_1', at, body)
      const ours = createHmac('sha256', standardKey(each)).update(`evt_1.1700000000.${body}`).digest('base64')
      assert.equal(theirs, `v1,${ours}`)
    }),
  )
})
