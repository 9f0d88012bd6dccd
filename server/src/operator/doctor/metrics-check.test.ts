import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../config/config.ts'
import { checkMetrics } from './metrics-check.ts'

test('doctor warns of metrics that other machines can read without a token', () => {
  const METRICS_TOKEN = 'x'.repeat(20)
  const stateOf = (env: Record<string, string>) => checkMetrics(readConfig(env)).state
  assert.equal(stateOf({}), 'ok')
  assert.equal(stateOf({ HOST: '0.0.0.0' }), 'ok') // they are on loopback then
  assert.equal(stateOf({ HOST: '0.0.0.0', METRICS_TOKEN }), 'ok')
  assert.equal(stateOf({ METRICS_PORT: '9000', METRICS_HOST: '0.0.0.0' }), 'warning')
  assert.equal(stateOf({ METRICS_PORT: '9000', METRICS_HOST: '0.0.0.0', METRICS_TOKEN }), 'ok')
  assert.ok(!JSON.stringify(checkMetrics(readConfig({ METRICS_TOKEN }))).includes(METRICS_TOKEN))
})
