import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { decrypt, encrypt, keyIdOf, openWith, sealWith } from './envelope.ts'
import { VaultError, type VaultErrorCode } from './vault-error.ts'

const KEY = createSecretKey(randomBytes(32))
const AAD = 'card:ws_1:card_1'
const hasCode = (code: VaultErrorCode) => (error: unknown) => error instanceof VaultError && error.code === code

test('a sealed value of any length and with any AAD can be opened', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, aad) => {
      const sealed = sealWith(7, KEY, bytes, aad)
      assert.equal(keyIdOf(sealed), 7)
      assert.deepEqual(openWith(KEY, sealed, aad), Buffer.from(bytes))
    }),
  )
})

test('a sealed value consists of 0x01, key id, 12 bytes IV, ciphertext and 16 bytes tag', () => {
  const sealed = sealWith(0x01020304, KEY, Buffer.from('4111111111111111'), AAD)
  assert.equal(sealed.subarray(0, 5).toString('hex'), '0101020304')
  assert.equal(sealed.length, 5 + 12 + 16 + 16)
})

test('the same value is never sealed to the same bytes', () => {
  const seals = Array.from({ length: 1000 }, () => sealWith(1, KEY, Buffer.from('x'), AAD).toString('hex'))
  assert.equal(new Set(seals).size, 1000)
})

test('a sealed value cannot be opened with another AAD or another key', () => {
  const sealed = sealWith(1, KEY, Buffer.from('secret'), AAD)
  for (const aad of ['', 'card:ws_1:card_2', `${AAD} `]) {
    assert.throws(() => openWith(KEY, sealed, aad), hasCode('not_authentic'))
  }
  assert.throws(() => openWith(createSecretKey(randomBytes(32)), sealed, AAD), hasCode('not_authentic'))
})

test('a truncated value cannot be opened', () => {
  const encrypted = encrypt(KEY, Buffer.from('4111111111111111'), AAD)
  for (let length = 0; length < encrypted.length; length++) {
    const code = length < 28 ? 'malformed' : 'not_authentic'
    assert.throws(() => decrypt(KEY, encrypted.subarray(0, length), AAD), hasCode(code))
  }
})

test('a value that is not sealed has no key id', () => {
  for (const bytes of [[], [1], [1, 0, 0, 0], [0, 0, 0, 0, 1], [2, 0, 0, 0, 1]]) {
    assert.throws(() => keyIdOf(Buffer.from(bytes)), hasCode('malformed'))
  }
})
