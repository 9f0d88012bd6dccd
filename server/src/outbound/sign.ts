// The headers of an attempt, in two schemes: a plain one, which is HMAC-SHA256 of the body in hex, and Standard
// Webhooks, which also signs the id and the time.

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { standardKey } from './secrets.ts'

export type SigningKey = { plain: KeyObject; standard: KeyObject }

export function signingKey(secret: string): SigningKey {
  return { plain: createSecretKey(Buffer.from(secret)), standard: createSecretKey(standardKey(secret)) }
}

export type Signed = { eventId: string; eventType: string; body: string; at: Date }

/** `keys` holds the current key and, for a day after a rotation, the previous one. */
export function signedHeaders(
  keys: readonly SigningKey[],
  { eventId, eventType, body, at }: Signed,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const standard = keys.map(
    (key) => `v1,${createHmac('sha256', key.standard).update(`${eventId}.${seconds}.${body}`).digest('base64')}`,
  )
  const [signature, previous] = keys.map((key) => createHmac('sha256', key.plain).update(body).digest('hex'))
  return {
    'content-type': 'application/json',
    'user-agent': 'Cardwright-Webhooks/1',
    'x-webhook-id': eventId,
    'x-webhook-timestamp': seconds,
    'x-webhook-event': eventType,
    'x-webhook-signature': signature!,
    ...(previous !== undefined && { 'x-webhook-signature-previous': previous }),
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': standard.join(' '),
  }
}
