// Reads lines from a stream of bytes and computes the checksum of what was read. Never holds more than a chunk or one line.

import { createHash } from 'node:crypto'

const NEWLINE = 10
// The header names every table, partition and sequence; a longer line is no header.
const MAX_LINE_LENGTH = 16 * 1024 * 1024

export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  #chunk: Buffer = Buffer.alloc(0)
  #linesLeft = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next line without its end; undefined when there is no whole line left. */
  async line(): Promise<string | undefined> {
    const parts: Buffer[] = []
    let length = 0
    while (await this.#fill()) {
      const end = this.#chunk.indexOf(NEWLINE)
      parts.push(this.#take(end < 0 ? this.#chunk.length : end + 1))
      length += parts.at(-1)!.length
      if (end >= 0) return Buffer.concat(parts).toString('utf8', 0, length - 1)
      if (length > MAX_LINE_LENGTH) return undefined
    }
    return undefined
  }

  /** The next `count` lines, in pieces of any length. */
  async *lines(count: number): AsyncGenerator<Buffer> {
    this.#linesLeft = count
    while (this.#linesLeft > 0 && (await this.#fill())) yield this.#take(this.#endOfLines())
  }

  /** Whether the last `lines` yielded as many lines as were asked for. */
  get gaveAll(): boolean {
    return this.#linesLeft === 0
  }

  /** The checksum of everything read so far. */
  checksum(): string {
    return this.#hash.copy().digest('hex')
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill())
  }

  /** The position in the chunk where the wanted lines end, or its end if they continue. */
  #endOfLines(): number {
    let position = 0
    while (this.#linesLeft > 0) {
      const end = this.#chunk.indexOf(NEWLINE, position)
      if (end < 0) return this.#chunk.length
      position = end + 1
      this.#linesLeft -= 1
    }
    return position
  }

  #take(length: number): Buffer {
    const taken = this.#chunk.subarray(0, length)
    this.#chunk = this.#chunk.subarray(length)
    this.#hash.update(taken)
    return taken
  }

  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#source.next()
      if (next.done) return false
      this.#chunk = next.value
    }
    return true
  }
}
