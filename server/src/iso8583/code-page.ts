// How characters are written: in ASCII (with Latin-1 above it, for names of merchants) or in EBCDIC, and which of them
// each kind of field accepts. Node has no EBCDIC, so the table is here.

export type CodePage = {
  /** The byte of the digit 0; the other digits follow it in both code pages. */
  zero: number
  /** The flags of each byte: `DIGIT`, `LETTER` and so on. */
  classes: Uint8Array
  /** The text of these bytes. */
  read(bytes: Buffer, from: number, to: number): string
  /** Writes Latin-1 text at this position. */
  write(bytes: Buffer, text: string, at: number): void
}

export const DIGIT = 1
export const LETTER = 2
export const SPACE = 4
export const SPECIAL = 8
/** The sign of an amount: C for credit, D for debit. */
export const SIGN = 16
/** What a magnetic stripe holds: digits, separators and the letter D, which stands for the separator. */
export const TRACK = 32

/** Code page 500: the Latin-1 character of each of the 256 bytes. */
const CP500 = Buffer.from(
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f' +
    '80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a' +
    '20a0e2e4e0e1e3e5e7f15b2e3c282b2126e9eaebe8edeeefecdf5d242a293b5e' +
    '2d2fc2c4c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22' +
    'd8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4' +
    'b57e737475767778797aa1bfd0dddeaea2a3a5b7a9a7b6bcbdbeac7cafa8b4d7' +
    '7b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff' +
    '5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f',
  'hex',
)
const TO_CP500 = Uint8Array.from({ length: 256 }, (_, character) => CP500.indexOf(character))

const asciiClasses = Uint8Array.from({ length: 256 }, (_, byte) => classOf(byte))

const ascii: CodePage = {
  zero: 0x30,
  classes: asciiClasses,
  read: (bytes, from, to) => bytes.toString('latin1', from, to),
  write: (bytes, text, at) => void bytes.write(text, at, 'latin1'),
}

const ebcdic: CodePage = {
  zero: 0xf0,
  classes: asciiClasses.map((_, byte) => asciiClasses[CP500[byte]!]!),
  read(bytes, from, to) {
    const translated = Buffer.allocUnsafe(to - from)
    for (let at = from; at < to; at++) translated[at - from] = CP500[bytes[at]!]!
    return translated.toString('latin1')
  },
  write(bytes, text, at) {
    for (let index = 0; index < text.length; index++) bytes[at + index] = TO_CP500[text.charCodeAt(index)]!
  },
}

export const codePages = { ascii, ebcdic }

/** The flags of a character of Latin-1. Codes above 255 have none and are refused. */
export function classOfCharacter(code: number): number {
  return asciiClasses[code] ?? 0
}

function classOf(byte: number): number {
  const character = String.fromCharCode(byte)
  if (/[0-9]/.test(character)) return DIGIT | TRACK
  if (/[A-Za-z]/.test(character)) return LETTER | (/[CD]/.test(character) ? SIGN : 0) | (character === 'D' ? TRACK : 0)
  if (character === ' ') return SPACE
  if (/[!-~\u00a0-\u00ff]/.test(character)) return SPECIAL | (/[:-?]/.test(character) ? TRACK : 0)
  return 0
}
