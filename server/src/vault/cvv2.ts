import { createSecretKey } from 'node:crypto'
import { blockCipher } from './block-cipher.ts'

export type Expiry = { month: number; year: number }
export type VerificationKey = { desA: (block: Buffer) => Buffer; desABA: (block: Buffer) => Buffer }

export const VERIFICATION_KEY_BYTES = 16
const CVV2_SERVICE_CODE = '000'

/** Both halves of the pair as triple DES keys. A‖A‖A is single DES, which OpenSSL 3 no longer offers by name. */
export function verificationKey(pair: Buffer): VerificationKey {
  if (pair.length !== VERIFICATION_KEY_BYTES) throw new RangeError('a card verification key pair has 16 bytes')
  const [a, b] = [pair.subarray(0, 8), pair.subarray(8)]
  const tripleDes = (...parts: Buffer[]) => blockCipher('des-ede3-ecb', createSecretKey(Buffer.concat(parts)))
  return { desA: tripleDes(a, a, a), desABA: tripleDes(a, b, a) }
}

export function cvv2(key: VerificationKey, pan: string, expiry: Expiry): string {
  const { month, year } = expiry
  if (!Number.isInteger(month) || month < 1 || month > 12) throw new RangeError('the expiry month is 1 to 12')
  if (!Number.isInteger(year) || year < 0) throw new RangeError('the expiry year is a whole number')
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return verificationValue(key, pan, twoDigits(year % 100) + twoDigits(month), CVV2_SERVICE_CODE)
}

/** Visa's CVV and Mastercard's CVC are one algorithm. The service code distinguishes stripe, chip and printed value. */
export function verificationValue(key: VerificationKey, pan: string, yymm: string, serviceCode: string): string {
  if (!/^\d{12,19}$/.test(pan) || !/^\d{4}$/.test(yymm) || !/^\d{3}$/.test(serviceCode)) {
    throw new RangeError('a verification value needs a card number of 12 to 19 digits, YYMM and a service code')
  }
  const data = Buffer.from((pan + yymm + serviceCode).padEnd(32, '0'), 'hex')
  const chained = key.desA(data.subarray(0, 8))
  for (let i = 0; i < 8; i++) chained[i]! ^= data[8 + i]!
  return decimalise(key.desABA(chained).toString('hex')).slice(0, 3)
}

/** First the digits 0 to 9 from left to right, then a to f as 0 to 5: about one card in 18,000 needs the second pass. */
function decimalise(hex: string): string {
  const digits = hex.replace(/[a-f]/g, '')
  const letters = hex.replace(/[0-9]/g, '')
  return digits + letters.replace(/./g, (letter) => String(Number.parseInt(letter, 16) - 10))
}
