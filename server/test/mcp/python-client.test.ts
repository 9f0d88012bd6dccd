// The official Python client completes the example, over HTTP and over stdio.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { environmentFor, MAIN } from '../../../cli/test/cli-fixture.ts'
import { workspaceWith } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { anotherKey, done } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const RUN = fileURLToPath(new URL('../../../sdks/python/run', import.meta.url))
const CLIENT = fileURLToPath(new URL('client.py', import.meta.url))
const rights = { kind: 'agent', ownCards: true, budget: { amountCents: 20_000n, window: 'month' } } as const

for (const way of ['http', 'stdio'])
  test(`the Python client completes the example over ${way}`, async () => {
    const boss = await workspaceWith(service, 100)
    const { key } = await anotherKey(service, boss, { rights })
    const args = way === 'http' ? [service.url, key] : [process.execPath, MAIN, 'mcp']
    const env = { ...process.env, ...environmentFor({ url: service.url, key }), HOME: process.env.HOME }
    const child = spawn('sh', [RUN, 'python', CLIENT, way, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    after(() => child.kill())
    let complaints = ''
    child.stderr.on('data', (piece) => (complaints += piece))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value ?? assert.fail(complaints))
    const { names, asked } = await next()
    assert.equal(names.length, 13)
    const { card_id } = done(await boss.post(`/spend-requests/${asked}/approve`), 200)
    const challenge = done(await boss.post('/sandbox/3ds', { card_id, amount: 20, merchant: 'Acme Books' }), 201)
    child.stdin.write('approved\n')
    const { passcode, outcome, refused } = await next()
    assert.deepEqual([passcode.passcode.passcode, outcome, refused], [challenge.otp, 'success', true])
  })
