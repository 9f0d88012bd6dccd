// A message that does not match its dialect. The error names the field and the byte, so that the other side can find
// the fault. It never quotes a value: a value may be a card number.

/** `MTI`, `bitmap`, the number of a field, or a sub-field such as `48.92`. */
export class Iso8583Error extends Error {
  readonly field: string
  /** The position in the given bytes, counted from 0. */
  readonly offset: number
  readonly expected: string
  readonly found: string

  constructor(field: string, offset: number, expected: string, found: string) {
    super(`${nameOf(field)} at byte ${offset}: expected ${expected}, found ${found}`)
    this.name = 'Iso8583Error'
    this.field = field
    this.offset = offset
    this.expected = expected
    this.found = found
  }
}

function nameOf(field: string): string {
  if (!/^\d/.test(field)) return field
  return field.includes('.') ? `sub-field ${field}` : `field ${field}`
}

/** One byte is shown, which tells a wrong code page or a shifted field apart, and reveals no number. */
export function showByte(byte: number | undefined): string {
  return byte === undefined ? 'the end' : `the byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
