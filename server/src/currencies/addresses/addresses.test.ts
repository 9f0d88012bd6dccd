// Compares addresses with published vectors: those of BIP84, EIP-55 and SLIP-10, and the addresses that every wallet
// shows for the words "abandon … about".

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { bitcoinAddress } from './bitcoin-address.ts'
import { checksummed, ethereumAddress } from './ethereum-address.ts'
import { looksPrivate, parseExtendedKey } from './extended-key.ts'
import { sandboxAddress } from './sandbox-addresses.ts'
import { makeSolanaPool, PoolError, readSolanaPool, secretAt, seedOfWords, solanaAddress } from './solana-pool.ts'

const WORDS = `${'abandon '.repeat(11)}about`
const SEED = Buffer.from(seedOfWords(WORDS, ''))
const BTC = ['zpub', 'xpub', 'vpub', 'tpub']
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

const exported = (path: string, version?: { private: number; public: number }) =>
  HDKey.fromMasterSeed(SEED, version).derive(path).publicExtendedKey

test('the seed phrase gives the seed that BIP39 publishes', () => {
  assert.equal(
    SEED.toString('hex'),
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  )
})

test('BIP84: the first two receiving addresses of the account are derived', () => {
  const key = parseExtendedKey(ZPUB, BTC)!
  assert.equal(bitcoinAddress(key, 0), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  assert.equal(bitcoinAddress(key, 1), 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
})

test('an xpub is read as the same key as its zpub, and the receiving branch gives the addresses of the account', () => {
  const key = parseExtendedKey(ZPUB, BTC)!
  for (const path of ["m/84'/0'/0'", "m/84'/0'/0'/0"]) {
    const same = parseExtendedKey(exported(path), BTC)!
    assert.equal(bitcoinAddress(same, 7), bitcoinAddress(key, 7))
    assert.equal(same.id, key.id)
  }
})

test('keys of test networks give addresses of test networks', () => {
  for (const version of [
    { private: 0x045f18bc, public: 0x045f1cf6 },
    { private: 0x04358394, public: 0x043587cf },
  ]) {
    const key = parseExtendedKey(exported("m/84'/1'/0'", version), BTC)!
    assert.equal(key.isTest, true)
    assert.equal(bitcoinAddress(key, 0), 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl')
  }
})

test("BIP44: the first Ethereum address of the account m/44'/60'/0' is derived", () => {
  const key = parseExtendedKey(exported("m/44'/60'/0'"), ['xpub'])!
  assert.equal(checksummed(ethereumAddress(key, 0)), '0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
})

for (const address of [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])
  test(`EIP-55: ${address} has the right checksum`, () => assert.equal(checksummed(address.toLowerCase()), address))

test('secrets that can spend are recognised, and only a public extended key of an account is accepted', () => {
  const account = HDKey.fromMasterSeed(SEED).derive("m/84'/0'/0'")
  const zprv = HDKey.fromMasterSeed(SEED, { private: 0x04b2430c, public: 0x04b24746 }).derive("m/84'/0'/0'")
  for (const secret of [
    account.privateExtendedKey,
    zprv.privateExtendedKey,
    SEED.toString('hex'),
    `0x${'ab'.repeat(32)}`,
    'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ',
    base58.encode(new Uint8Array(64).fill(7)),
    JSON.stringify([...new Uint8Array(64).fill(7)]),
    WORDS,
  ]) {
    assert.equal(looksPrivate(secret), true)
    assert.equal(parseExtendedKey(secret, BTC), undefined)
  }
  assert.equal(looksPrivate(ZPUB), false)
  for (const other of [
    exported('m'),
    exported("m/84'"),
    exported("m/84'/0'/0'/0/0"),
    `${ZPUB}x`,
    ZPUB.slice(0, -1),
    'zpub',
    '',
  ])
    assert.equal(parseExtendedKey(other, BTC), undefined)
  assert.equal(parseExtendedKey(ZPUB, ['xpub']), undefined)
})

test('SLIP-10: the keys of test vector 1 for ed25519 are derived', () => {
  const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
  const hex = (path: number[]) => Buffer.from(secretAt(seed, path)).toString('hex')
  assert.equal(hex([]), '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7')
  assert.equal(hex([0]), '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3')
  assert.equal(hex([0, 1, 2, 2, 1_000_000_000]), '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793')
})

test("Solana: the address is the first one that wallets show, m/44'/501'/0'/0'", () => {
  assert.equal(solanaAddress(SEED, 0), 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
})

test('a written pool can be read, and a changed, shortened or foreign pool is rejected', () => {
  const pool = makeSolanaPool(SEED, 5, 4)
  assert.deepEqual(readSolanaPool(JSON.stringify(pool)), pool)
  assert.equal(pool.addresses[0], solanaAddress(SEED, 5))
  const other = makeSolanaPool(Buffer.alloc(32, 1), 5, 4)
  for (const changed of [
    { ...pool, first: 6 },
    { ...pool, addresses: pool.addresses.slice(1) },
    { ...pool, addresses: [...pool.addresses.slice(1), other.addresses[0]] },
    { ...pool, addresses: [...pool.addresses, pool.addresses[0]] },
    { ...pool, signer: other.signer },
    { ...pool, signature: other.signature },
    { ...pool, signature: 7 },
    { ...pool, format: 'else' },
    { ...pool, addresses: ['x'] },
    { ...pool, addresses: [] },
    null,
  ])
    assert.throws(() => readSolanaPool(JSON.stringify(changed)), PoolError)
  assert.throws(() => readSolanaPool('{'), PoolError)
})

test('a longer pool begins with the same addresses and has the same signer', () => {
  const [short, long] = [makeSolanaPool(SEED, 0, 2), makeSolanaPool(SEED, 0, 5)]
  assert.deepEqual(long.addresses.slice(0, 2), short.addresses)
  assert.equal(long.signer, short.signer)
})

test('the addresses of a sandbox never change between releases', () => {
  const lineage = '01890000-0000-7000-8000-000000000001'
  assert.deepEqual(
    (['bitcoin', 'ethereum', 'solana'] as const).map((network) => sandboxAddress(network, lineage)),
    [
      'tb1qeud9j3n2v94a8mfyemp99drslwyhkp47nqr6md',
      '0x352ae8a9c77a55b7abe653ba7cd7686f30950ebc',
      'D8Li64XNanxT9wf5dvwnA8qE8HAAU7BLP5vmzYUhNqNS',
    ],
  )
})
