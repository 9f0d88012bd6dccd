// What a caller can set, for a client and for one request.

import { ConfigurationError } from './errors.ts'
import type { Environment } from './generated/schemas.ts'
import type { Hooks } from './hooks.ts'

export interface ClientOptions extends Hooks {
  /** `sk_test_…` or `sk_live_…`; `CARDWRIGHT_API_KEY` when left out. */
  apiKey?: string | undefined
  /** With `/v1` at its end; `CARDWRIGHT_BASE_URL`, or a service on this machine, when left out. */
  baseUrl?: string | undefined
  /** For one attempt, from its first byte until its whole answer is there. 30,000 when left out. */
  timeoutMs?: number | undefined
  /** How often a request is tried again. 2 when left out. */
  maxRetries?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** In place of the `fetch` of the runtime. */
  fetch?: typeof globalThis.fetch | undefined
}

export interface RequestOptions {
  /** Of a write. The library makes one when left out, and keeps it over its retries. */
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/** Options of a client with every gap filled. */
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

/** Options over those of another client; headers are added to its headers. */
export function overridden(settings: Settings, options: ClientOptions): ClientOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...settings, ...Object.fromEntries(given), headers: { ...settings.headers, ...options.headers } }
}

/** The message does not hold the key: it ends up in logs. */
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
