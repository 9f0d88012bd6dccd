import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const COLLECTOR = 'http://127.0.0.1:4318'
const read = (env: Record<string, string>) => readConfig(env).tracing

test('tracing is off without a collector or with a ratio of 0', () => {
  assert.equal(read({}), undefined)
  assert.equal(read({ TRACING_SAMPLE_RATIO: '1' }), undefined)
  assert.equal(read({ TRACING_OTLP_URL: COLLECTOR, TRACING_SAMPLE_RATIO: '0' }), undefined)
})

test('one request in twenty is traced by default, and the standard path is used if the URL has none', () => {
  const expected = { url: `${COLLECTOR}/v1/traces`, authorization: undefined, sampleRatio: 0.05 }
  assert.deepEqual(read({ TRACING_OTLP_URL: COLLECTOR }), expected)
  assert.deepEqual(read({ TRACING_OTLP_URL: `${COLLECTOR}/` }), expected)
  assert.equal(read({ TRACING_OTLP_URL: 'https://c.example/otlp' })?.url, 'https://c.example/otlp')
  for (const [value, ratio] of [
    ['1', 1],
    ['1.0', 1],
    ['0.25', 0.25],
    ['.5', 0.5],
  ] as const)
    assert.equal(read({ TRACING_OTLP_URL: COLLECTOR, TRACING_SAMPLE_RATIO: value })?.sampleRatio, ratio)
})

test('credentials in the collector URL are sent as a header and removed from the URL', () => {
  const tracing = read({ TRACING_OTLP_URL: 'https://us%40er:pa%3Ass@c.example/v1/traces' })
  assert.equal(tracing?.url, 'https://c.example/v1/traces')
  assert.equal(tracing?.authorization, `Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`)
})

test('invalid values are rejected with the name of the variable and without the value', () => {
  for (const [name, value] of [
    ['TRACING_OTLP_URL', 'collector:4318'],
    ['TRACING_OTLP_URL', 'ftp://hunter2@c.example'],
    ['TRACING_OTLP_URL', 'https://user:%E0%A4%A@c.example'],
    ['TRACING_SAMPLE_RATIO', '1.01'],
    ['TRACING_SAMPLE_RATIO', '-0.1'],
    ['TRACING_SAMPLE_RATIO', '5%'],
    ['TRACING_SAMPLE_RATIO', '1e-1'],
  ] as const)
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(name) && !error.message.includes(value),
    )
})
