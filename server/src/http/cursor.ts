// A cursor is a place in a list: the position of the last item that was shown, as opaque text. The list continues after it by
// key, so that items which appear, change or vanish meanwhile neither hide an item nor show one twice.
//
// A cursor is neither signed nor sealed, because forging one gains nothing: it only says where to continue among the rows of
// the caller's own workspace. Besides the position it holds the number of the page it leads to, and a fingerprint of the list
// and its filters, so that a cursor sent with other filters is refused.

import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { type Uuid, uuidFromBytes } from '../ids.ts'

/** How the items of a list are ordered, and how a position is written. `read` returns undefined for an impossible position. */
export type PositionKind<Position> = {
  size: number
  write(out: Buffer, at: number, position: Position): void
  read(bytes: Buffer, at: number): Position | undefined
}

const LAST_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** By time, then by id. The service stores times in milliseconds, as a Date has them. */
export const byTime: PositionKind<{ created_at: Date; id: Uuid }> = {
  size: 22,
  write(out, at, { created_at, id }) {
    out.writeUIntBE(created_at.getTime(), at, 6)
    byId.write(out, at + 6, { id })
  },
  read(bytes, at) {
    const timeMs = bytes.readUIntBE(at, 6)
    return timeMs > LAST_TIME_MS ? undefined : { created_at: new Date(timeMs), id: uuidFromBytes(bytes, at + 6) }
  },
}

/** By an id that rises with time. */
export const byId: PositionKind<{ id: Uuid }> = {
  size: 16,
  write: (out, at, { id }) => void out.write(id.replaceAll('-', ''), at, 'hex'),
  read: (bytes, at) => ({ id: uuidFromBytes(bytes, at) }),
}

/** By a number that counts the rows. */
export const bySequence: PositionKind<{ sequence: bigint }> = {
  size: 8,
  write: (out, at, { sequence }) => void out.writeBigUInt64BE(sequence, at),
  read(bytes, at) {
    const sequence = bytes.readBigUInt64BE(at)
    return sequence > Number.MAX_SAFE_INTEGER ? undefined : { sequence }
  },
}

const VERSION = 1
const FINGERPRINT_BYTES = 6
const PAGE_AT = 1 + FINGERPRINT_BYTES
const POSITION_AT = PAGE_AT + 4
/** The highest page number, given as a parameter or counted along a walk. */
export const MAX_PAGE = 1_000_000_000

/** What a cursor belongs to; `filters` are the parameters of the list apart from those of paging. */
export function fingerprintOf(list: string, filters: Record<string, unknown>): Buffer {
  const known = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify([list, known]))
  return hash.digest().subarray(0, FINGERPRINT_BYTES)
}

/** `page` is the number of the page that the cursor leads to. */
export function writeCursor<P>(kind: PositionKind<P>, fingerprint: Buffer, page: number, position: P): string {
  const bytes = Buffer.alloc(POSITION_AT + kind.size)
  bytes[0] = VERSION
  bytes.set(fingerprint, 1)
  bytes.writeUInt32BE(Math.min(page, MAX_PAGE), PAGE_AT)
  kind.write(bytes, POSITION_AT, position)
  return bytes.toString('base64url')
}

export function readCursor<P>(kind: PositionKind<P>, fingerprint: Buffer, text: string): { page: number; position: P } {
  const bytes = Buffer.from(text, 'base64url')
  // Decoding skips characters that are not base64url. Only the exact text that we would write is a cursor.
  if (bytes[0] !== VERSION || bytes.length <= POSITION_AT || bytes.toString('base64url') !== text) throw malformed()
  if (!bytes.subarray(1, PAGE_AT).equals(fingerprint))
    throw refusedCursor('"cursor" belongs to another list or to other filters; send the filters that it came with.')
  const page = bytes.readUInt32BE(PAGE_AT)
  const position = bytes.length === POSITION_AT + kind.size ? kind.read(bytes, POSITION_AT) : undefined
  if (position === undefined || page < 1 || page > MAX_PAGE) throw malformed()
  return { page, position }
}

function malformed(): ApiError {
  return refusedCursor('"cursor" must be a next_cursor that this list has answered with.')
}

export function refusedCursor(message: string): ApiError {
  return new ApiError('invalid_request', message, { param: 'cursor' })
}
