// Every event is delivered at least once to each subscriber, although the worker and the receiver are alternately
// killed with -9 in the middle of their work. A thousand events are created for each kill. `KILLS=10` kills ten times.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiOf, MASTER_KEY, testDatabase } from '../harness.ts'
import { authorize, newCard, ok, ownerOf } from '../money/books.ts'
import { programFile } from '../program.ts'
import { until } from '../until.ts'
import { Child } from './child.ts'

const KEY = 'sk_test_toldOfEverythingAtLeastOnce'
// A kill of the worker repeats the attempts in progress: up to 16 for each nearby endpoint and 64 for a distant one.
const KILLS = Number(process.env.KILLS ?? 4)
const VICTIMS = Array.from({ length: KILLS }, (_, n) => (n % 2 === 0 ? 'worker' : 'receiver'))
const EVENTS_A_KILL = 1_000
const CONNECTIONS = 24
const MAX_DUPLICATES = 0.01
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const connection = await testDatabase()
const owner = ownerOf({ connection }, 2)
const folder = mkdtempSync(join(tmpdir(), 'cardwright-receiver-'))
const record = join(folder, 'received')
after(() => rmSync(folder, { recursive: true, force: true }))

const { CARDWRIGHT_TEST_SERVER: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env
const { host, port, username, password, database } = connection as Exclude<typeof connection, { url: string }>
const env = {
  ...inherited,
  DATABASE_URL: `postgres:///${database}`,
  PGHOST: host,
  PGPORT: String(port),
  PGUSER: username,
  PGPASSWORD: password,
  CARDWRIGHT_MASTER_KEY: MASTER_KEY,
  CARDWRIGHT_SANDBOX_KEY: KEY,
  CARDWRIGHT_DATA_DIR: folder,
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  PORT: '0',
  LOG_LEVEL: 'info',
}
// The port is below the range of outgoing connections, because it must be free again after each kill.
const receiverPort = randomInt(15_000, 30_000)
const receiver = new Child({
  name: 'the receiver',
  args: [program('receiver-program.ts'), String(receiverPort), record],
  env: inherited,
  ready: /receiver listens/,
})
const service = (role: string) => {
  const args = [programFile('server/src/main.ts'), '--role', role]
  return new Child({ name: `the ${role}`, args, env, ready: /"url":"(http:[^"]+)\/v1"/ })
}
const worker = service('worker')
const front = service('api')

const received = (): number => statSync(record).size / `/all evt_${'0'.repeat(28)}\n`.length

test(`${KILLS} kills lose none of ${KILLS * EVENTS_A_KILL} events for either subscriber`, {
  timeout: 240_000,
}, async (t) => {
  const startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  await receiver.start()
  const api = apiOf((await front.start())[1]!, KEY)
  await worker.start()
  const subscribers = [
    { path: '/all', events: ['*'] },
    { path: '/few', events: ['transaction.authorized', 'transaction.declined'] },
  ]
  for (const { path, events } of subscribers)
    ok(await api.post('/webhooks', { url: `http://127.0.0.1:${receiverPort}${path}`, events }), 201)
  const before = ok(await api.get('/events?per_page=1')).data[0].sequence as number
  const cards = await Promise.all(Array.from({ length: 8 }, () => newCard(api, 500)))

  const make = (count: number) => {
    let left = count
    const connections = Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const card = cards[randomInt(cards.length)]!
        let answer = await authorize(api, card, 0.01)
        // A busy machine may miss the deadline. The request is then sent again.
        for (let again = 0; again < 20 && answer.status === 503; again++) answer = await authorize(api, card, 0.01)
        ok(answer, 201)
      }
    })
    return Promise.all(connections)
  }
  for (const victim of VICTIMS) {
    const made = make(EVENTS_A_KILL)
    made.catch(() => {}) // An error is reported by the await below.
    const moment = received() + randomInt(1, EVENTS_A_KILL)
    await until('enough deliveries have arrived', () => received() >= moment, 60_000)
    await pause(randomInt(0, 30))
    const child = victim === 'worker' ? worker : receiver
    await child.kill()
    await child.start()
    await made
    t.diagnostic(`${seconds()}: ${victim} killed at ${received()} deliveries`)
  }

  await until('everything is delivered', () => isAllDelivered(api), 100_000)
  const events = await allEventsAfter(before)
  assert.ok(events.length >= EVENTS_A_KILL * VICTIMS.length, `${events.length} events`)
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => before + 1 + index),
    'the sequence has no gaps',
  )
  const lines = readFileSync(record, 'utf8').trimEnd().split('\n')
  const arrived = new Set(lines)
  let expected = 0
  for (const { path, events: types } of subscribers) {
    const own = events.filter(({ type }) => types.includes('*') || types.includes(type))
    const missing = own.filter(({ id }) => !arrived.has(`${path} ${id}`))
    assert.deepEqual(missing, [], `${path} did not receive these events`)
    expected += own.length
  }
  assert.equal(arrived.size, expected, 'no endpoint received an event that it had not subscribed to')
  const duplicates = lines.length - expected
  t.diagnostic(`${seconds()}: ${lines.length} arrivals of ${expected} deliveries, ${duplicates} of them duplicates`)
  for (const complaint of [...front.complaints, ...worker.complaints].slice(0, 10)) t.diagnostic(complaint)
  assert.ok(duplicates < expected * MAX_DUPLICATES, `${duplicates} duplicates of ${expected} deliveries`)
  const twice = await owner`
    select webhook_id, event_id from webhook_deliveries group by webhook_id, event_id having count(*) <> 1 limit 10`
  assert.deepEqual([...twice], [], 'an event has exactly one delivery for an endpoint')
  for (const webhook of ok(await api.get('/webhooks')).data) assert.equal(webhook.active, true)
  await audit()

  type Event = { id: string; type: string; sequence: number }
  async function allEventsAfter(sequence: number): Promise<Event[]> {
    const all: Event[] = []
    for (let page = 0; page < 1_000; page++) {
      const after = all.at(-1)?.sequence ?? sequence
      const { data } = ok(await api.get(`/events?after_sequence=${after}&order=asc&per_page=100`))
      if (data.length === 0) break
      all.push(...data)
    }
    return all
  }
})

/** Brings waiting attempts forward, because in workspace time they are minutes away. */
async function isAllDelivered(api: ReturnType<typeof apiOf>): Promise<boolean> {
  const [state] = await owner`
    select exists (select from webhook_cursors c join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id
        where w.event_sequence > c.sequence) as behind,
      count(*)::integer as pending, max(next_attempt_at) as last
    from webhook_deliveries where status = 1`
  const { behind, pending, last } = state as unknown as { behind: boolean; pending: number; last: Date | null }
  if (!behind && pending === 0) return true
  const now = new Date(ok(await api.get('/sandbox/clock')).now)
  const [due] = await owner`select 1 from webhook_deliveries where status = 1 and next_attempt_at <= ${now} limit 1`
  if (!behind && !due && last) {
    const seconds = Math.max(1, Math.ceil((last.getTime() - now.getTime()) / 1000))
    ok(await api.post('/sandbox/clock/advance', { seconds }))
  }
  await pause(100) // The pause between two checks.
  return false
}

function audit(): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [programFile('server/src/operator/main.ts'), 'audit'],
      { env },
      (error, stdout, stderr) => (error ? reject(new Error(stdout + stderr)) : resolve()),
    )
  })
}
