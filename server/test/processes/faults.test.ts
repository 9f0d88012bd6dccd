// Processes are replaced and killed under load, on the embedded database. Nothing is lost, nothing happens twice, and
// no client notices an orderly restart. `KILLS=100` kills a hundred times, `RESTART_SECONDS=60` restarts for a minute.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { apiOf } from '../harness.ts'
import { allTransactions, BIN, cents, ok } from '../money/books.ts'
import { until } from '../until.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { effectOf, Load, type Write } from './load.ts'
import { LIMITS_OFF, ServiceGroup } from './service-group.ts'

const KILLS = Number(process.env.KILLS ?? 4)
const RESTART_SECONDS = Number(process.env.RESTART_SECONDS ?? 0)
/** The limit allows four starts of a process on a machine that other tests keep busy. */
const RESTART_MS = 300_000
const KEY = 'sk_test_killedAtRandomAndReplaced'
const SLOTS = ['api-1', 'api-2', 'worker']

const folder = mkdtempSync(join(tmpdir(), 'cardwright-processes-'))
// PostgreSQL of root runs under another uid. If it cannot enter the folder, the cluster would be created elsewhere and
// remain.
chmodSync(folder, 0o711)
const group = new ServiceGroup({
  ...LIMITS_OFF,
  CARDWRIGHT_PROCESSES: '2',
  CARDWRIGHT_DATA_DIR: folder,
  CARDWRIGHT_SANDBOX_KEY: KEY,
})
after(async () => {
  if (!group.hasEnded) await group.stop()
  rmSync(folder, { recursive: true, force: true })
})

const api = () => apiOf(group.url, KEY)
const cards: string[] = []
const everything: Write[] = []
const isThere = (pid: number) => existsSync(`/proc/${pid}`)

/** Compares the books of all cards with all responses so far. */
async function check(): Promise<void> {
  for (const card of cards) {
    const own = everything.filter((write) => write.card === card)
    const listed = (await allTransactions(api(), `&card_id=${card}`)).map(({ id }) => id)
    const told = own.flatMap(({ kind, reply }) => (kind === 'authorize' ? [JSON.parse(reply.text).transaction.id] : []))
    assert.deepEqual(listed.sort(), told.sort(), 'each acknowledged write exists once, and nothing else exists')
    const balance = own.reduce((sum, write) => sum + effectOf(write), 500_00)
    assert.equal(cents(ok(await api().get(`/cards/${card}`)).balance), balance)
  }
  await new Promise<void>((resolve, reject) => {
    const program = ['server/src/operator/main.ts', 'audit']
    execFile(process.execPath, program, { env: group.env as NodeJS.ProcessEnv }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(),
    )
  })
}

test('a restart by SIGHUP fails no request, on persistent or on new connections', { timeout: 800_000 }, async (t) => {
  await group.start()
  for (let n = 0; n < 4; n++) cards.push(ok(await api().post('/cards', { bin_id: BIN, amount: 500 }), 201).id)
  const before = SLOTS.map((name) => group.pidOf(name))
  const load = new Load(() => group.url, KEY, cards, 8, 3)
  const startedAt = performance.now()
  try {
    do {
      const restarts = group.count('all processes are new')
      group.signal('SIGHUP')
      await until('all processes are new', () => group.count('all processes are new') > restarts, RESTART_MS)
    } while (performance.now() - startedAt < RESTART_SECONDS * 1_000)
    const enough = load.done.length + 100
    await until('the new processes answer requests', () => load.done.length > enough)
  } finally {
    await load.stop()
  }
  everything.push(...load.done)
  t.diagnostic(
    `${load.done.length} requests in ${Math.round(performance.now() - startedAt)} ms; longest gap ${Math.round(load.longestGapMs)} ms`,
  )
  assert.deepEqual(load.failures, [])
  assert.equal(load.done.filter(({ tries }) => tries > 1).length, 0)
  for (const pid of before) await until(`process ${pid} is gone`, () => !isThere(pid), 120_000)
  await check()
})

test('random kills lose and repeat no write, and every webhook arrives', { timeout: 1_800_000 }, async (t) => {
  const receiver = await startReceiver()
  ok(await api().post('/webhooks', { url: receiver.url, events: ['*'] }), 201)
  const [newest] = ok(await api().get('/events?per_page=1')).data
  const load = new Load(() => group.url, KEY, cards, 8, 1)
  const replacedMs: number[] = []
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const enough = load.done.length + randomInt(10, 60)
      await until('more requests are answered', () => load.done.length > enough, 60_000)
      // Without a spare process, a process that dies is replaced by one that has to start first.
      await until('there is a spare', () => group.hasSpare, 120_000)
      const name = SLOTS[randomInt(SLOTS.length)]!
      const victim = group.pidOf(name)
      const startedAt = performance.now()
      process.kill(victim, 'SIGKILL')
      await until(`another process is ${name}`, () => group.pidOf(name) !== victim, 60_000)
      replacedMs.push(performance.now() - startedAt)
    }
  } finally {
    await load.stop()
  }
  everything.push(...load.done)
  const again = load.done.filter(({ tries }) => tries > 1).length
  const slowest = Math.round(Math.max(...replacedMs))
  const median = Math.round(replacedMs.sort((a, b) => a - b)[Math.floor(KILLS / 2)]!)
  t.diagnostic(
    `${KILLS} kills, ${load.done.length} writes, ${again} of them sent again; replaced in ${median} ms at the median, ${slowest} ms at most; longest gap ${Math.round(load.longestGapMs)} ms`,
  )
  await check()
  const expected = await eventIdsAfter(newest.sequence)
  await until(
    'every event was delivered',
    () => {
      const arrived = new Set(receiver.received.map(({ body }) => JSON.parse(body).id))
      return expected.every((id) => arrived.has(id))
    },
    120_000,
  )
})

async function eventIdsAfter(sequence: number): Promise<string[]> {
  const all: { id: string; sequence: number }[] = []
  for (let page = 0; page < 1_000; page++) {
    const after = all.at(-1)?.sequence ?? sequence
    const { data } = ok(await api().get(`/events?after_sequence=${after}&order=asc&per_page=100`))
    if (data.length === 0) break
    all.push(...data)
  }
  assert.deepEqual(
    all.map((event) => event.sequence),
    all.map((_, index) => sequence + 1 + index),
    'the sequence has no gaps',
  )
  return all.map(({ id }) => id)
}

test('when the supervisor is killed its processes end, and the next start can use the database', {
  timeout: 300_000,
}, async () => {
  await until('there is a spare', () => group.hasSpare, 120_000)
  const pids = [...SLOTS.map((name) => group.pidOf(name)), group.spare!]
  // Some log lines are not written yet, and the process that reads them is about to be killed.
  await Promise.all(cards.map((card) => api().get(`/cards/${card}`)))
  await group.kill()
  for (const pid of pids) await until(`process ${pid} has ended`, () => !isThere(pid))
  await group.start()
  assert.equal(group.count('using the PostgreSQL that is already running'), 1)
  await check()
})

test('SIGTERM ends the supervisor and all processes in order', { timeout: 400_000 }, async () => {
  const pids = SLOTS.map((name) => group.pidOf(name))
  await group.stop()
  assert.equal(group.exitCode, 0)
  assert.deepEqual(pids.filter(isThere), [])
  assert.deepEqual(globSync(`${folder}/**/postmaster.pid`), [])
})
