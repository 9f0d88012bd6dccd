import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { masterKeyFromBase64 } from './key-provider.ts'
import { VaultError } from './vault-error.ts'

const CONTEXT = 'cardwright data key:seal:1'

test('a key that one provider has wrapped is unwrapped by another provider with the same master key', () => {
  const text = randomBytes(32).toString('base64')
  const { version, wrapped } = masterKeyFromBase64(text).wrap(Buffer.from('data key'), CONTEXT)
  const again = masterKeyFromBase64(text)
  assert.equal(version, again.currentVersion)
  assert.equal(again.unwrap(version, wrapped, CONTEXT).toString(), 'data key')
})

test('versions are integers that fit the column and distinguish keys', () => {
  const versions = Array.from(
    { length: 500 },
    () => masterKeyFromBase64(randomBytes(32).toString('base64')).currentVersion,
  )
  assert.ok(
    versions.every((version) => Number.isInteger(version) && version >= 1 && version <= 2 ** 30),
    versions.join(),
  )
  assert.ok(new Set(versions).size >= 499, `${new Set(versions).size} versions`)
  assert.equal(masterKeyFromBase64(Buffer.alloc(32, 5).toString('base64')).currentVersion, FROZEN)
})
const FROZEN = 418233965

test('an unknown version, another context and a changed byte are rejected', () => {
  const provider = masterKeyFromBase64(randomBytes(32).toString('base64'))
  const { version, wrapped } = provider.wrap(Buffer.from('data key'), CONTEXT)
  const code = (expected: string) => (error: unknown) => error instanceof VaultError && error.code === expected
  assert.throws(() => provider.unwrap(version + 1, wrapped, CONTEXT), code('master_key_unknown'))
  assert.throws(() => provider.unwrap(version, wrapped, 'cardwright data key:seal:2'), code('not_authentic'))
  wrapped[14]! ^= 1
  assert.throws(() => provider.unwrap(version, wrapped, CONTEXT), code('not_authentic'))
})

test('a master key that is not base64 of exactly 32 bytes is rejected with an error that does not contain it', () => {
  const good = randomBytes(32).toString('base64')
  const wrong = [
    '',
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('base64'),
    randomBytes(32).toString('hex'),
    good.slice(0, -1),
    `${good}\n`,
    ` ${good}`,
    `${good.slice(0, 20)}!${good.slice(21)}`,
  ]
  for (const text of wrong) {
    assert.throws(
      () => masterKeyFromBase64(text),
      (error) => {
        assert.ok(error instanceof VaultError && error.code === 'master_key_invalid', String(error))
        assert.match(error.message, /CARDWRIGHT_MASTER_KEY.*openssl/)
        assert.ok(
          text === '' || !inspect(error, { depth: 9, showHidden: true }).includes(text.trim().slice(0, 8)),
          'the error contains the key',
        )
        return true
      },
    )
  }
})

test('a printed provider does not show its key', () => {
  const bytes = randomBytes(32)
  const printed = inspect(masterKeyFromBase64(bytes.toString('base64')), { depth: 9, showHidden: true })
  assert.ok(
    !printed.includes(bytes.toString('base64').slice(0, 10)) && !printed.includes(bytes.toString('hex').slice(0, 10)),
    'the printed provider shows the key',
  )
})
