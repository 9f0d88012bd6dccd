// Collects bytes for the server in one buffer that grows as needed and is written to the socket at once. Numbers are in
// network byte order, as in PostgreSQL's protocol and binary formats.

const FIRST_SIZE = 16 * 1024
/** Up to this size the bytes are copied, because a new buffer would cost more. */
const SMALL = 4 * 1024
/** Microseconds are counted from 2000-01-01 in PostgreSQL's binary timestamps. */
const EPOCH_MS = 946_684_800_000
const TWO_TO_32 = 4_294_967_296

/** The value of each hexadecimal digit by its character code. */
const DIGITS = new Uint8Array(128)
for (let value = 0; value < 16; value++) DIGITS[value.toString(16).charCodeAt(0)] = value
for (let value = 10; value < 16; value++) DIGITS[value.toString(16).toUpperCase().charCodeAt(0)] = value

export class Writer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Returns what was written since the last call. The socket may keep it; the writer continues with another buffer. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    if (taken.length <= SMALL) return Buffer.from(taken)
    this.#renew(this.#bytes.length)
    return taken
  }

  /** Forgets what was written after this length. */
  truncate(length: number): void {
    this.#length = length
  }

  #renew(size: number): void {
    this.#bytes = Buffer.allocUnsafeSlow(size)
    this.#view = new DataView(this.#bytes.buffer)
  }

  #reserve(size: number): number {
    const at = this.#length
    const needed = at + size
    if (needed > this.#bytes.length) {
      const old = this.#bytes
      this.#renew(Math.max(needed, old.length * 2))
      old.copy(this.#bytes, 0, 0, at)
    }
    this.#length = needed
    return at
  }

  /** Begins a message and returns the position to pass to `end`. */
  begin(type: string): number {
    const at = this.#reserve(5)
    this.#bytes[at] = type.charCodeAt(0)
    return at + 1
  }

  /** Writes a length that includes itself, as messages have. */
  end(start: number): void {
    this.#view.setInt32(start, this.#length - start)
  }

  /** Writes a length that does not include itself, as values have. */
  setLength(start: number): void {
    this.#view.setInt32(start, this.#length - start - 4)
  }

  byte(value: number): void {
    const at = this.#reserve(1)
    this.#bytes[at] = value
  }

  int16(value: number): void {
    const at = this.#reserve(2)
    this.#view.setInt16(at, value)
  }

  int32(value: number): void {
    const at = this.#reserve(4)
    this.#view.setInt32(at, value)
  }

  int64(value: bigint): void {
    const at = this.#reserve(8)
    this.#view.setBigInt64(at, value)
  }

  time(value: Date): void {
    const ms = value.getTime() - EPOCH_MS
    const micros = ms * 1000
    if (!Number.isSafeInteger(micros)) {
      this.int64(BigInt(ms) * 1000n) // after the year 2285
      return
    }
    const high = Math.floor(micros / TWO_TO_32)
    const at = this.#reserve(8)
    this.#view.setInt32(at, high)
    this.#view.setUint32(at + 4, micros - high * TWO_TO_32)
  }

  uuid(text: string): void {
    if (text.length !== 36) throw new TypeError('not a uuid')
    let at = this.#reserve(16)
    const bytes = this.#bytes
    for (let i = 0; i < 36; i += 2) {
      if (i === 8 || i === 13 || i === 18 || i === 23) i += 1 // past a hyphen
      bytes[at++] = (DIGITS[text.charCodeAt(i)]! << 4) | DIGITS[text.charCodeAt(i + 1)]!
    }
  }

  /** Writes a text after its length. */
  text(value: string): void {
    const most = value.length * 3
    const at = this.#reserve(4 + most)
    const written = this.#bytes.write(value, at + 4)
    this.#view.setInt32(at, written)
    this.#length = at + 4 + written
  }

  /** Writes a text with a final zero, as names and statements are sent. A zero inside would cut it short. */
  cstring(value: string): void {
    if (value.includes('\0')) throw new TypeError('a name or statement holds a zero byte')
    const at = this.#reserve(value.length * 3 + 1)
    const written = this.#bytes.write(value, at)
    this.#bytes[at + written] = 0
    this.#length = at + written + 1
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length)
    this.#bytes.set(bytes, at)
  }
}
