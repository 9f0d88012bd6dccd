// Stripe prints the cardholder's name: at most 24 characters, letters without accents, no digits.

const MAX_LENGTH = 24
const FALLBACK = 'Cardholder'

export function holderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z.,' -]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const cut = plain.length <= MAX_LENGTH ? plain : plain.slice(0, MAX_LENGTH).trim()
  return /[A-Za-z]{2}/.test(cut) ? cut : FALLBACK
}
