// The beginning of a response as text that PostgreSQL can store.

/** What is stored of an answer that is only shown. */
export const EXCERPT_BYTES = 1024

export class ResponseExcerpt {
  readonly #maxBytes: number
  readonly #kept: Buffer[] = []
  #keptBytes = 0
  #bytes = 0

  constructor(maxBytes = EXCERPT_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** How long the response is so far, kept or not. */
  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    const room = this.#maxBytes - this.#keptBytes
    if (room === 0) return
    // A copy: the chunk may be a view into a buffer that is written again, or that is large and would be kept whole.
    const kept = Buffer.from(chunk.subarray(0, room))
    this.#kept.push(kept)
    this.#keptBytes += kept.length
  }

  /** Well-formed, at most so many bytes of UTF-8, without NUL (which a `text` column refuses). */
  text(): string {
    // A decoder that expects more keeps back the character that the cut went through.
    const isCut = this.#bytes > this.#keptBytes
    const decoded = new TextDecoder().decode(Buffer.concat(this.#kept), { stream: isCut })
    return fitting(decoded.replaceAll('\0', '\ufffd'), this.#maxBytes)
  }
}

/** The beginning of a text, in so many bytes of UTF-8. What replaces a bad byte takes three, so a text may have grown. */
export function fitting(text: string, maxBytes = EXCERPT_BYTES): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}
