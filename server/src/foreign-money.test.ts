import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  centsOf,
  currencyCodes,
  decimalsOf,
  foreignUnitsOf,
  isCurrencyCode,
  isRate,
  smallestUnits,
  wholeUnits,
} from './foreign-money.ts'

const currency = fc.constantFrom(...currencyCodes)
const units = fc.bigInt({ min: 1n, max: 10n ** 13n })
const rate = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => decimalText(digits, scale))
  .filter(isRate)

function decimalText(digits: bigint, scale: number): string {
  const padded = String(digits).padStart(scale + 1, '0')
  return scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
}

/** Returns the rate as a fraction, computed in another way than in the code. */
function fraction(text: string): [bigint, bigint] {
  const point = text.indexOf('.')
  return [BigInt(text.replace('.', '')), 10n ** BigInt(point < 0 ? 0 : text.length - point - 1)]
}

test('a conversion to USD is the exact product, rounded half up to the cent', () => {
  fc.assert(
    fc.property(units, currency, rate, (amount, code, text) => {
      const cents = centsOf({ amount, currency: code, rate: text })
      const [over, under] = fraction(text)
      const exact = amount * over * 100n
      const whole = under * 10n ** BigInt(decimalsOf(code))
      // The rounding is correct when cents - 1/2 <= exact < cents + 1/2.
      assert.ok(
        (2n * cents - 1n) * whole <= 2n * exact && 2n * exact < (2n * cents + 1n) * whole,
        `${amount} ${code} at ${text}: ${cents} cents`,
      )
    }),
    { numRuns: 5_000 },
  )
})

test('a conversion from USD is the exact quotient, rounded half up to the smallest unit', () => {
  fc.assert(
    fc.property(units, currency, rate, (cents, code, text) => {
      const back = foreignUnitsOf(cents, code, text)
      const [over, under] = fraction(text)
      const exact = cents * under * 10n ** BigInt(decimalsOf(code))
      const whole = over * 100n
      assert.ok(
        (2n * back - 1n) * whole <= 2n * exact && 2n * exact < (2n * back + 1n) * whole,
        `${cents} cents at ${text}: ${back} ${code}`,
      )
    }),
    { numRuns: 5_000 },
  )
})

test('a larger amount never converts to fewer cents, and a sum differs from the sum of its parts by at most one cent', () => {
  fc.assert(
    fc.property(units, units, currency, rate, (a, b, code, text) => {
      const cents = (amount: bigint) => centsOf({ amount, currency: code, rate: text })
      assert.ok(cents(a + b) >= cents(a), `${a} and ${a + b} ${code} at ${text}`)
      const difference = cents(a) + cents(b) - cents(a + b)
      assert.ok(difference >= -1n && difference <= 1n, `${a} and ${b} ${code} at ${text} differ by ${difference}`)
    }),
    { numRuns: 5_000 },
  )
})

test('a JSON number and its smallest units convert into each other, and finer fractions are rejected', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), currency, (amount, code) => {
      const number = wholeUnits(amount, code)
      assert.equal(smallestUnits(number, code), amount)
      assert.equal(smallestUnits(Number(String(number)), code), amount)
      assert.equal(Number(decimalText(amount, decimalsOf(code))), number)
    }),
    { numRuns: 5_000 },
  )
  for (const [number, code] of [
    [0.5, 'JPY'],
    [10.001, 'EUR'],
    [1.0001, 'BHD'],
    [Number.NaN, 'EUR'],
    [Number.POSITIVE_INFINITY, 'EUR'],
    [1e21, 'EUR'],
  ] as const)
    assert.equal(smallestUnits(number, code), undefined, `${number} ${code}`)
})

test('conversions equal results that were computed by hand', () => {
  const cases: [bigint, string, string, bigint][] = [
    [2_500n, 'EUR', '1.0834', 2_709n], // 25.00 × 1.0834 = 27.085
    [3_000n, 'JPY', '0.0067', 2_010n], // 3000 × 0.0067 = 20.10
    [1_500n, 'BHD', '2.6525', 398n], // 1.500 × 2.6525 = 3.97875
    [1n, 'VND', '0.000039', 0n],
    [1n, 'EUR', '0.5', 1n], // half a cent is rounded up
    [1n, 'EUR', '0.499999999999', 0n],
  ]
  for (const [amount, code, text, cents] of cases)
    assert.equal(centsOf({ amount, currency: code, rate: text }), cents, `${amount} ${code}`)
})

test('a rate is a positive decimal string', () => {
  for (const text of ['1', '1.0834', '0.000039', '999999999.999999999999', '0.000000000001'])
    assert.ok(isRate(text), text)
  const bad = [
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1.',
    '.5',
    '01',
    '1,5',
    '1.1234567890123',
    '1234567890',
    '1\n',
  ]
  for (const text of bad) assert.equal(isRate(text), false, JSON.stringify(text))
})

test("the decimals of each currency agree with Node's data where Node follows ISO 4217", () => {
  // Node's data counts the decimals in use, which are fewer than in ISO 4217 for these currencies.
  const inUse = new Set(
    'AFN ALL AMD COP CRC HUF IDR IQD IRR KPW LAK LBP LYD MGA MMK MNT MRU PKR RSD SLE SOS SYP TZS UZS YER'.split(' '),
  )
  for (const code of currencyCodes) {
    const known = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    if (!inUse.has(code)) assert.equal(decimalsOf(code), known.maximumFractionDigits, code)
  }
  assert.deepEqual(['USD', 'EUR', 'JPY', 'BHD', 'XAU', 'usd', ''].map(isCurrencyCode), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
