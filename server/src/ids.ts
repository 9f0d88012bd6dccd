// Ids are uuid v7 inside. Outside they are a prefix, two characters of bucket and 26 of uuid, all in
// Crockford's base 32, so that an id says where its row is stored.

import { randomFillSync } from 'node:crypto'

export type Uuid = string & { readonly uuid: unique symbol }

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))

export const idPrefixes = {
  card: 'card_',
  transaction: 'txn_',
  deposit: 'dep_',
  challenge: '3ds_',
  event: 'evt_',
  webhook: 'wh_',
  delivery: 'dlv_',
  key: 'key_',
} as const
export type IdKind = keyof typeof idPrefixes

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

// Random bytes are drawn in blocks: a system call per id would cost more than the id.
const pool = Buffer.alloc(8192)
let poolUsed = pool.length
let lastMs = 0
let counter = 0

/** uuid v7 (RFC 9562): 48 bits of wall milliseconds, a 12-bit counter within the millisecond, 62 random bits. */
export function newUuid(wallMs: number = Date.now()): Uuid {
  if (wallMs > lastMs) {
    lastMs = wallMs
    counter = 0
  } else {
    counter += 1
    // More than 4,096 in one millisecond borrow from the next, which keeps ids rising.
    if (counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
  }
  return uuidV7(lastMs, counter)
}

function uuidV7(ms: number, count: number): Uuid {
  if (poolUsed + 8 > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  const r = poolUsed
  poolUsed += 8
  const high = Math.floor(ms / 65536)
  const time = hex((high >>> 24) & 255) + hex((high >>> 16) & 255) + hex((high >>> 8) & 255) + hex(high & 255)
  const rest = `${hex((ms >>> 8) & 255)}${hex(ms & 255)}-${hex(0x70 | (count >>> 8))}${hex(count & 255)}`
  const variant = `${hex(0x80 | (pool[r]! & 63))}${hex(pool[r + 1]!)}`
  const random = hex(pool[r + 2]!) + hex(pool[r + 3]!) + hex(pool[r + 4]!) + hex(pool[r + 5]!)
  return `${time}-${rest}-${variant}-${random}${hex(pool[r + 6]!)}${hex(pool[r + 7]!)}` as Uuid
}

function hex(byte: number): string {
  return HEX[byte]!
}

/** Sixteen bytes as a uuid, for hashes that are stored in the compact type. */
export function uuidFromBytes(bytes: Uint8Array): Uuid {
  let text = ''
  for (let i = 0; i < 16; i++) {
    text += hex(bytes[i]!)
    if (i === 3 || i === 5 || i === 7 || i === 9) text += '-'
  }
  return text as Uuid
}

export function publicId(kind: IdKind, bucket: number, uuid: string): string {
  return idPrefixes[kind] + ALPHABET[bucket >>> 5] + ALPHABET[bucket & 31] + base32FromUuid(uuid)
}

export function parseId(kind: IdKind, text: string): { bucket: number; uuid: Uuid } | undefined {
  const prefix = idPrefixes[kind]
  if (text.length !== prefix.length + 28 || !text.startsWith(prefix)) return undefined
  const body = text.slice(prefix.length)
  for (const character of body) if (!VALUES.has(character)) return undefined
  const bucket = VALUES.get(body[0]!)! * 32 + VALUES.get(body[1]!)!
  // 26 characters hold 130 bits: the first may only use three of its five.
  if (bucket > 255 || VALUES.get(body[2]!)! > 7) return undefined
  return { bucket, uuid: uuidFromBase32(body.slice(2)) }
}

function base32FromUuid(uuid: string): string {
  let out = ''
  let bits = 2 // 128 bits in 26 characters leave two leading zero bits
  let value = 0
  for (let i = 0; i < 36; i++) {
    const code = uuid.charCodeAt(i)
    if (code === 45) continue
    value = (value << 4) | (code < 58 ? code - 48 : code - 87)
    bits += 4
    if (bits >= 5) {
      bits -= 5
      out += ALPHABET[(value >>> bits) & 31]
      value &= (1 << bits) - 1
    }
  }
  return out
}

function uuidFromBase32(text: string): Uuid {
  const bytes = new Uint8Array(16)
  let bits = -2
  let value = 0
  let index = 0
  for (const character of text) {
    value = (value << 5) | VALUES.get(character)!
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[index++] = (value >>> bits) & 255
      value &= (1 << bits) - 1
    }
  }
  return uuidFromBytes(bytes)
}

/** The wall time an id was made at. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}
