// The beginning of a response as text that PostgreSQL can store.

/** The stored part of an answer that is only shown to people. */
export const EXCERPT_BYTES = 1024

export class ResponseExcerpt {
  readonly #maxBytes: number
  readonly #kept: Buffer[] = []
  #keptBytes = 0
  #bytes = 0

  constructor(maxBytes = EXCERPT_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** The length of the response so far, including bytes that were not kept. */
  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    const room = this.#maxBytes - this.#keptBytes
    if (room === 0) return
    // A copy, because the chunk may be a view into a buffer that is reused, or into a large one that would stay in
    // memory.
    const kept = Buffer.from(chunk.subarray(0, room))
    this.#kept.push(kept)
    this.#keptBytes += kept.length
  }

  /** Well-formed text of at most `maxBytes` in UTF-8, without NUL (which a `text` column refuses). */
  text(): string {
    // A decoder that expects more input holds back a character that was cut in the middle.
    const isCut = this.#bytes > this.#keptBytes
    const decoded = new TextDecoder().decode(Buffer.concat(this.#kept), { stream: isCut })
    return fitting(decoded.replaceAll('\0', '\ufffd'), this.#maxBytes)
  }
}

/**
 * The beginning of a text in at most `maxBytes` of UTF-8. The replacement of a bad byte takes three bytes, so a text
 * may have grown.
 */
export function fitting(text: string, maxBytes = EXCERPT_BYTES): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}
