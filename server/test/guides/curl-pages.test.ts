// Runs the commands of each page below from top to bottom in one shell, against a running service.

import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { delimiter } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../folder-with.ts'
import { startTestService } from '../harness.ts'
import { environmentOf } from '../operator/operator-fixture.ts'
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

test('the commands of the first-hour guide work from top to bottom', async () => {
  const steps = await walkThrough('docs/guides/first-hour.md', walk())
  assert.match(steps.find(({ command }) => /\/details/.test(command))!.printed, /"pan":"\d{16}"/)
  assert.match(steps.at(-2)!.printed, /"status":"terminated"/)
})

test('the commands of the rules guide work from top to bottom', async () => {
  const steps = await walkThrough('docs/guides/rules.md', walk())
  assert.match(steps.at(-1)!.printed, /would_decline +0/)
})

test('the Claude Code command of the MCP guide connects with its address and key', async () => {
  // Claude Code is not installed here. A program of the same name connects to the address with the header instead.
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

test('the commands of the foreign currency guide work from top to bottom', async () => {
  const steps = await walkThrough('docs/guides/foreign-currencies.md', walk())
  const settled = JSON.parse(steps.at(-1)!.printed)
  // The page sets a rate of 1.12, so 50 euros settle as 56 dollars.
  assert.deepEqual([settled.amount, settled.merchant_amount, settled.conversion_rate], [-56, -50, '1.12'])
  await service.audit()
})
