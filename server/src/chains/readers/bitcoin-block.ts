// Parses raw Bitcoin blocks and transactions byte by byte. This gives exact satoshis and needs no index or wallet on the node,
// and each block is checked against its own hash and Merkle root.

import { hash as digest } from 'node:crypto'
import { AnswerError } from './answer-shape.ts'
import { HEADER_BYTES, type Header, parseHeader } from './bitcoin-work.ts'

export type Output = { index: number; satoshis: bigint; script: Buffer }
export type Transaction = { txid: string; outputs: Output[] }
export type RawBlock = { header: Header; transactions: Transaction[] }

export function parseBlock(bytes: Buffer): RawBlock {
  const cursor = new Cursor(bytes)
  const header = cursor.take(HEADER_BYTES)
  const count = cursor.count()
  const transactions: Transaction[] = []
  const ids: Buffer[] = []
  for (let n = 0; n < count; n++) {
    const { id, outputs } = readTransaction(cursor)
    ids.push(id)
    transactions.push({ txid: spell(id), outputs })
  }
  if (!cursor.isAtEnd) throw new AnswerError('the block is longer than its transactions')
  if (!merkleRoot(ids).equals(header.subarray(36, 68)))
    throw new AnswerError('the transactions do not match the Merkle root')
  return { header: parseHeader(header), transactions }
}

export function parseTransaction(bytes: Buffer): Transaction {
  const cursor = new Cursor(bytes)
  const { id, outputs } = readTransaction(cursor)
  if (!cursor.isAtEnd) throw new AnswerError('the transaction is longer than its parts')
  return { txid: spell(id), outputs }
}

/** The id is a hash of version, inputs, outputs and lock time, without the witnesses. */
function readTransaction(cursor: Cursor): { id: Buffer; outputs: Output[] } {
  const version = cursor.take(4)
  const isSegwit = cursor.peek(0) === 0 && cursor.peek(1) === 1
  if (isSegwit) cursor.take(2)
  const bodyStart = cursor.at
  const inputs = cursor.count()
  for (let n = 0; n < inputs; n++) {
    cursor.take(36)
    cursor.take(cursor.count())
    cursor.take(4)
  }
  const outputs: Output[] = []
  const outputCount = cursor.count()
  for (let index = 0; index < outputCount; index++) {
    const satoshis = cursor.take(8).readBigUInt64LE()
    outputs.push({ index, satoshis, script: cursor.take(cursor.count()) })
  }
  const body = cursor.since(bodyStart)
  if (isSegwit) {
    for (let n = 0; n < inputs; n++) {
      const items = cursor.count()
      for (let item = 0; item < items; item++) cursor.take(cursor.count())
    }
  }
  const lockTime = cursor.take(4)
  return { id: doubleSha(version, body, lockTime), outputs }
}

function merkleRoot(ids: Buffer[]): Buffer {
  let level = ids
  if (level.length === 0) throw new AnswerError('the block has no transactions')
  while (level.length > 1) {
    const pairs: Buffer[] = []
    for (let n = 0; n < level.length; n += 2) pairs.push(doubleSha(level[n]!, level[n + 1] ?? level[n]!))
    level = pairs
  }
  return level[0]!
}

function doubleSha(...parts: Buffer[]): Buffer {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  return digest('sha256', digest('sha256', bytes, 'buffer'), 'buffer')
}

/** Bitcoin writes hashes in reverse byte order. */
function spell(hash: Buffer): string {
  return Buffer.from(hash).reverse().toString('hex')
}

class Cursor {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length
  }

  peek(ahead: number): number | undefined {
    return this.#bytes[this.at + ahead]
  }

  take(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new AnswerError('the bytes end too early')
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.at)
  }

  /** A CompactSize number. No count in a block can exceed the block's length. */
  count(): number {
    const first = this.take(1)[0]!
    if (first < 0xfd) return first
    if (first === 0xfd) return this.take(2).readUInt16LE()
    if (first === 0xfe) return this.take(4).readUInt32LE()
    throw new AnswerError('a length is larger than any block')
  }
}
