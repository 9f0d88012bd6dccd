import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { luhnDigit } from './luhn.ts'
import { keyedPermutation } from './permutation.ts'
import { VaultError } from './vault-error.ts'

export type NumberRange = { prefix: string; length: number }

const MAX_LENGTH = 19 // ISO/IEC 7812-1

/**
 * Turns the counter of a range into its card numbers: prefix, permuted account digits, check digit. Different
 * counters give different numbers, so no look-up and no retry is needed however full the range is.
 */
export function cardNumbers(permutationKey: KeyObject, range: NumberRange): (counter: bigint) => string {
  const accountDigits = countAccountDigits(range)
  const size = 10 ** accountDigits
  const permute = keyedPermutation(rangeKey(permutationKey, range), size)

  return (counter) => {
    if (counter < 0n) throw new RangeError('the counter of a card number range starts at 0')
    if (counter >= BigInt(size)) {
      throw new VaultError('bin_exhausted', `the range ${range.prefix} has no card numbers left (${size} in all)`)
    }
    const payload = range.prefix + String(permute(Number(counter))).padStart(accountDigits, '0')
    return payload + luhnDigit(payload)
  }
}

function countAccountDigits({ prefix, length }: NumberRange): number {
  if (!/^\d{6,9}$/.test(prefix)) throw new RangeError('a card number prefix has 6 to 9 digits')
  if (!Number.isInteger(length) || length > MAX_LENGTH || length < prefix.length + 2) {
    throw new RangeError(`a card number has at most ${MAX_LENGTH} digits, and at least two more than its prefix`)
  }
  return length - prefix.length - 1
}

/**
 * Each range has its own key. Otherwise card n of one BIN would reveal the account digits of card n of every other BIN.
 */
function rangeKey(permutationKey: KeyObject, { prefix, length }: NumberRange): KeyObject {
  const label = `cardwright card numbers 1:${prefix}:${length}`
  return createSecretKey(createHmac('sha256', permutationKey).update(label).digest())
}
