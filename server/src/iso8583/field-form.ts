// The notation of ISO 8583 for a field: `n 6` is six digits, `n..19` up to 19 digits after a length of two digits,
// `ans...999` up to 999 characters after a length of three, `b 8` eight bytes, `x+n 8` a sign and eight digits.

import { DIGIT, LETTER, SIGN, SPACE, SPECIAL, TRACK } from './code-page.ts'

export type FieldForm = {
  type: 'characters' | 'digits' | 'signed' | 'track' | 'bytes'
  /** The characters that it accepts, as flags. */
  accepts: number
  /** The same for people: `digits`, `letters and digits`. */
  noun: string
  /** The number of digits in front that say its length; 0 for a fixed length. */
  lengthDigits: number
  /** The length, or the longest one. */
  max: number
}

// A space pads text of every kind, so letters and digits accept it too.
const KINDS: Record<string, Pick<FieldForm, 'type' | 'accepts' | 'noun'>> = {
  n: { type: 'digits', accepts: DIGIT, noun: 'digits' },
  a: { type: 'characters', accepts: LETTER | SPACE, noun: 'letters' },
  an: { type: 'characters', accepts: LETTER | DIGIT | SPACE, noun: 'letters and digits' },
  as: { type: 'characters', accepts: LETTER | SPECIAL | SPACE, noun: 'letters and special characters' },
  ns: { type: 'characters', accepts: DIGIT | SPECIAL | SPACE, noun: 'digits and special characters' },
  ans: { type: 'characters', accepts: LETTER | DIGIT | SPECIAL | SPACE, noun: 'printable characters' },
  z: { type: 'track', accepts: TRACK, noun: 'characters of a track' },
  'x+n': { type: 'signed', accepts: DIGIT | SIGN, noun: 'C or D and digits' },
  b: { type: 'bytes', accepts: 0, noun: 'bytes' },
}

export const FORM = '^(n|an?s?|ns|z|b)( |\\.{1,4})[1-9][0-9]{0,3}$|^x\\+n [1-9][0-9]?$'

export function readForm(form: string): FieldForm {
  const [, kind, separator, digits] = /^([a-z+]+)( |\.+)(\d+)$/.exec(form)!
  const lengthDigits = separator === ' ' ? 0 : separator!.length
  const max = Number(digits) + (kind === 'x+n' ? 1 : 0)
  return { ...KINDS[kind!]!, lengthDigits, max }
}
