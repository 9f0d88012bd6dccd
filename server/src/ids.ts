// Inside the service an id is a uuid v7. In the API it is a prefix, two characters for the bucket and 26 for the uuid, in
// Crockford's base 32, so that an id says where its row is stored.

import { randomFillSync } from 'node:crypto'

export type Uuid = string & { readonly uuid: unique symbol }

/** A workspace by its key in the database. */
export type WorkspaceKey = { bucket: number; id: Uuid }

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz')
const NO_VALUE = 255
/** The value of each character of the alphabet by its code. */
const VALUES = new Uint8Array(128).fill(NO_VALUE)
for (const [value, code] of ALPHABET.entries()) VALUES[code] = value

export const idPrefixes = {
  card: 'card_',
  transaction: 'txn_',
  deposit: 'dep_',
  challenge: '3ds_',
  event: 'evt_',
  template: 'tpl_',
  spend_request: 'spr_',
  webhook: 'wh_',
  delivery: 'dlv_',
  decision_hook: 'hook_',
  decision: 'dec_',
  decision_attempt: 'dat_',
  key: 'key_',
  user: 'usr_',
  view: 'view_',
  invitation: 'inv_',
  rule: 'rule_',
  backtest: 'bt_',
  reveal_session: 'rev_',
  receipt: 'rcpt_',
} as const
export type IdKind = keyof typeof idPrefixes

const HEX = Buffer.from('0123456789abcdef')

// Random bytes are drawn in blocks: a system call per id would cost more than the id.
const pool = Buffer.alloc(8192)
let poolUsed = pool.length
let lastMs = 0
let counter = 0

// Ids are written into reused buffers and made into a string in one step. Built by concatenation, an id cost a
// microsecond.
const fresh = Buffer.alloc(16)
const uuidText = Buffer.alloc(36, '-')

/** uuid v7 (RFC 9562): 48 bits of wall milliseconds, a 12-bit counter within the millisecond, 62 random bits. */
export function newUuid(wallMs: number = Date.now()): Uuid {
  writeFresh(wallMs)
  return uuidFromBytes(fresh)
}

/** The same without hyphens, for request ids. */
export function newUuidHex(): string {
  writeFresh(Date.now())
  return fresh.toString('hex')
}

function writeFresh(wallMs: number): void {
  if (wallMs > lastMs) {
    lastMs = wallMs
    counter = 0
  } else {
    counter += 1
    // More than 4,096 ids in one millisecond borrow from the next millisecond, so that ids keep rising.
    if (counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
  }
  writeBytes(lastMs, counter)
}

function writeBytes(ms: number, count: number): void {
  if (poolUsed + 8 > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  const high = Math.floor(ms / 65536)
  fresh[0] = high >>> 24
  fresh[1] = high >>> 16
  fresh[2] = high >>> 8
  fresh[3] = high
  fresh[4] = ms >>> 8
  fresh[5] = ms
  fresh[6] = 0x70 | (count >>> 8)
  fresh[7] = count
  for (let index = 8; index < 16; index++) fresh[index] = pool[poolUsed++]!
  fresh[8] = 0x80 | (fresh[8]! & 63)
}

/** Sixteen bytes as a uuid, for hashes that are stored in the compact type, and for rows in binary. */
export function uuidFromBytes(bytes: Uint8Array, start = 0): Uuid {
  let to = 0
  for (let from = start; from < start + 16; from++) {
    if (to === 8 || to === 13 || to === 18 || to === 23) to += 1 // past a hyphen
    const byte = bytes[from]!
    uuidText[to++] = HEX[byte >>> 4]!
    uuidText[to++] = HEX[byte & 15]!
  }
  return uuidText.toString('latin1') as Uuid
}

const publicText = Buffer.alloc(28)

export function publicId(kind: IdKind, bucket: number, uuid: string): string {
  publicText[0] = ALPHABET[bucket >>> 5]!
  publicText[1] = ALPHABET[bucket & 31]!
  let to = 2
  let bits = 2 // 128 bits in 26 characters leave two leading zero bits
  let value = 0
  for (let i = 0; i < 36; i++) {
    const code = uuid.charCodeAt(i)
    if (code === 45) continue
    value = (value << 4) | (code < 58 ? code - 48 : code - 87)
    bits += 4
    if (bits >= 5) {
      bits -= 5
      publicText[to++] = ALPHABET[(value >>> bits) & 31]!
      value &= (1 << bits) - 1
    }
  }
  return idPrefixes[kind] + publicText.toString('latin1')
}

const parsed = Buffer.alloc(16)

export function parseId(kind: IdKind, text: string): { bucket: number; uuid: Uuid } | undefined {
  const prefix = idPrefixes[kind]
  const start = prefix.length
  if (text.length !== start + 28 || !text.startsWith(prefix)) return undefined
  const high = valueAt(text, start)
  const low = valueAt(text, start + 1)
  // 26 characters hold 130 bits, so the first character may only use three of its five.
  if (high > 7 || low === NO_VALUE || valueAt(text, start + 2) > 7) return undefined
  let bits = -2
  let value = 0
  let to = 0
  for (let i = start + 2; i < text.length; i++) {
    const five = valueAt(text, i)
    if (five === NO_VALUE) return undefined
    value = (value << 5) | five
    bits += 5
    if (bits >= 8) {
      bits -= 8
      parsed[to++] = (value >>> bits) & 255
      value &= (1 << bits) - 1
    }
  }
  return { bucket: high * 32 + low, uuid: uuidFromBytes(parsed) }
}

function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code < 128 ? VALUES[code]! : NO_VALUE
}

/** The smallest id at a time, for ranges of ids. */
export function firstUuidAt(wallMs: number): Uuid {
  const hex = Math.max(0, wallMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000` as Uuid
}

const REQUEST_ID = /^req_[0-9a-f]{32}$/

export function requestIdOf(uuid: Uuid): string {
  return `req_${uuid.replaceAll('-', '')}`
}

/** `id` must be a request id that we made. */
export function uuidOfRequest(id: string): Uuid {
  return `${id.slice(4, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 24)}-${id.slice(24)}` as Uuid
}

export function parseRequestId(text: string): Uuid | undefined {
  return REQUEST_ID.test(text) ? uuidOfRequest(text) : undefined
}

/** The wall time at which an id was made. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}
