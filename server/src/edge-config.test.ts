import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { trustsProxy } from './http/client-address.ts'

test('TRUST_PROXY is a number of hops; true is one, false, 0 and nothing are none', () => {
  for (const [value, hops] of [
    ['true', 1],
    ['TRUE', 1],
    ['1', 1],
    ['2', 2],
    ['10', 10],
  ] as const)
    assert.deepEqual(readConfig({ TRUST_PROXY: value }).trustProxy, { hops })
  for (const value of ['false', '0', '', ' '])
    assert.equal(readConfig({ TRUST_PROXY: value }).trustProxy, undefined, value)
})

test('TRUST_PROXY is a list of addresses and networks', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8' })
  const isProxy = trustsProxy(trustProxy)
  assert.ok(isProxy)
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1', 'fd12::1%eth0'])
    assert.ok(isProxy(address, 0), address)
  for (const address of ['11.0.0.1', '192.0.2.8', 'fe80::1', '::1', undefined, 'unknown', ''])
    assert.ok(!isProxy(address, 0), String(address))
})

const wrong = [
  'yes',
  '11',
  '-1',
  '1.5',
  '10.0.0.0/33',
  '10.0.0.0/',
  '0.0.0.0/0',
  '::/0',
  'fd00::/129',
  '10.0.0.300',
  'proxy.local',
  '10.0.0.1,,',
  '1,2',
]
for (const value of wrong) {
  test(`TRUST_PROXY=${value} stops the start with a message that names it`, () => {
    assert.throws(
      () => readConfig({ TRUST_PROXY: value }),
      (error) => error instanceof ConfigError && error.message.startsWith('TRUST_PROXY must be'),
    )
  })
}

test('limits of time have defaults, and headers cannot take longer than the request', () => {
  assert.deepEqual(readConfig({}).http, {
    requestTimeoutMs: 30_000,
    headersTimeoutMs: 10_000,
    idleTimeoutMs: 75_000,
    connectionsPerAddress: 1_000,
    shutdownLingerMs: 1_000,
  })
  assert.equal(readConfig({ REQUEST_TIMEOUT_SECONDS: '5' }).http.headersTimeoutMs, 5_000)
  const longHeaders = { REQUEST_TIMEOUT_SECONDS: '5', HEADERS_TIMEOUT_SECONDS: '6' }
  assert.throws(() => readConfig(longHeaders), /^.*HEADERS_TIMEOUT_SECONDS must not be longer/)
  for (const name of ['REQUEST_TIMEOUT_SECONDS', 'HEADERS_TIMEOUT_SECONDS', 'IDLE_TIMEOUT_SECONDS'])
    assert.throws(() => readConfig({ [name]: '0' }), new RegExp(name))
})

const laptop = { HOST: '127.0.0.1' }
const notLaptops: Record<string, string>[] = [
  { DATABASE_URL: 'postgres://db/x' },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { HOST: 'cards.internal' },
  { HOST: '127.0.0.1.example.com' },
  { CARDWRIGHT_PUBLIC_URL: 'https://cards.example.com' },
  { CARDWRIGHT_PUBLIC_URL: 'http://localhost:8080' },
  { TRUST_PROXY: 'true' },
  { TRUST_PROXY: '10.0.0.0/8' },
]

test('webhooks to localhost are on by default on a laptop, and nowhere else', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1'])
    assert.equal(readConfig({ HOST }).webhookAllowLoopback, true, HOST)
  assert.equal(readConfig({}).webhookAllowLoopback, true)
  assert.equal(readConfig({ TRUST_PROXY: 'false' }).webhookAllowLoopback, true)
  for (const env of notLaptops)
    assert.equal(readConfig({ ...laptop, ...env }).webhookAllowLoopback, false, JSON.stringify(env))
  assert.equal(readConfig({ HOST: '0.0.0.0', WEBHOOK_ALLOW_LOOPBACK: 'true' }).webhookAllowLoopback, true)
  assert.equal(readConfig({ WEBHOOK_ALLOW_LOOPBACK: 'false' }).webhookAllowLoopback, false)
})
