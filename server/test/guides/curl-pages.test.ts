// Every page below is walked from top to bottom in one shell, after the first hour, against a service that runs.

import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { delimiter } from 'node:path'
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

test('agents (MCP): the command for Claude Code names an address and a key that connect', async () => {
  // Claude Code itself is not here. In its place, a program of its name says hello to the address, with the header.
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'walk', version: '1' } },
  }
  const accept = `-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'`
  const claude = `#!/bin/sh\nexec curl -sS --fail-with-body "$6" -H "$8" ${accept} -d '${JSON.stringify(hello)}'\n`
  const folder = folderWith({ claude })
  chmodSync(`${folder}/claude`, 0o755)
  const { env, ...rest } = walk()
  const steps = await walkThrough('docs/guides/mcp.md', {
    ...rest,
    env: { ...env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  })
  assert.match(steps.at(-1)!.printed, /"serverInfo":\{"name":"cardwright"/)
})

test('merchants in other currencies', async () => {
  const steps = await walkThrough('docs/guides/foreign-currencies.md', walk())
  const settled = JSON.parse(steps.at(-1)!.printed)
  // 50 euros, settled at the rate that the page has set: 1.12.
  assert.deepEqual([settled.amount, settled.merchant_amount, settled.conversion_rate], [-56, -50, '1.12'])
  await service.audit()
})
