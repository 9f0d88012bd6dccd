// Proof of work: a header names the target that its hash must meet, and the blocks before it determine that target. A
// node that invents a block would have to do the work of a real one.

import { hash as digest } from 'node:crypto'
import { AnswerError } from './answer-shape.ts'

export type Header = { hash: string; parentHash: string; time: number; bits: number }

/** `easiest` is the highest target that is accepted. Test networks have other rules for the next target. */
export type WorkRules = { easiest: bigint; followsTargets: boolean }

export const HEADER_BYTES = 80
/** The target changes after this many blocks, so that they take two weeks. */
export const PERIOD_BLOCKS = 2_016
const PERIOD_SECONDS = 1_209_600
/** The highest target that the main network allows. */
const MAIN_LIMIT = targetOf(0x1d00ffff)

/**
 * The lowest accepted difficulty of the main network is 2^44, an eighth of what it was in 2025. The chain's own targets are
 * stricter; this protects the first start, when there is no known block to compare with.
 */
export const mainRules: WorkRules = { easiest: targetOf(0x17100000), followsTargets: true }
/** The rules of regtest, the easiest test network. */
export const testRules: WorkRules = { easiest: targetOf(0x207fffff), followsTargets: false }

export function parseHeader(bytes: Buffer): Header {
  if (bytes.length !== HEADER_BYTES) throw new AnswerError(`a block header has ${HEADER_BYTES} bytes`)
  const id = digest('sha256', digest('sha256', bytes, 'buffer'), 'buffer')
  return {
    hash: Buffer.from(id).reverse().toString('hex'),
    parentHash: Buffer.from(bytes.subarray(4, 36)).reverse().toString('hex'),
    time: bytes.readUInt32LE(68),
    bits: bytes.readUInt32LE(72),
  }
}

/** `bits` holds a number in three bytes, and its length in bytes in a fourth. A negative number is not a target. */
export function targetOf(bits: number): bigint {
  const size = bits >>> 24
  const mantissa = BigInt(bits & 0x7fffff)
  if ((bits & 0x800000) !== 0) return 0n
  return size <= 3 ? mantissa >> BigInt(8 * (3 - size)) : mantissa << BigInt(8 * (size - 3))
}

export function bitsOf(target: bigint): number {
  const length = Math.ceil(target.toString(16).length / 2)
  const mantissa = Number(length <= 3 ? target << BigInt(8 * (3 - length)) : target >> BigInt(8 * (length - 3)))
  // The highest bit is a sign, so a number that would set it takes one more byte.
  return mantissa > 0x7fffff ? (length + 1) * 2 ** 24 + (mantissa >>> 8) : length * 2 ** 24 + mantissa
}

/** The hash meets the target that the header names, and that target is not too easy. */
export function checkWork({ hash, bits }: Header, { easiest }: WorkRules): void {
  const target = targetOf(bits)
  if (target <= 0n || target > easiest) throw new AnswerError(`block ${hash} names a target that is too easy`)
  if (BigInt(`0x${hash}`) > target) throw new AnswerError(`block ${hash} has no proof of work`)
}

/** Whether a block at this height begins a period. Its target depends on the first block of the period before. */
export function startsPeriod(height: number): boolean {
  return height % PERIOD_BLOCKS === 0
}

/**
 * `first` is the first block of the period that `parent` ends. There are 2,015 intervals between them, not 2,016: the network
 * has counted this way from the beginning.
 */
export function nextBits(parent: Header, first: Header): number {
  // The node told us which block is the first. A block of an earlier period would make the next target easier.
  checkTarget(first, parent.bits)
  const taken = parent.time - first.time
  const counted = BigInt(Math.min(Math.max(taken, PERIOD_SECONDS / 4), PERIOD_SECONDS * 4))
  const target = (targetOf(parent.bits) * counted) / BigInt(PERIOD_SECONDS)
  return bitsOf(target > MAIN_LIMIT ? MAIN_LIMIT : target)
}

export function checkTarget(header: Header, expectedBits: number): void {
  if (header.bits !== expectedBits)
    throw new AnswerError(`block ${header.hash} names another target than the blocks before it ask for`)
}
