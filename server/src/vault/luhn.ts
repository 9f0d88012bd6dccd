const ZERO = 48

/** The check digit of ISO/IEC 7812-1 for a number without one. */
export function luhnDigit(payload: string): string {
  let sum = 0
  for (let fromRight = 0; fromRight < payload.length; fromRight++) {
    const digit = payload.charCodeAt(payload.length - 1 - fromRight) - ZERO
    const weighted = fromRight % 2 === 0 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}

export function passesLuhn(number: string): boolean {
  return /^\d{2,}$/.test(number) && luhnDigit(number.slice(0, -1)) === number.at(-1)
}
