// Lithic signs by Standard Webhooks. The key is the base64-decoded secret without its prefix.

import type { IncomingHttpHeaders } from 'node:http'
import { verifyStandardSignature } from '../standard-signature.ts'

const PREFIX = 'whsec_'
/** A secret that is not base64 decodes to little or nothing, and with an empty key anybody could sign. */
const MIN_KEY_BYTES = 16

/** Questions, 3-D Secure decisions and events each have a secret of their own; any of them may have signed. */
export function verifyLithicSignature(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): Date {
  const keys = secrets.map(keyOf).filter((key) => key.length >= MIN_KEY_BYTES)
  return verifyStandardSignature(headers, body, keys, now)
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
}
