// Reads a tar archive as PostgreSQL writes it: ustar, with files and folders and no links.

import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join, normalize } from 'node:path'

/** The archive is truncated, altered, or holds something that PostgreSQL never writes. */
export class TarError extends Error {}

type Entry = { name: string; size: number; kind: string; mode: number }

const BLOCK = 512

/** `onBytes` is told how much has been unpacked. */
export async function extractTar(
  chunks: AsyncIterable<Buffer>,
  into: string,
  onBytes: (done: number) => void,
): Promise<void> {
  const source = new ByteSource(chunks)
  let done = 0
  for (;;) {
    const entry = parseHeader(await source.take(BLOCK))
    if (!entry) break
    await store(source, into, entry)
    await source.skip((BLOCK - (entry.size % BLOCK)) % BLOCK)
    done += entry.size
    onBytes(done)
  }
  await source.drain()
}

async function store(source: ByteSource, into: string, entry: Entry): Promise<void> {
  const file = await make(into, entry)
  try {
    for await (const piece of source.pieces(entry.size)) await file?.writeFile(piece)
  } finally {
    await file?.close()
  }
}

async function make(into: string, { name, kind, mode }: Entry): Promise<FileHandle | undefined> {
  const inside = normalize(name)
  if (inside.startsWith('..') || inside.startsWith('/')) throw new TarError('an entry leaves its folder')
  if (kind === '0' || kind === '\0') return open(join(into, inside), 'wx', mode)
  if (kind !== '5') throw new TarError('an entry is neither file nor folder')
  await mkdir(join(into, inside), { recursive: true, mode })
  return undefined
}

class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes, in pieces as they come. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#fill())) throw new TarError('it was cut off')
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.pieces(count)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  async skip(count: number): Promise<void> {
    for await (const _ of this.pieces(count));
  }

  /** Reads to the end, so that the checksum covers all bytes. */
  async drain(): Promise<void> {
    while (await this.#fill());
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (!done) this.#rest = value
    return !done
  }
}

/** Undefined for the block of zeros that ends the archive. */
function parseHeader(block: Buffer): Entry | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const text = (start: number, end: number) => block.toString('utf8', start, end).replace(/\0.*$/s, '')
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (Number.parseInt(text(148, 156), 8) !== sum) throw new TarError('a header has a wrong checksum')
  const prefix = text(345, 500)
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    mode: Number.parseInt(text(100, 108), 8) & 0o777,
    size: sizeIn(block.subarray(124, 136)),
    kind: String.fromCharCode(block[156]!),
  }
}

/** Octal digits, or, for more than eight gigabytes, a number in base 256 with its first bit set. */
function sizeIn(field: Buffer): number {
  if ((field[0]! & 0x80) === 0) return Number.parseInt(field.toString('latin1'), 8)
  return Number(BigInt(`0x${field.subarray(4).toString('hex')}`))
}
