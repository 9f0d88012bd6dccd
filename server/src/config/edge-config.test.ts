import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustsProxy } from '../http/client-address.ts'
import { ConfigError, readConfig } from './config.ts'

test('TRUST_PROXY is a number of hops, where true means one and false, 0 or nothing mean none', () => {
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

test('TRUST_PROXY accepts a list of addresses and networks', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,fd00::/8' })
  const isProxy = trustsProxy(trustProxy)
  assert.ok(isProxy, 'TRUST_PROXY was read as a number of hops')
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

test('timeouts have defaults, and the timeout of headers must not exceed that of the request', () => {
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

test('webhooks to localhost are allowed by default only on a laptop', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1'])
    assert.equal(readConfig({ HOST }).webhookAllowLoopback, true, HOST)
  assert.equal(readConfig({}).webhookAllowLoopback, true)
  assert.equal(readConfig({ TRUST_PROXY: 'false' }).webhookAllowLoopback, true)
  for (const env of notLaptops)
    assert.equal(readConfig({ ...laptop, ...env }).webhookAllowLoopback, false, JSON.stringify(env))
  assert.equal(readConfig({ HOST: '0.0.0.0', WEBHOOK_ALLOW_LOOPBACK: 'true' }).webhookAllowLoopback, true)
  assert.equal(readConfig({ WEBHOOK_ALLOW_LOOPBACK: 'false' }).webhookAllowLoopback, false)
})

test('metrics are served on the API port on a laptop or with a token, and otherwise on loopback', () => {
  const production = { DATABASE_URL: 'postgres://u:p@db.example/cards' }
  const token = 'x'.repeat(16)
  const usual = { host: '127.0.0.1', port: 9464, isChosen: false }
  const cases: [string, Record<string, string>, unknown][] = [
    ['a laptop', {}, { listener: undefined, token: undefined }],
    ['a database elsewhere', production, { listener: usual, token: undefined }],
    ['a public URL', { CARDWRIGHT_PUBLIC_URL: 'https://x.example' }, { listener: usual, token: undefined }],
    ['every address', { HOST: '0.0.0.0' }, { listener: usual, token: undefined }],
    ['a proxy', { TRUST_PROXY: '1' }, { listener: usual, token: undefined }],
    ['a token', { ...production, METRICS_TOKEN: token }, { listener: undefined, token }],
    ['a port', { METRICS_PORT: '9000' }, { listener: { ...usual, port: 9000, isChosen: true }, token: undefined }],
    [
      'all three',
      { ...production, METRICS_PORT: '9000', METRICS_HOST: '10.0.0.5', METRICS_TOKEN: token },
      { listener: { host: '10.0.0.5', port: 9000, isChosen: true }, token },
    ],
    ['any port', { ...production, PORT: '0' }, { listener: { ...usual, port: 0 }, token: undefined }],
  ]
  for (const [what, env, expected] of cases) assert.deepEqual(readConfig(env).metrics, expected, what)
})

test('an invalid metrics setting is rejected, and the message does not contain the token', () => {
  for (const [env, name] of [
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT'],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST'],
    [{ METRICS_TOKEN: 'tooshort' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'with a space in the middle' }, 'METRICS_TOKEN'],
  ] as const)
    assert.throws(
      () => readConfig(env),
      (error: Error) =>
        error instanceof ConfigError &&
        error.message.startsWith(name) &&
        !/tooshort|with a space in/.test(error.message),
    )
})
