// What people may see of a message. Card numbers are masked; tracks, PIN blocks, chip data and the CVV2 are never shown.
// These fields are protected in every dialect, whatever its table says.

import { passesLuhn } from '../vault/luhn.ts'
import type { FieldCodec } from './dialect.ts'
import type { Show } from './dialect-table.ts'
import { count } from './iso8583-error.ts'

const PROTECTED: Record<string, Show> = {
  2: 'masked',
  34: 'masked',
  35: 'never',
  36: 'never',
  45: 'never',
  52: 'never',
  55: 'never',
}

export function showOf({ id, show }: FieldCodec): Show {
  return PROTECTED[id] ?? show
}

/** What hides more. */
export function stricter(one: Show, other: Show): Show {
  return one === 'never' || other === 'never' ? 'never' : one === 'masked' ? one : other
}

/**
 * What is masked in a value that may be shown: nothing in a field of fixed length, which has no room for a card number;
 * card numbers in free text; every longer number in a message that could not be decoded whole, where a value may belong to
 * another field.
 */
export type Searches = 'nothing' | 'card numbers' | 'all'

export function maskValue(value: string, show: Show, unit: string, searches: Searches): string {
  if (show === 'never') return `(${count(value.length, unit)}, not shown)`
  if (show === 'masked') return maskNumber(value)
  return searches === 'nothing' ? value : maskNumbersIn(value, searches === 'all')
}

/** The first six and the last four digits. */
function maskNumber(number: string): string {
  if (number.length < 13) return '•'.repeat(number.length)
  return number.slice(0, 6) + '•'.repeat(number.length - 10) + number.slice(-4)
}

function maskNumbersIn(value: string, isUncertain: boolean): string {
  return value.replace(/\d{9,}/g, (digits) => {
    const isCard = isUncertain || digits.length > 19 || (digits.length >= 13 && passesLuhn(digits))
    return isCard ? maskNumber(digits) : digits
  })
}
