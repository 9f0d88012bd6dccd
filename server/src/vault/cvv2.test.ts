import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cvv2, verificationKey, verificationValue } from './cvv2.ts'

const THALES = '0123456789ABCDEFFEDCBA9876543210'
const JPOS_SAME = '12345678123456781234567812345678'
const JPOS_PAIR = '12345678123456788765432187654321'

type Vector = [key: string, pan: string, yymm: string, serviceCode: string, expected: string, source: string]
const VECTORS: Vector[] = [
  [THALES, '4123456789012345', '8701', '101', '561', 'quoted in many HSM manuals'],
  [THALES, '1234567890123456', '9912', '220', '170', 'psec, docstring'],
  ['99999999999999998888888888888888', '2222222222222222', '3333', '111', '361', 'psec, tests'],
  [JPOS_SAME, '123456789012', '1108', '000', '204', 'jPOS, JCESecurityModuleTest'],
  [JPOS_PAIR, '123456789012', '1108', '000', '453', 'jPOS, JCESecurityModuleTest'],
  ['D676DCF3AFB7350532EAF00EA253D875', '4123450990122129', '0721', '202', '241', 'CredoraxCourse, with all steps'],
  // The last block has fewer than three decimal digits, so the letters are read in a second pass, as in jPOS but not as
  // in psec.
  [THALES, '4000000000442691', '3012', '000', '944', 'one digit, eeffaaefb9ebaeec'],
  [THALES, '4000000000650590', '3012', '000', '533', 'two digits'],
  [THALES, '4000000000976920', '3012', '000', '145', 'two digits'],
]

const keyOf = (hex: string) => verificationKey(Buffer.from(hex, 'hex'))

for (const [key, pan, yymm, serviceCode, expected, source] of VECTORS) {
  test(`the published value ${expected} is computed (${source})`, () => {
    assert.equal(verificationValue(keyOf(key), pan, yymm, serviceCode), expected)
  })
}

test('CVV2 uses the expiry as YYMM and the service code 000', () => {
  assert.equal(cvv2(keyOf(THALES), '4000000000442691', { month: 12, year: 2030 }), '944')
  assert.equal(cvv2(keyOf(JPOS_PAIR), '123456789012', { month: 8, year: 2011 }), '453')
})

test('a key object gives the same value again and again', () => {
  const key = keyOf(THALES)
  const all = Array.from({ length: 1000 }, () => cvv2(key, '4000000000442691', { month: 12, year: 2030 }))
  assert.deepEqual([...new Set(all)], ['944'])
})

test('the card number, the expiry and the key all change the value', () => {
  const values = (hex: string, pans: string[], years: number[]) =>
    pans.flatMap((pan) => years.map((year) => cvv2(keyOf(hex), pan, { month: 1, year }))).join()
  const pans = ['4111111111111111', '4111111111111129']
  const reference = values(THALES, pans, [2030, 2031])
  assert.notEqual(reference, values(JPOS_PAIR, pans, [2030, 2031]))
  assert.equal(new Set(reference.split(',')).size, 4)
})

test('invalid input is rejected with an error that does not contain the card number', () => {
  const key = keyOf(THALES)
  const expiry = { month: 1, year: 2030 }
  const refusals = [
    () => cvv2(key, '4111 1111 1111 1111', expiry),
    () => cvv2(key, '41111111111', expiry),
    () => cvv2(key, '41111111111111111111', expiry),
    () => cvv2(key, '4111111111111111', { month: 0, year: 2030 }),
    () => cvv2(key, '4111111111111111', { month: 13, year: 2030 }),
    () => cvv2(key, '4111111111111111', { month: 1, year: 20.5 }),
    () => verificationKey(Buffer.alloc(24)),
  ]
  for (const refusal of refusals) {
    assert.throws(refusal, (error) => error instanceof RangeError && !/1111/.test(error.message))
  }
})
