import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { luhnDigit, passesLuhn } from './luhn.ts'

// The first number is the example in annex B of ISO/IEC 7812-1. The others are test numbers that the networks publish.
const VALID = ['79927398713', '4111111111111111', '5555555555554444', '378282246310005', '4222222222222', '00']

test('published card numbers pass the Luhn check', () => {
  for (const number of VALID) {
    assert.equal(passesLuhn(number), true, number)
    assert.equal(luhnDigit(number.slice(0, -1)), number.at(-1), number)
  }
})

test('a text that is not a number does not pass the Luhn check', () => {
  for (const text of ['', '0', '4111 1111 1111 1111', '4111111111111111\n', '٤١١١١١١١١١١١١١١١']) {
    assert.equal(passesLuhn(text), false, text)
  }
})

test('any single wrong digit is detected', () => {
  const digits = fc.stringMatching(/^\d{8,18}$/)
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (payload, where, shift) => {
      const number = payload + luhnDigit(payload)
      const at = where % number.length
      const wrong = number.slice(0, at) + ((Number(number[at]) + shift) % 10) + number.slice(at + 1)
      assert.equal(passesLuhn(number), true)
      assert.equal(passesLuhn(wrong), false)
    }),
  )
})
