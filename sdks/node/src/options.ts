// The options of a client, and of one request.

import { ConfigurationError } from './errors.ts'
import type { Environment } from './generated/schemas.ts'
import type { Hooks } from './hooks.ts'

export interface ClientOptions extends Hooks {
  /** `sk_test_…` or `sk_live_…`; `CARDWRIGHT_API_KEY` when left out. */
  apiKey?: string | undefined
  /** The address including `/v1`. The default is `CARDWRIGHT_BASE_URL`, or else a service on this machine. */
  baseUrl?: string | undefined
  /** For one attempt, from sending the request until the whole answer has arrived. 30,000 when left out. */
  timeoutMs?: number | undefined
  /** The number of retries after the first attempt. 2 when left out. An event stream that was open once keeps trying longer. */
  maxRetries?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** Replaces the `fetch` of the runtime. */
  fetch?: typeof globalThis.fetch | undefined
}

export interface RequestOptions {
  /** The key of a write. The library makes one when it is left out. All retries send the same key. */
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
  /** For an event stream, also how often in a row a lost connection is opened again: 40 times when left out. */
  maxRetries?: number | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/** The options of a client with defaults filled in. */
export interface Settings extends Hooks {
  apiKey: string
  environment: Environment
  baseUrl: string
  timeoutMs: number
  maxRetries: number
  headers: Record<string, string>
  fetch: typeof globalThis.fetch
}

const LOCAL = 'http://127.0.0.1:8080/v1'
const TIMEOUT_MS = 30_000
const MAX_RETRIES = 2

export function settle(options: ClientOptions): Settings {
  const apiKey = options.apiKey ?? fromEnvironment('CARDWRIGHT_API_KEY')
  if (!apiKey) throw new ConfigurationError('No API key: pass apiKey, or set CARDWRIGHT_API_KEY.')
  return {
    apiKey,
    environment: environmentOf(apiKey),
    baseUrl: trimmedUrl(options.baseUrl ?? fromEnvironment('CARDWRIGHT_BASE_URL') ?? LOCAL),
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? TIMEOUT_MS),
    maxRetries: count('maxRetries', options.maxRetries ?? MAX_RETRIES),
    headers: options.headers ?? {},
    // Called without a receiver: some runtimes refuse a fetch that is called as a method.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    onRequest: options.onRequest,
    onResponse: options.onResponse,
  }
}

/** The options of another client, overridden by the given ones. Headers are added to its headers. */
export function overridden(settings: Settings, options: ClientOptions): ClientOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...settings, ...Object.fromEntries(given), headers: { ...settings.headers, ...options.headers } }
}

/** The message does not contain the key, because messages end up in logs. */
function environmentOf(apiKey: string): Environment {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new ConfigurationError('The API key holds a space or a line break.')
  if (apiKey.startsWith('sk_test_')) return 'sandbox'
  if (apiKey.startsWith('sk_live_')) return 'production'
  throw new ConfigurationError('An API key begins with sk_test_ or sk_live_.')
}

function trimmedUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new ConfigurationError(`${text} is not an http address.`)
  return text.replace(/\/+$/, '')
}

export function positive(name: string, value: number): number {
  if (value > 0) return value
  throw new ConfigurationError(`${name} must be above 0.`)
}

export function count(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new ConfigurationError(`${name} must be a whole number, 0 or more.`)
}

/** Edge runtimes have no process. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}
