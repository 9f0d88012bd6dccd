// Runs the contract of the client libraries; see sdks/contract/README.md.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Cardwright } from '../src/index.ts'
import { fund } from './fund.ts'
import type { Json } from './matchers.ts'
import { type Clients, play, type Scenario } from './play.ts'
import { methodsOf } from './surface.ts'
import { checkSigning, checkVerification, type Vectors } from './vectors.ts'

const folder = process.env.CARDWRIGHT_CONTRACT_DIR ?? fileURLToPath(new URL('../../contract/', import.meta.url))
const [mode, argument] = process.argv.slice(2)

if (mode === '--operations') {
  console.log(methodsOf(new Cardwright({ apiKey: 'sk_test_none' })).join('\n'))
} else if (mode === 'fund') {
  await fund(Number(argument), { apiKey: given('KEY'), baseUrl: given('URL') })
} else {
  process.exitCode = await playAll()
}

function given(name: string): string {
  const value = process.env[`CARDWRIGHT_CONTRACT_${name}`]
  if (!value) throw new Error(`set CARDWRIGHT_CONTRACT_${name}`)
  return value
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

async function playAll(): Promise<number> {
  const clients = makeClients()
  const receiver: [string, Json][] = [['receiver', given('RECEIVER')]]
  const { scenarios } = read<{ scenarios: Scenario[] }>('scenarios.json')
  const { verify, sign } = read<Vectors>('webhook-vectors.json')
  const count = { passed: 0, failed: 0 }
  for (const each of scenarios) await report(count, each.name, () => play(each, clients, new Map(receiver)))
  for (const each of verify) await report(count, `webhook: ${each.name}`, () => checkVerification(each))
  for (const each of sign) await report(count, `webhook: ${each.name}`, () => checkSigning(each))
  console.log(`${count.passed} passed, ${count.failed} failed`)
  return count.failed === 0 ? 0 : 1
}

async function report(count: { passed: number; failed: number }, name: string, act: () => Promise<void>) {
  try {
    await act()
    count.passed += 1
    console.log(`ok ${name}`)
  } catch (error) {
    count.failed += 1
    console.log(`not ok ${name}: ${error instanceof Error ? error.message : error}`)
  }
}

function makeClients(): Clients {
  let sent = 0
  const onRequest = () => {
    sent += 1
  }
  const client = (apiKey: string) => new Cardwright({ apiKey, baseUrl: given('URL'), onRequest })
  const all = {
    sandbox: client(given('KEY')),
    live: client(given('LIVE_KEY')),
    wrong_key: client(`sk_test_${'0'.repeat(32)}`),
  }
  return { of: (name) => all[name], requestsSent: () => sent }
}
