import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, prefixesOf } from './bitcoin-address.ts'
import { parseBlock, parseTransaction } from './bitcoin-block.ts'

/** The first block of the main chain. */
const GENESIS = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3' +
    '888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c01010000000100000000000000000000000000000000000000000000000000' +
    '00000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e' +
    '206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe' +
    '5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b' +
    '6bf11d5fac00000000',
  'hex',
)
const GENESIS_HASH = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

test('the first block of the main chain is parsed correctly', () => {
  const { header, transactions } = parseBlock(GENESIS)
  const { hash, parentHash } = header
  assert.equal(hash, GENESIS_HASH)
  assert.equal(parentHash, '0'.repeat(64))
  assert.equal(transactions[0]!.txid, '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b')
  assert.equal(transactions[0]!.outputs[0]!.satoshis, 50_00000000n)
})

test('a truncated, extended or changed block is rejected', () => {
  assert.throws(() => parseBlock(GENESIS.subarray(0, -1)), /end too early/)
  assert.throws(() => parseBlock(Buffer.concat([GENESIS, Buffer.from([0])])), /longer than its transactions/)
  const changed = Buffer.from(GENESIS)
  changed[changed.length - 80]! ^= 1
  assert.throws(() => parseBlock(changed), /Merkle root/)
})

test('the id of a segwit transaction does not include its witnesses', () => {
  // This is the signed P2WPKH example of BIP 143.
  const version = '01000000'
  const body =
    '02fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb' +
    '62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed' +
    '01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9' +
    '148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac'
  const witnesses =
    '000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f5' +
    '1928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357'
  const lockTime = '11000000'
  const parse = (hex: string) => parseTransaction(Buffer.from(hex, 'hex'))
  const { txid, outputs } = parse(`${version}0001${body}${witnesses}${lockTime}`)
  assert.equal(txid, parse(`${version}${body}${lockTime}`).txid)
  assert.deepEqual(
    outputs.map(({ index, satoshis }) => [index, satoshis]),
    [
      [0, 112340000n],
      [1, 223450000n],
    ],
  )
})

test('every standard script is read as its address', () => {
  const main = prefixesOf(GENESIS_HASH)
  const regtest = prefixesOf('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206')
  const of = (script: string, prefixes = main) => addressOf(Buffer.from(script, 'hex'), prefixes)
  // These examples are from BIP 173 and BIP 350.
  assert.equal(of('0014751e76e8199196d454941c45d1b3a323f1433bd6'), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  assert.equal(
    of('00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262'),
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  )
  assert.equal(
    of('512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  )
  assert.equal(of('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  assert.equal(of('a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'), '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')
  assert.equal(
    of('0014751e76e8199196d454941c45d1b3a323f1433bd6', regtest),
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  )
  for (const nothing of ['', '6a026869', '51', '00', '0013751e76e8199196d454941c45d1b3a323f1433b', '5114']) {
    assert.equal(of(nothing), undefined, nothing)
  }
})
