// Reads single environment variables. An error message names the variable and never repeats its value.

import { isIPv4 } from 'node:net'
import type { Environment } from './environment.ts'

export type { Environment }

/** The message names the variable and what it should be; it never repeats a secret. */
export class ConfigError extends Error {}

export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

export function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name)
  if (value === undefined) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`)
  }
  return number
}

export function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return fallback
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw new ConfigError(`${name} must be true or false`)
}

export function url(env: Environment, name: string, protocols: string[]): string | undefined {
  const value = text(env, name)
  if (value === undefined || isUrl(value, protocols)) return value
  throw new ConfigError(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function isLogLevel(value: string): boolean {
  return LOG_LEVELS.includes(value)
}

export function checkLogLevel(env: Environment): void {
  const value = text(env, 'LOG_LEVEL')
  if (value !== undefined && !isLogLevel(value))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)
}

export function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

/** `host` as HOST or a URL writes it. Apart from `localhost`, a name that must be resolved does not count as loopback. */
export function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}
