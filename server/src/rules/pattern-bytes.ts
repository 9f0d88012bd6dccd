// Encodes a pattern for the card's row. Numbers take as many bytes as they need, with seven bits in each, so that a card that
// is used a few times a day stores only a few bytes. This matters because the row is written with every authorization.

import type { Pattern, Slot } from './pattern.ts'

const VERSION = 1
const KNOWS_EVER = 1

export function encodePattern({ minutes, quarters, countries, knowsEver }: Pattern): Buffer {
  const bytes = [VERSION, knowsEver ? KNOWS_EVER : 0]
  writeSlots(bytes, minutes)
  writeSlots(bytes, quarters)
  for (const country of countries) bytes.push(country.charCodeAt(0), country.charCodeAt(1))
  return Buffer.from(bytes)
}

/** Each unit as its distance from the one before. */
function writeSlots(bytes: number[], slots: readonly Slot[]): void {
  writeNumber(bytes, slots.length)
  let before = 0
  for (const { unit, purchases, declines } of slots) {
    writeNumber(bytes, unit - before)
    writeNumber(bytes, purchases)
    writeNumber(bytes, declines)
    before = unit
  }
}

function writeNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

export function decodePattern(bytes: Buffer): Pattern {
  if (bytes[0] !== VERSION) throw new Error(`a card's pattern has the unknown version ${bytes[0]}`)
  const at = { index: 2 }
  const minutes = readSlots(bytes, at)
  const quarters = readSlots(bytes, at)
  const countries = new Set<string>()
  for (; at.index < bytes.length; at.index += 2) countries.add(bytes.toString('latin1', at.index, at.index + 2))
  return { minutes, quarters, countries, knowsEver: bytes[1] === KNOWS_EVER }
}

function readSlots(bytes: Buffer, at: { index: number }): Slot[] {
  const slots: Slot[] = []
  let unit = 0
  for (let left = readNumber(bytes, at); left > 0; left--) {
    unit += readNumber(bytes, at)
    slots.push({ unit, purchases: readNumber(bytes, at), declines: readNumber(bytes, at) })
  }
  return slots
}

function readNumber(bytes: Buffer, at: { index: number }): number {
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at.index++]!
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
}
