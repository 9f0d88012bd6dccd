import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
// This is the private key of the same account, as published in BIP84.
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'

test('without any chain setting no chain is watched and the confirmations have their defaults', () => {
  const { chains } = readConfig({})
  assert.deepEqual(chains, {
    rpcUrls: { bitcoin: [], ethereum: [], solana: [] },
    btcKey: undefined,
    ethKey: undefined,
    solPoolFile: undefined,
    usdtContract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    confirmations: { btc: 2, eth: 12, usdt: 12, sol: 32 },
    guards: { secondNodeAboveCents: 1_000_000n, creditsPerHourCents: 10_000_000n },
  })
})

test('every chain setting is read', () => {
  const { chains } = readConfig({
    BITCOIN_RPC_URLS: 'http://user:secret@127.0.0.1:8332, https://second.example/',
    BTC_XPUB: ZPUB,
    USDT_CONTRACT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    CONFIRMATIONS_BTC: '6',
    CONFIRMATIONS_SOL: '1',
  })
  assert.deepEqual(chains.rpcUrls.bitcoin, ['http://user:secret@127.0.0.1:8332', 'https://second.example/'])
  assert.equal(chains.btcKey?.isTest, false)
  assert.equal(chains.usdtContract, '0xdac17f958d2ee523a2206206994597c13d831ec7')
  assert.deepEqual(chains.confirmations, { btc: 6, eth: 12, usdt: 12, sol: 1 })
})

test('plain http to another machine must be allowed explicitly, and plain http to this machine is always allowed', () => {
  const far = { BITCOIN_RPC_URLS: 'http://bitcoind:8332' }
  assert.throws(() => readConfig(far), /BITCOIN_RPC_URLS .* CHAIN_ALLOW_PLAIN_HTTP=true/)
  assert.equal(readConfig({ ...far, CHAIN_ALLOW_PLAIN_HTTP: 'true' }).chains.rpcUrls.bitcoin.length, 1)
  const near = 'http://127.0.0.1:1,http://localhost:2,http://[::1]:3'
  assert.equal(readConfig({ SOLANA_RPC_URLS: near }).chains.rpcUrls.solana.length, 3)
})

const wrong: [name: string, value: string][] = [
  ['BITCOIN_RPC_URLS', 'user:secret@127.0.0.1'],
  ['ETHEREUM_RPC_URLS', 'http://a.example,ws://secret@b.example'],
  ['SOLANA_RPC_URLS', 'secret'],
  ['BITCOIN_RPC_URLS', 'http://user:secret@node.example:8332'],
  ['BITCOIN_RPC_URLS', 'http://10.0.0.5:8332'],
  ['ETHEREUM_RPC_URLS', 'https://a.example/key,https://a.example/key'],
  ['DEPOSIT_SECOND_NODE_ABOVE_USD', '-1'],
  ['DEPOSIT_CREDITS_PER_HOUR_USD', '1e5'],
  ['CHAIN_ALLOW_PLAIN_HTTP', 'secret'],
  ['BTC_XPUB', 'secret'],
  ['BTC_XPUB', ZPUB.replace('r', 's')],
  ['ETH_XPUB', ZPUB],
  ['USDT_CONTRACT', '0xsecret'],
  ['CONFIRMATIONS_BTC', '2000'],
  ['CONFIRMATIONS_ETH', '-1'],
  ['CONFIRMATIONS_USDT', '1.5'],
  ['CONFIRMATIONS_SOL', 'secret'],
]
for (const [name, value] of wrong) {
  test(`an invalid ${name} stops the start with a message that names it (${value.slice(0, 12)}…)`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.includes(name) && !error.message.includes(value),
    )
  })
}

for (const name of ['BTC_XPUB', 'ETH_XPUB', 'SOL_ADDRESS_POOL']) {
  for (const [what, secret] of [
    ['an extended private key', ZPRV],
    ['a raw key', 'e'.repeat(64)],
    ['a seed phrase', `${'abandon '.repeat(11)}about`],
  ] as const) {
    test(`${what} in ${name} is rejected with a message that does not contain it`, () => {
      assert.throws(
        () => readConfig({ [name]: secret }),
        (error) =>
          error instanceof ConfigError &&
          /could spend/.test(error.message) &&
          error.message.includes(name) &&
          !error.message.includes(secret),
      )
    })
  }
}
