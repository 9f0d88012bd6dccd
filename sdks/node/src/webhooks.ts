// Verifies requests to a webhook endpoint. It needs a secret and no client.

import { CardwrightError, ConfigurationError } from './errors.ts'
import type { CardwrightEvent } from './event.ts'
import type { DecisionQuestion } from './generated/schemas.ts'
import { hideSecrets } from './masked.ts'
import {
  type Bytes,
  bytesOf,
  fromBase64,
  fromHex,
  isSignedBy,
  sign,
  standardContent,
  standardKey,
  toBase64,
  toHex,
} from './webhook-signature.ts'

export type VerificationCode =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'bad_signature'
  | 'invalid_body'

export class WebhookVerificationError extends CardwrightError {
  readonly code: VerificationCode

  constructor(code: VerificationCode, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** The headers of a Fetch API request, or of Node, Express or Fastify. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/** `standard` also signs the id and the time. `plain` signs only the body, so a recorded request never expires. */
export type WebhookScheme = 'standard' | 'plain'

export interface VerifyOptions {
  /**
   * Which of the two signatures is checked: `webhook-signature` of Standard Webhooks by default, `X-Webhook-Signature`
   * with `plain`. Only the chosen signature counts, so a sender cannot choose the weaker one by leaving out a header.
   */
  scheme?: WebhookScheme | undefined
  /** By how many seconds the time of the signature may differ from `now`. 300 when left out. */
  tolerance?: number | undefined
  /** Replaces the machine's clock. */
  now?: Date | undefined
}

const TOLERANCE_S = 300

/**
 * Returns the event if one of the secrets signed it. Otherwise throws a WebhookVerificationError that names the cause.
 *
 * Pass the body as the received bytes: a body that was parsed and serialized again has another signature.
 */
export async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<CardwrightEvent> {
  return eventOf(await verifiedBody(rawBody, headers, secret, options))
}

/**
 * Like `verify`, for the question that the decision hook is asked. Answer it with a DecisionAnswer as JSON and status 200.
 */
export async function verifyQuestion(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<DecisionQuestion> {
  const question = jsonOf(await verifiedBody(rawBody, headers, secret, options)) as Partial<DecisionQuestion> | null
  if (question?.type === 'authorization.request') return question as DecisionQuestion
  throw new WebhookVerificationError('invalid_body', 'it is not a question to a decision hook.')
}

async function verifiedBody(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions,
): Promise<Bytes> {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.some((each) => !each)) throw new ConfigurationError('A webhook secret is empty.')
  const body = rawBytes(rawBody)
  const header = reader(headers)
  await VERIFIERS[checkedScheme(options.scheme)](body, header, secrets, options)
  return body
}

type HeaderReader = (name: string) => string | undefined
type Verifier = (body: Bytes, header: HeaderReader, secrets: readonly string[], options: VerifyOptions) => Promise<void>

const VERIFIERS: Record<WebhookScheme, Verifier> = { standard: verifyStandard, plain: verifyPlain }

function checkedScheme(scheme: WebhookScheme = 'standard'): WebhookScheme {
  if (Object.hasOwn(VERIFIERS, scheme)) return scheme
  throw new ConfigurationError('scheme is "standard" or "plain".')
}

async function verifyStandard(
  body: Bytes,
  header: HeaderReader,
  secrets: readonly string[],
  options: VerifyOptions,
): Promise<void> {
  const given = required(header, 'webhook-signature')
  const id = required(header, 'webhook-id')
  const timestamp = required(header, 'webhook-timestamp')
  checkTime(timestamp, options)
  const signatures = given
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => fromBase64(each.slice('v1,'.length)))
  const keys = secrets.map(standardKey)
  if (!(await isSignedBy(keys, signatures, standardContent(id, timestamp, body)))) throw badSignature()
}

/** For a day after a rotation, the old secret signs a second header. */
async function verifyPlain(body: Bytes, header: HeaderReader, secrets: readonly string[]): Promise<void> {
  const given = [required(header, 'x-webhook-signature'), header('x-webhook-signature-previous')]
  const signatures = given.filter((each) => each !== undefined).map(fromHex)
  if (!(await isSignedBy(secrets.map(bytesOf), signatures, body))) throw badSignature()
}

function checkTime(timestamp: string, { tolerance = TOLERANCE_S, now = new Date() }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('invalid_timestamp', 'webhook-timestamp is not a number of seconds.')
  }
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (age > tolerance) throw new WebhookVerificationError('timestamp_too_old', `it was signed ${age} s ago.`)
  if (-age > tolerance) throw new WebhookVerificationError('timestamp_too_new', `it was signed ${-age} s from now.`)
}

function badSignature(): WebhookVerificationError {
  return new WebhookVerificationError(
    'bad_signature',
    'no secret fits. Is it the secret of this endpoint, and the body as it came, not parsed and written again?',
  )
}

function required(header: HeaderReader, name: string): string {
  const value = header(name)
  if (value !== undefined) return value
  throw new WebhookVerificationError('missing_header', `${name} is missing.`)
}

function reader(headers: WebhookHeaders): HeaderReader {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = found.get(name)
    return Array.isArray(value) ? value.join(' ') : value
  }
}

function rawBytes(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return bytesOf(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  throw new WebhookVerificationError('invalid_body', 'it was parsed already; pass the raw body, as text or bytes.')
}

function jsonOf(body: Bytes): unknown {
  try {
    const text = new TextDecoder().decode(body)
    return hideSecrets(JSON.parse(text), text)
  } catch {
    throw new WebhookVerificationError('invalid_body', 'it is not JSON.')
  }
}

function eventOf(body: Bytes): CardwrightEvent {
  const event = jsonOf(body) as Partial<CardwrightEvent> | null
  if (typeof event?.id === 'string' && typeof event.type === 'string') return event as CardwrightEvent
  throw new WebhookVerificationError('invalid_body', 'it is not an event.')
}

export interface SignOptions {
  /** Seconds since 1970; now when left out. */
  timestamp?: number | undefined
}

/** Makes the headers that the service would send with this body, for tests of your endpoint. */
export async function signTestPayload(
  body: string | Uint8Array | ArrayBuffer,
  secret: string,
  { timestamp = Math.floor(Date.now() / 1000) }: SignOptions = {},
): Promise<Record<string, string>> {
  const bytes = rawBytes(body)
  const { id = 'evt_test', type = 'webhook.test' } = JSON.parse(new TextDecoder().decode(bytes))
  const standard = await sign(standardKey(secret), standardContent(id, String(timestamp), bytes))
  return {
    'content-type': 'application/json',
    'x-webhook-id': id,
    'x-webhook-timestamp': String(timestamp),
    'x-webhook-event': type,
    'x-webhook-signature': toHex(await sign(bytesOf(secret), bytes)),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${toBase64(standard)}`,
  }
}

/** `import { webhooks } from '@cardwright/sdk'` */
export const webhooks = { verify, verifyQuestion, signTestPayload }
