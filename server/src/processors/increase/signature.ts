// Increase signs by Standard Webhooks, but does not decode the secret: the secret's characters are the key.

import type { IncomingHttpHeaders } from 'node:http'
import { verifyStandardSignature } from '../standard-signature.ts'

export function verifySignature(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): Date {
  return verifyStandardSignature(headers, body, secrets.map(keyOf), now)
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret, 'utf8')
}
