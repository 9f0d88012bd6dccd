// The card fields of the checkout: formats them while the shopper types, and finds mistakes.

export type CardEntry = { number: string; expiry: string; cvv: string; name: string }

const LONGEST = 19

export function groupNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, LONGEST)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

export function slashExpiry(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** Finds values that no card can have. The issuer decides whether this card is valid. */
export function checkEntry({ number, expiry, cvv, name }: CardEntry): Partial<CardEntry> {
  const digits = number.replace(/\D/g, '')
  const [month = '', year = ''] = expiry.split(' / ')
  const errors: Partial<CardEntry> = {}
  if (digits === '') errors.number = 'Enter the number on the card.'
  else if (digits.length < 13) errors.number = 'This number is too short: most have 16 digits.'
  else if (!hasRightCheckDigit(digits)) errors.number = 'This number is mistyped: please check the digits.'
  if (!/^\d{2}$/.test(month) || !/^\d{2}$/.test(year)) errors.expiry = 'Enter month and year, such as 04 / 29.'
  else if (Number(month) < 1 || Number(month) > 12) errors.expiry = 'There is no such month.'
  if (!/^\d{3}$/.test(cvv)) errors.cvv = 'Enter the three digits on the back.'
  if (name.trim() === '') errors.name = 'Enter the name on the card.'
  return errors
}

/** The Luhn check: every second digit from the right counts double. */
export function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The card in the format of the API. */
export function cardOf({ number, expiry, cvv }: CardEntry) {
  const [month, year] = expiry.split(' / ')
  return { pan: number.replace(/\D/g, ''), cvv, exp_month: Number(month), exp_year: 2000 + Number(year) }
}
