// The primary is killed during writes and its standby is promoted. The service finds the new primary automatically, and
// no acknowledged write is missing. `FAILOVERS=10` repeats this ten times.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Api, MASTER_KEY, startTestService, type TestService } from '../harness.ts'
import { until } from '../until.ts'
import { cutOff, killNode, type Pair, promote, startPair } from './replicated-postgres.ts'

const FAILOVERS = Number(process.env.FAILOVERS ?? 1)
const WRITERS = 8
/** The number of acknowledged writes before the primary is killed. */
const ENOUGH = 200

type Written = { service: TestService; api: Api; card: string; acknowledged: Set<string>; unknown: Set<string> }

/** Several clients concurrently fund one dollar, each time under a new key, until `isOver`. */
async function writeUntil({ api, card, acknowledged, unknown }: Written, isOver: () => boolean): Promise<void> {
  const write = async () => {
    while (!isOver()) {
      const key = randomUUID()
      unknown.add(key)
      const status = await fund(api, card, key)
      if (status === 200) acknowledged.add(key)
      else assert.equal(status, 503)
      if (status === 200) unknown.delete(key)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}

async function fund(api: Api, card: string, key: string): Promise<number> {
  const { status, headers } = await api.post(`/cards/${card}/fund`, { amount: 1 }, { 'x-idempotency-key': key })
  if (status === 503) assert.equal(headers.get('retry-after'), '1')
  return status
}

async function open(pair: Pair): Promise<Written> {
  const service = await startTestService({ DATABASE_URL: pair.url }, { on: { url: pair.url } })
  const api = await service.fundedWorkspace(50_000)
  const { body } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 })
  return { service, api, card: body.id, acknowledged: new Set(), unknown: new Set() }
}

/** Kills the primary during writes, promotes the standby, and returns the time until the next successful write. */
async function failOver(pair: Pair, written: Written, beforeTheEnd = async () => {}): Promise<number> {
  let isOver = false
  const writing = writeUntil(written, () => isOver)
  await until('writes are under way', async () => written.acknowledged.size >= ENOUGH)
  await beforeTheEnd()
  killNode(pair.primary)
  await promote(pair.standby)
  const promotedAt = performance.now()
  const { size } = written.acknowledged
  await until('writes succeed again', async () => written.acknowledged.size > size)
  const after = performance.now() - promotedAt
  isOver = true
  await writing
  return after
}

/** The number of acknowledged dollars that are not on the card. Writes with an unknown outcome are repeated first. */
async function missing({ api, card, acknowledged, unknown }: Written): Promise<number> {
  for (const key of unknown) assert.equal(await fund(api, card, key), 200)
  const { body } = await api.get(`/cards/${card}`)
  return acknowledged.size + unknown.size - Math.round(body.balance - 5)
}

function auditByCommand(url: string): Promise<number | null> {
  const main = fileURLToPath(new URL('../../src/operator/main.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATABASE_URL: url, CARDWRIGHT_MASTER_KEY: MASTER_KEY }
  return new Promise((resolve) => {
    spawn(process.execPath, [main, 'audit'], { env, stdio: 'ignore' }).once('exit', resolve)
  })
}

test(`a failover to a synchronous standby loses no acknowledged write and repeats none (${FAILOVERS} times)`, async (t) => {
  for (let n = 0; n < FAILOVERS; n++) {
    const pair = await startPair({ isSynchronous: true })
    const written = await open(pair)
    const ms = await failOver(pair, written)
    assert.equal(await missing(written), 0)
    await written.service.audit()
    assert.equal(await auditByCommand(pair.url), 0, 'a command must find the new primary as well')
    t.diagnostic(
      `${written.acknowledged.size} acknowledged; the first success ${Math.round(ms)} ms after the promotion`,
    )
    killNode(pair.standby)
  }
})

test('a failover to a lagging standby shows lost writes, so the check can fail', async () => {
  const pair = await startPair({ isSynchronous: false })
  const written = await open(pair)
  const lagging = async () => {
    await cutOff(pair.standby)
    const { size } = written.acknowledged
    await until(
      'more writes succeed that the standby does not receive',
      async () => written.acknowledged.size > size + 50,
    )
  }
  await failOver(pair, written, lagging)
  const lost = await missing(written)
  assert.ok(lost > 0, `${lost} acknowledged writes are missing`)
})
