// A database whose disk is full. full-disk.test.ts runs this file with a small disk as TMPDIR, which the server, the
// service and these tests share.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { makeMigratedDatabase, startThrowawayPostgres } from '../../scripts/throwaway-postgres.ts'
import { connect } from '../src/database/database.ts'
import { isAlive, postmasterPid } from './database/embedded-fixture.ts'
import { type Answer, startTestService } from './harness.ts'
import { until } from './until.ts'

const server = await startThrowawayPostgres()
const template = await makeMigratedDatabase(server, 'cardwright_template')
// The server is killed in this test, so acknowledged writes must have been given to the system before.
await template`alter role all set synchronous_commit = on`
await template.end()
process.env.CARDWRIGHT_TEST_SERVER = JSON.stringify(server.connection)
const service = await startTestService()
const owner = connect(service.connection, { max: 1 })
after(async () => {
  await owner.end()
  await server.remove()
})

const api = await service.fundedWorkspace(5_000)
const { body: card } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })
const filler = join(tmpdir(), 'filler')
/** An answer is promised within 2 s. The machine may be busy, but without a limit readiness would wait for the database. */
const READINESS_MS = 10_000

function fillDisk(): void {
  const file = openSync(filler, 'w')
  try {
    // The disk is filled by whole megabytes first, then by every byte that is left.
    for (const size of [2 ** 20, 2 ** 12, 1]) fillBy(file, Buffer.alloc(size))
  } finally {
    closeSync(file)
  }
}

function fillBy(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}

const makeRoom = () => rmSync(filler)
const fund = (key: string) => api.post(`/cards/${card.id}/fund`, { amount: 1 }, { 'x-idempotency-key': key })
const walletBalance = async (): Promise<number> => (await api.get('/wallet/balance')).body.balance

function isRefused({ status, headers, body }: Answer): boolean {
  if (status === 200) return false
  assert.deepEqual([status, headers.get('retry-after')], [503, '1'], JSON.stringify(body))
  return true
}

/** Funds the card repeatedly until five requests are rejected, and returns the keys of both kinds. */
async function fundUntilRefused(): Promise<{ done: string[]; refused: string[] }> {
  const keys = { done: [] as string[], refused: [] as string[] }
  await until('five fundings are refused', async () => {
    const all = Array.from({ length: 5 }, () => randomUUID() as string)
    const answers = await Promise.all(all.map(fund))
    for (const [n, answer] of answers.entries()) keys[isRefused(answer) ? 'refused' : 'done'].push(all[n]!)
    return keys.refused.length >= 5
  })
  return keys
}

/** A readiness result is cached for a second, so it follows the disk by that much. */
function untilNotReady(): Promise<unknown> {
  return until('readiness says no', async () => {
    const startedAt = performance.now()
    const { status } = await fetch(`${service.url}/readyz`)
    assert.ok(performance.now() - startedAt < READINESS_MS, `readiness took ${performance.now() - startedAt} ms`)
    return status === 503
  })
}

const untilReady = () => until('readiness says yes', async () => (await fetch(`${service.url}/readyz`)).status === 200)

test('without disk space for rows writes return 503 and change nothing while reads succeed, and with space the service recovers', async () => {
  const before = await walletBalance()
  fillDisk()
  const { done, refused } = await fundUntilRefused()
  await untilNotReady()
  assert.equal((await api.get('/cards')).status, 200)
  assert.equal(await walletBalance(), before - done.length)
  makeRoom()
  await untilReady()
  for (const key of [...done, ...refused]) assert.equal((await fund(key)).status, 200)
  assert.equal(await walletBalance(), before - done.length - refused.length, 'each key took effect once')
  await service.audit()
})

/** Needs more files of the log than a checkpoint has made ready for reuse. A switch does nothing unless something was written. */
const fillLog = `do $$ begin
  for n in 1..50 loop
    perform pg_logical_emit_message(true, 'test', 'full'), pg_switch_wal();
  end loop;
end $$`

/**
 * The next write to the log needs a file that does not exist yet. This uses its own connection, which is not waited for:
 * after a panic no ready-for-query comes, and the driver says nothing. The session begins while there is room, because a new
 * one may have to write a file of its own.
 */
async function needNewLogFile(): Promise<() => Promise<void>> {
  const once = connect(service.connection, { max: 1 })
  after(() => once.end({ timeout: 0 }))
  await once`select 1`
  return async () => void once.unsafe(fillLog).catch(() => {})
}

async function killServer(): Promise<() => Promise<void>> {
  const pid = postmasterPid(dirname(await dataFolder()))
  return async () => void process.kill(pid, 'SIGKILL')
}

for (const [what, prepareStop] of [
  ['a PostgreSQL that stopped because it cannot write its log', needNewLogFile],
  ['a PostgreSQL that dies while its disk is full', killServer],
] as const) {
  test(`${what} recovers automatically when there is disk space`, async () => {
    const before = await walletBalance()
    const [session] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`
    const stopServer = await prepareStop()
    fillDisk()
    await stopServer()
    await until('every connection is lost', () => !isAlive(session!.pid))
    const { done, refused } = await fundUntilRefused()
    await untilNotReady()
    makeRoom()
    await untilReady()
    for (const key of [...done, ...refused]) await until('the key is answered', async () => !isRefused(await fund(key)))
    assert.equal(await walletBalance(), before - done.length - refused.length, 'each key took effect once')
    await service.audit()
  })
}

async function dataFolder(): Promise<string> {
  const [row] = await owner<{ path: string }[]>`select current_setting('data_directory') as path`
  return row!.path
}
