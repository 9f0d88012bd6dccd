// A node's answer is checked field by field. A wrong shape is an error that says what was expected, and the next
// node is asked.

import { isJsonObject } from '../../json-object.ts'

/** The node answered, but not with what the method promises. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

export type Fields = Record<string, unknown>

function wrong(what: string, value: unknown): AnswerError {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  return new AnswerError(`expected ${what}, got ${kind}`)
}

export function fields(value: unknown): Fields {
  if (isJsonObject(value)) return value
  throw wrong('an object', value)
}

export function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  throw wrong('an array', value)
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw wrong('a string', value)
}

/** A block height, a slot or a count. */
export function whole(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw wrong('a whole number', value)
}

/** An unsigned amount that JSON carries as a number; beyond 2^53 it was parsed as a bigint. */
export function amount(value: unknown): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value
  return BigInt(whole(value))
}

/** 32 bytes in hex without a prefix, as Bitcoin writes hashes. */
export function hash(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw wrong('64 hex digits', value)
}

export function hexBytes(value: unknown): Buffer {
  if (typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-f]*$/i.test(value))
    return Buffer.from(value, 'hex')
  throw wrong('hex', value)
}

/** 0x and 32 bytes, as Ethereum writes hashes. */
export function hash0x(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw wrong('0x and 64 hex digits', value)
}

export function address0x(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return value.toLowerCase()
  throw wrong('an address', value)
}

/** An Ethereum quantity: up to 256 bits. */
export function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw wrong('a hex quantity', value)
}

/** A quantity small enough to count with. */
export function number0x(value: unknown): number {
  return whole(Number(quantity(value)))
}

/** Base58 of 32 bytes (an address or block hash) is 32 to 44 characters, of 64 bytes (a signature) up to 88. */
export function base58(value: unknown): string {
  if (typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(value)) return value
  throw wrong('base58', value)
}
