// Stripe's own scheme: `Stripe-Signature: t=SECONDS,v1=HEX[,v1=HEX]`, HMAC-SHA256 over "SECONDS.BODY". The key is the secret
// as it is written, with its prefix `whsec_`. While a secret is rolled there are two signatures.

import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BadSignature } from '../processor.ts'
import { isSame, readTimestamp } from '../standard-signature.ts'

/** Stripe sends one signature per valid secret. Many more would only cost time. */
const MAX_SIGNATURES = 10
const MAX_HEADER_LENGTH = 4_000

/** Returns the time at which the message was signed, in whole seconds. */
export function verifySignature(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): Date {
  const { seconds, signatures } = partsOf(headers['stripe-signature'])
  const signedAt = readTimestamp(seconds, now)
  const isSigned = secrets.some((secret) => {
    if (secret === '') return false
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
    return signatures.some((signature) => isSame(signature, expected))
  })
  if (!isSigned) throw new BadSignature('no secret of this processor made the signature')
  return signedAt
}

function partsOf(header: string | string[] | undefined): { seconds: string; signatures: Buffer[] } {
  if (typeof header !== 'string') throw new BadSignature('the header stripe-signature is missing')
  if (header.length > MAX_HEADER_LENGTH) throw new BadSignature('the header stripe-signature is too long')
  const pairs = header.split(',').map((pair) => pair.trim().split('=', 2))
  const valuesOf = (name: string) => pairs.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [seconds, ...more] = valuesOf('t')
  const signatures = valuesOf('v1')
  if (seconds === undefined || more.length > 0) throw new BadSignature('the signature has no one time')
  if (signatures.length > MAX_SIGNATURES) throw new BadSignature('too many signatures')
  return { seconds, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) }
}
