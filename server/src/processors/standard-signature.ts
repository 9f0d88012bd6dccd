// Standard Webhooks signatures, which two processors use: HMAC-SHA256 over "id.seconds.body", with several signatures while a
// secret is being rotated. The processors differ in how the key is taken from the secret, so each passes its own.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BadSignature } from './processor.ts'

/** A larger difference means a replay or a wrong clock. */
const TOLERANCE_SECONDS = 300

/** Returns the time at which the message was signed, in whole seconds. */
export function verifyStandardSignature(
  headers: IncomingHttpHeaders,
  body: Buffer,
  keys: readonly Buffer[],
  now: Date,
): Date {
  const id = header(headers, 'webhook-id')
  const seconds = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [Buffer.from(each.slice(3), 'base64')] : []))
  const signedAt = readTimestamp(seconds, now)
  const isSigned = keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest()
    return signatures.some((signature) => isSame(signature, expected))
  })
  if (!isSigned) throw new BadSignature('no secret of this processor made the signature')
  return signedAt
}

/** Refuses a time that is too far from now. */
export function readTimestamp(seconds: string, now: Date): Date {
  if (!/^\d{1,12}$/.test(seconds)) throw new BadSignature('the time of the signature is not a number')
  const age = Math.abs(now.getTime() / 1000 - Number(seconds))
  if (age > TOLERANCE_SECONDS) throw new BadSignature('the signature is too old, or from the future')
  return new Date(Number(seconds) * 1000)
}

/** Compares in constant time. */
export function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw new BadSignature(`the header ${name} is missing`)
  return value
}
