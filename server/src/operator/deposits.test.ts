// The commands for addresses, chains and deposits.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { arrival, catchUp, FakeChain, startWatching } from '../../test/chains/watcher-fixture.ts'
import { cardwright, environmentOf, fails, succeeds, temporaryFolder } from '../../test/operator/operator-fixture.ts'
import { addChainMetrics } from '../chains/chain-metrics.ts'
import { readSolanaPool } from '../currencies/addresses/solana-pool.ts'

const WORDS = `${'abandon '.repeat(11)}about`
const FIRST = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const folder = temporaryFolder()
const file = (name: string, text?: string) => {
  if (text !== undefined) writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const words = file('words', `${WORDS}\n`)

const scene = await startWatching()
const env = environmentOf(scene.service.connection)

test('addresses pool creates a pool without a database, and says what to compare', async () => {
  const out = file('pool.json')
  const said = await succeeds(['addresses', 'pool', '--count', '3', '--seed', words, '--out', out], {})
  assert.match(said, new RegExp(`3 addresses, index 0 to 2\nFirst   ${FIRST}\nSigner  \\w+`))
  assert.match(said, /Compare the first address/)
  assert.doesNotMatch(said, /abandon/)
  assert.equal(readSolanaPool(readFileSync(out, 'utf8')).addresses.length, 3)
  assert.doesNotMatch(readFileSync(out, 'utf8'), /abandon/)
  assert.match(
    await fails(['addresses', 'pool', '--count', '3', '--seed', words, '--out', out], {}),
    /exists and is not replaced/,
  )
})

test('addresses pool accepts a hexadecimal seed, a first index and an expected address', async () => {
  const seed = file(
    'seed',
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  )
  const make = (out: string, ...more: string[]) => ['addresses', 'pool', '--seed', seed, '--out', file(out), ...more]
  await succeeds(make('hex.json', '--count', '1', '--expect', FIRST, '--first', '0'), {})
  const other = await fails(make('x.json', '--count', '1', '--expect', 'x'), {})
  assert.match(other, /the first address of the seed is not the expected one; nothing was written/)
  const short = ['addresses', 'pool', '--seed', file('short', 'abandon about'), '--out', file('x.json'), '--count', '1']
  assert.match(await fails(short, {}), /a seed is 12 to 24 words/)
})

test('addresses trust accepts a pool by another signer', async () => {
  const seed = file('other', '11'.repeat(32))
  const [first, second] = [file('pool.json'), file('second.json')]
  await succeeds(['addresses', 'pool', '--seed', seed, '--out', second, '--count', '2'], {})
  for (const pool of [first, second])
    assert.match(await succeeds(['addresses', 'trust', pool], env), /Pools by this signer are accepted/)
  const changed = file('changed.json', readFileSync(first, 'utf8').replace('"first": 0', '"first": 1'))
  assert.match(await fails(['addresses', 'trust', changed], env), /changed after it was signed/)
})

test('chains status shows an incident until chains rescan and deposits reverse resolve it', async () => {
  assert.match(await fails(['chains', 'rescan', 'bitcoin', '--from', '3'], env), /bitcoin was never watched/)
  const chain = new FakeChain('bitcoin')
  const watcher = scene.watcher(chain)
  await catchUp(watcher)
  const customer = await scene.customer()
  chain.mine(arrival(customer.btc, 100_000_000n))
  chain.mineEmpty(2)
  await catchUp(watcher)
  const [{ id }] = (await customer.api.get('/wallet/deposits')).body.data
  assert.match(await fails(['deposits', 'reverse', id], env), /its money is on the chain/)
  assert.match(await succeeds(['chains', 'status'], env), /bitcoin {2}8 {10} 8 {4}0 {7}yes/)
  chain.drop(3)
  chain.mineEmpty(4)
  await catchUp(watcher)
  const ended = await cardwright(['chains', 'status', '--json'], env)
  assert.equal(ended.code, 1)
  const { chains, incidents } = JSON.parse(ended.out)
  assert.deepEqual([chains[0].network, chains[0].height, chains[0].halted], ['bitcoin', 9, null])
  assert.deepEqual([incidents[0].deposit, incidents[0].kind], [id, 'no longer on the chain'])
  assert.match(
    await succeeds(['deposits', 'reverse', id], env),
    new RegExp(`${id} is reversed: 49500.00 USD taken from the wallet, 0.00 USD owed`),
  )
  assert.match(await fails(['deposits', 'reverse', 'dep_x'], env), /is not the id of a deposit/)
  const [entry] = await scene.owner`select action, subject from audit_log where action = 'deposit.reverse'`
  assert.deepEqual(entry, { action: 'deposit.reverse', subject: id })
  assert.match(await succeeds(['chains', 'rescan', 'bitcoin', '--from', '5'], env), /read again from block 5 on/)
  assert.match(await fails(['chains', 'rescan', 'bitcoin', '--from', '50'], env), /nothing to read again/)
  assert.match(
    await fails(['chains', 'rescan', 'dogecoin', '--from', '5'], env, 2),
    /the chain must be one of: bitcoin/,
  )
  await catchUp(watcher)
  await scene.service.audit()
})

test('the metrics describe each chain', async () => {
  const { database, addresses } = scene.service.services
  const metrics = () => {
    const registry = new Registry()
    addChainMetrics(registry, database, addresses)
    return registry.metrics()
  }
  const text = await metrics()
  assert.match(text, /cardwright_chain_height\{chain="bitcoin"\} 9/)
  assert.match(text, /cardwright_chain_lag_blocks\{chain="bitcoin"\} 0/)
  assert.match(text, /cardwright_chain_watched\{chain="bitcoin"\} 1/)
  assert.match(text, /cardwright_chain_halted\{chain="bitcoin"\} 0/)
  assert.match(text, /cardwright_deposit_incidents_open 0/)
  assert.doesNotMatch(text, /cardwright_chain_last_error_age_seconds\{/)
  await scene.owner`update chain_cursors set last_error = 'x', last_error_at = now() - interval '90 seconds'`
  assert.match(await metrics(), /cardwright_chain_last_error_age_seconds\{chain="bitcoin"\} (89|9\d)/)
})
