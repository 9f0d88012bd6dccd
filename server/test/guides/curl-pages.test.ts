// Every page below is walked from top to bottom in one shell, after the first hour, against a service that runs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentOf } from '../../src/operator/operator-fixture.ts'
import { folderWith } from '../folder-with.ts'
import { startTestService } from '../harness.ts'
import { root } from '../repository/repository-files.ts'
import { type Walk, walkThrough } from './guide-shell.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0', WEBHOOK_ALLOW_LOOPBACK: 'true' }, { worker: true })
const { key } = await service.fundedWorkspace(5_000)

const walk = (more: Partial<Walk> = {}): Walk => ({
  env: { ...environmentOf(service.connection), XDG_CONFIG_HOME: folderWith({}) },
  folder: root,
  instead: { 'http://127.0.0.1:8080': service.url },
  known: { sk_test_: key },
  ...more,
})

test('the first hour', async () => {
  const steps = await walkThrough('docs/guides/first-hour.md', walk())
  assert.match(steps.find(({ command }) => /\/details/.test(command))!.printed, /"pan":"\d{16}"/)
  assert.match(steps.at(-2)!.printed, /"status":"terminated"/)
})

test('rules', async () => {
  const steps = await walkThrough('docs/guides/rules.md', walk())
  assert.match(steps.at(-1)!.printed, /would_decline +0/)
})

test('merchants in other currencies', async () => {
  const steps = await walkThrough('docs/guides/foreign-currencies.md', walk())
  const settled = JSON.parse(steps.at(-1)!.printed)
  // 50 euros, settled at the rate that the page has set: 1.12.
  assert.deepEqual([settled.amount, settled.merchant_amount, settled.conversion_rate], [-56, -50, '1.12'])
  await service.audit()
})
