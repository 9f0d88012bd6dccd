// Wallet: GET /wallet/deposit-address.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HDKey } from '@scure/bip32'
import { ConfigError } from '../../src/config/config.ts'
import { bitcoinAddress } from '../../src/currencies/addresses/bitcoin-address.ts'
import { parseExtendedKey } from '../../src/currencies/addresses/extended-key.ts'
import { makeSolanaPool, seedOfWords } from '../../src/currencies/addresses/solana-pool.ts'
import { openAddressBook } from '../../src/deposits/address-book.ts'
import type { Api } from '../harness.ts'
import { startTestService } from '../harness.ts'
import { anotherKey, assertError, workspaceOf } from './assertions.ts'

const SEED = seedOfWords(`${'abandon '.repeat(11)}about`, '')
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const XPUB = HDKey.fromMasterSeed(SEED).derive("m/44'/60'/0'").publicExtendedKey

const folder = mkdtempSync(join(tmpdir(), 'cardwright-pool-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const poolFile = (name: string, pool: object) => {
  writeFileSync(join(folder, name), JSON.stringify(pool))
  return join(folder, name)
}
const POOL = makeSolanaPool(SEED, 0, 3)
const pool = poolFile('pool.json', POOL)

const bare = await startTestService()
const service = await startTestService({ BTC_XPUB: ZPUB, ETH_XPUB: XPUB, SOL_ADDRESS_POOL: pool })
const addresses = async (api: Api, query = '') => {
  const { status, body } = await api.get(`/wallet/deposit-address${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const FORMS = {
  btc: /^tb1q[02-9ac-hj-np-z]{38}$/,
  eth: /^0x[0-9a-fA-F]{40}$/,
  sol: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  usdt: /^0x[0-9a-fA-F]{40}$/,
}

test('a sandbox returns addresses for all four currencies with networks, minimums and its environment', async () => {
  const body = await addresses(await bare.workspace())
  assert.deepEqual(Object.keys(body).sort(), ['addresses', 'environment', 'min_deposit', 'networks'])
  assert.deepEqual(body.networks, { btc: 'bitcoin', eth: 'ethereum', sol: 'solana', usdt: 'erc-20' })
  assert.deepEqual(body.min_deposit, { btc: '0.0001', eth: '0.005', sol: '0.05', usdt: '10' })
  assert.equal(body.environment, 'sandbox')
  assert.deepEqual(Object.keys(body.addresses), ['btc', 'eth', 'sol', 'usdt'])
  for (const [currency, form] of Object.entries(FORMS)) assert.match(body.addresses[currency], form)
})

test('usdt has the same address as eth', async () => {
  for (const api of [await service.workspace(), await service.workspace('production')]) {
    const body = await addresses(api)
    assert.equal(body.addresses.usdt, body.addresses.eth)
  }
})

for (const currency of ['btc', 'eth', 'sol', 'usdt']) {
  test(`currency=${currency} returns only the address, network and minimum of that currency`, async () => {
    const api = await service.workspace()
    const all = await addresses(api)
    const { environment, ...body } = await addresses(api, `?currency=${currency}`)
    assert.equal(environment, 'sandbox')
    assert.deepEqual(body, {
      addresses: { [currency]: all.addresses[currency] },
      networks: { [currency]: all.networks[currency] },
      min_deposit: { [currency]: all.min_deposit[currency] },
    })
  })
}

test('an unknown currency returns 400 invalid_currency, and an unknown parameter returns 400 invalid_request', async () => {
  const api = await bare.workspace()
  for (const currency of ['doge', 'BTC', '', 'btc,eth'])
    assertError(await api.get(`/wallet/deposit-address?currency=${currency}`), 400, 'invalid_currency', 'currency')
  assertError(await api.get('/wallet/deposit-address?coin=btc'), 400, 'invalid_request', 'coin')
})

test('the addresses of a workspace stay the same on every request, for every key and after a sandbox reset', async () => {
  const api = await bare.workspace()
  const first = await addresses(api)
  assert.deepEqual(await addresses(api), first)
  assert.deepEqual(await addresses(await anotherKey(bare, api)), first)
  assert.equal((await api.post('/sandbox/reset')).status, 200)
  assert.deepEqual(await addresses(api), first)
})

test('two workspaces never share an address, in the sandbox or in production', async () => {
  const all = await Promise.all(
    Array.from({ length: 3 }, async (_, n) => addresses(await service.workspace(n < 1 ? 'production' : 'sandbox'))),
  )
  for (const currency of ['btc', 'eth', 'sol'])
    assert.equal(new Set(all.map((body) => body.addresses[currency])).size, all.length)
})

test('production without configured addresses returns 400 invalid_currency for every currency', async () => {
  const api = await bare.workspace('production')
  for (const query of ['', '?currency=btc', '?currency=eth', '?currency=sol', '?currency=usdt'])
    assertError(await api.get(`/wallet/deposit-address${query}`), 400, 'invalid_currency', 'currency')
  assertError(await api.get('/wallet/deposit-address?currency=doge'), 400, 'invalid_currency', 'currency')
})

test('production returns the configured currencies and rejects the others by name', async () => {
  const some = await startTestService({ ETH_XPUB: XPUB })
  const api = await some.workspace('production')
  const body = await addresses(api)
  assert.deepEqual(Object.keys(body.addresses), ['eth', 'usdt'])
  assert.deepEqual(Object.keys(body.networks), ['eth', 'usdt'])
  assert.deepEqual(Object.keys(body.min_deposit), ['eth', 'usdt'])
  assert.equal('environment' in body, false)
  assertError(await api.get('/wallet/deposit-address?currency=btc'), 400, 'invalid_currency', 'currency')
})

test('production assigns the addresses of the extended keys in order, starting with the first', async () => {
  const fresh = await startTestService({ BTC_XPUB: ZPUB, ETH_XPUB: XPUB, SOL_ADDRESS_POOL: pool })
  const [a, b] = [await fresh.workspace('production'), await fresh.workspace('production')]
  assert.deepEqual((await addresses(a)).addresses, {
    btc: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    eth: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    sol: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    usdt: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  })
  assert.equal((await addresses(b, '?currency=btc')).addresses.btc, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
})

test('two hundred concurrent first requests get one address per workspace without a gap', async () => {
  const crowd = await startTestService({ BTC_XPUB: ZPUB })
  const apis = await Promise.all(Array.from({ length: 20 }, () => crowd.workspace('production')))
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => addresses(apis[n % 20]!, '?currency=btc').then((body) => body.addresses.btc)),
  )
  for (const [n, address] of answers.entries()) assert.equal(address, answers[n % 20])
  const key = parseExtendedKey(ZPUB, ['zpub'])!
  const expected = Array.from({ length: 20 }, (_, index) => bitcoinAddress(key, index))
  assert.deepEqual(new Set(answers), new Set(expected))
  const { database } = crowd.services
  const [counter] = await database.read`select next_index from address_keys where network = 1`
  assert.equal(counter!.next_index, 20n)
})

test('a new extended key starts at its own first address, and assigned addresses stay', async () => {
  const other = HDKey.fromMasterSeed(Buffer.alloc(32, 9)).derive("m/84'/0'/0'").publicExtendedKey
  const fresh = await startTestService({ BTC_XPUB: ZPUB })
  const [old, young] = [await fresh.workspace('production'), await fresh.workspace('production')]
  const kept = await addresses(old, '?currency=btc')
  fresh.services.addresses = await openAddressBook(
    { ...fresh.config.chains, btcKey: parseExtendedKey(other, ['xpub'])! },
    fresh.services.database,
    new Date(),
  )
  const first = bitcoinAddress(parseExtendedKey(other, ['xpub'])!, 0)
  assert.equal((await addresses(young, '?currency=btc')).addresses.btc, first)
  assert.deepEqual(await addresses(old, '?currency=btc'), kept)
})

test('an exhausted Solana pool returns 503, and a longer pool continues where the first one ended', async () => {
  const fresh = await startTestService({ SOL_ADDRESS_POOL: pool })
  const apis = await Promise.all(Array.from({ length: 4 }, () => fresh.workspace('production')))
  for (const api of apis.slice(0, 3)) await addresses(api, '?currency=sol')
  assertError(await apis[3]!.get('/wallet/deposit-address?currency=sol'), 503, 'service_unavailable', 'currency')
  const longer = poolFile('longer.json', makeSolanaPool(SEED, 0, 5))
  fresh.services.addresses = await openAddressBook(
    { ...fresh.config.chains, solPoolFile: longer },
    fresh.services.database,
    new Date(),
  )
  const { addresses: given } = await addresses(apis[3]!, '?currency=sol')
  assert.equal(given.sol, makeSolanaPool(SEED, 3, 1).addresses[0])
})

test('the service does not start with a Solana pool that is missing, changed or signed by another key', async () => {
  const { database } = service.services
  const open = (solPoolFile: string) => openAddressBook({ ...service.config.chains, solPoolFile }, database, new Date())
  const changed = poolFile('changed.json', { ...POOL, first: 1 })
  const foreign = poolFile('foreign.json', makeSolanaPool(Buffer.alloc(32, 3), 0, 3))
  for (const [file, why] of [
    [join(folder, 'none.json'), /SOL_ADDRESS_POOL.*cannot be read/],
    [changed, /SOL_ADDRESS_POOL.*changed after it was signed/],
    [foreign, /SOL_ADDRESS_POOL is signed by another key/],
  ] as const)
    await assert.rejects(open(file), (error: Error) => error instanceof ConfigError && why.test(error.message))
})

test('a read-only key can read the deposit address', async () => {
  const api = await service.workspace('production')
  const { accountId } = await workspaceOf(service, api)
  const { createApiKey } = await import('../../src/accounts/api-keys.ts')
  const { key } = await service.services.database.transaction((tx) =>
    createApiKey(tx, { accountId, environment: 'production', name: 'reader', readOnly: true, now: new Date() }),
  )
  assert.match((await addresses(service.api(key), '?currency=btc')).addresses.btc, /^bc1q/)
})

test('the books balance', () => service.audit())
