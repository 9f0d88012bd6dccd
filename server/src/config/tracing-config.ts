// The variables of tracing: where spans are sent, and how many of the requests are traced.

import { ConfigError, type Environment, text, url } from './config-values.ts'

export type TracingConfig = {
  url: string
  /** The credentials of the address become this header, so that no address that could be logged contains them. */
  authorization: string | undefined
  /** The share of requests that is traced, from 0 (none) to 1 (all). */
  sampleRatio: number
}

const DEFAULT_SAMPLE_RATIO = 0.05
const DEFAULT_PATH = '/v1/traces'

/** Undefined when tracing is off. */
export function readTracingConfig(env: Environment): TracingConfig | undefined {
  const address = url(env, 'TRACING_OTLP_URL', ['http:', 'https:'])
  const sampleRatio = ratio(env, 'TRACING_SAMPLE_RATIO', DEFAULT_SAMPLE_RATIO)
  if (address === undefined || sampleRatio === 0) return undefined
  const target = new URL(address)
  const authorization = basicAuthorization(target)
  target.username = ''
  target.password = ''
  if (target.pathname === '/') target.pathname = DEFAULT_PATH
  return { url: target.href, authorization, sampleRatio }
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const credentials = `${decoded(username)}:${decoded(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError('TRACING_OTLP_URL must have its reserved characters percent-encoded')
  }
}

function ratio(env: Environment, name: string, fallback: number): number {
  const value = text(env, name)
  if (value === undefined) return fallback
  if (/^(\d{1,3}(\.\d{1,9})?|\.\d{1,9})$/.test(value) && Number(value) <= 1) return Number(value)
  throw new ConfigError(`${name} must be a number from 0 to 1, like 0.05`)
}
