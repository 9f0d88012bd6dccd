// Stripe prints the cardholder's name: at most 24 characters, letters without accents, no digits.

const MAX_LENGTH = 24
const FALLBACK = 'Cardholder'
/** Latin letters that are not simply another letter with an accent. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ı: 'i',
}

export function holderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, (letter) => LETTERS[letter] ?? ' ')
    .replace(/[^A-Za-z.,' -]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const cut = plain.slice(0, MAX_LENGTH).trim()
  return /[A-Za-z]{2}/.test(cut) ? cut : FALLBACK
}
