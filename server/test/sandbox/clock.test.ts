// GET /sandbox/clock and POST /sandbox/clock/advance.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import {
  assertError,
  changesNothing,
  DAY,
  done,
  eventsDuring,
  FOUR_YEARS,
  hotel,
  inParallel,
  type Json,
  openScene,
  withKey,
  workspaceOf,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const deposit = async (api: Api): Promise<Json> =>
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50' }), 201)
/** The tolerance is a minute, because real time passes between two calls. */
function assertAbout(time: Date, expected: number): void {
  const message = `${time.toISOString()} is not near ${new Date(expected).toISOString()}`
  assert.ok(Math.abs(time.getTime() - expected) < 60_000, message)
}

test('a new sandbox runs on real time, and the clock is shown as an ISO 8601 UTC timestamp', async () => {
  const { api, now } = await openScene(service)
  assertAbout(await now(), Date.now())
  const { body } = await api.get('/sandbox/clock')
  assert.deepEqual(Object.keys(body), ['now'])
  assert.equal(new Date(body.now).toISOString(), body.now)
})

test('each advance returns the new time, adds to earlier advances, dates later objects and leaves other workspaces unchanged', async () => {
  const { advance, now, hold } = await openScene(service)
  const other = await openScene(service)
  const start = Date.now()
  assertAbout(await advance(DAY), start + DAY * 1000)
  assertAbout(await advance(DAY), start + 2 * DAY * 1000)
  assertAbout(await now(), start + 2 * DAY * 1000)
  assertAbout(new Date((await hold(1)).created_at), start + 2 * DAY * 1000)
  assertAbout(await other.now(), start)
})

test('seconds must be a whole number from 1 to 126,230,400, and anything else returns 400 invalid_request and moves nothing', async () => {
  const { api, call, advance } = await openScene(service)
  await changesNothing(service, api, async () => {
    for (const seconds of [0, -1, 1.5, FOUR_YEARS + 1, 1e300, '60', null, true, [60]]) {
      assertError(await call('clock/advance', { seconds }), 400, 'invalid_request', 'seconds')
    }
    assertError(await call('clock/advance', {}), 400, 'invalid_request', 'seconds')
  })
  const start = Date.now()
  await advance(1)
  assertAbout(await advance(FOUR_YEARS), start + FOUR_YEARS * 1000)
})

test('an advance returns after everything due has happened, in order of due time and dated at its due time', async () => {
  const { api, hold, advance, wallet, full, challenge } = await openScene(service)
  const stay = await hold(10, { merchant: hotel })
  await advance(DAY)
  const first = await hold(20)
  await advance(5 * DAY)
  const second = await hold(30)
  const late = await deposit(api)
  const asked = await challenge(5)
  assert.equal((await wallet()).pending_deposits, 50)
  const [, events] = await eventsDuring(service, api, () => advance(40 * DAY))
  const after = (row: Json, days: number) =>
    new Date(new Date(row.created_at).getTime() + days * DAY * 1000).toISOString()
  assert.deepEqual(
    events.map(({ type, data, createdAt }) => [type, data.id, createdAt]),
    [
      ['deposit.expired', late.id, after(late, 1)],
      ['transaction.expired', first.id, after(first, 7)],
      ['transaction.expired', second.id, after(second, 7)],
      ['transaction.expired', stay.id, after(stay, 30)],
    ],
  )
  for (const each of [first, second, stay]) assert.equal((await full(each)).authorization_status, 'expired')
  assert.equal((await wallet()).pending_deposits, 0)
  assert.equal((await api.get(`/3ds/${asked.id}`)).body.status, 'expired')
})

test('a pending deposit expires after 24 hours and a confirmed deposit never expires', async () => {
  const { api, advance, call, wallet } = await openScene(service)
  const [pending, confirmed] = [await deposit(api), await deposit(api)]
  done(await call(`deposits/${confirmed.id}/confirm`), 200)
  await advance(DAY - 60)
  assert.equal((await wallet()).pending_deposits, 50)
  await advance(60)
  assert.deepEqual([(await wallet()).pending_deposits, (await wallet()).balance], [0, 1050])
  const expired = done(await call(`deposits/${pending.id}/expire`), 200)
  assert.deepEqual([expired.status, expired.credited_usd], ['expired', 0])
  assertError(await call(`deposits/${pending.id}/confirm`), 400, 'invalid_state')
})

test('an advance with nothing due sends no event and changes no row except that of the workspace', async () => {
  const { api, hold, advance } = await openScene(service)
  await hold(10)
  const [types] = await eventsDuring(service, api, () => advance(6 * DAY))
  assert.deepEqual(types, [])
})

test('idempotency keys expire in real time, so a key still replays after a month of sandbox time', async () => {
  const { api, card, advance, summary } = await openScene(service)
  const body = { card_id: card, amount: 10, merchant: hotel }
  const first = await api.post('/sandbox/authorizations', body, withKey('month'))
  await advance(31 * DAY)
  const again = await api.post('/sandbox/authorizations', body, withKey('month'))
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
  assert.equal((await summary()).transaction_count, 1)
})

test('advancing twice with one idempotency key moves the clock once, even if the retry arrives later', async () => {
  const { api, now } = await openScene(service)
  const start = Date.now()
  const first = await api.post('/sandbox/clock/advance', { seconds: DAY }, withKey('once'))
  const again = await api.post('/sandbox/clock/advance', { seconds: DAY }, withKey('once'))
  assert.deepEqual([again.status, again.body], [200, first.body])
  assertAbout(await now(), start + DAY * 1000)
})

test('rate limits use real time, so an hour of sandbox time does not restore the request quota', async () => {
  const limited = await startTestService({ DEPOSIT_FEE_BPS: '0', RATE_LIMIT_PER_MINUTE: '5' })
  const api = await limited.workspace()
  for (let n = 0; n < 4; n++) done(await api.get('/bins'), 200)
  done(await api.post('/sandbox/clock/advance', { seconds: 3600 }), 200)
  assertError(await api.get('/bins'), 429, 'rate_limit_exceeded')
})

/** Advances the clock by a day in each of eight concurrent requests. */
async function eightDaysAtOnce() {
  const scene = await openScene(service)
  const item = await scene.hold(10)
  const end = Date.now() + 8 * DAY * 1000
  const answers = await Promise.all(Array.from({ length: 8 }, () => scene.call('clock/advance', { seconds: DAY })))
  return { ...scene, item, end, times: answers.map((answer) => new Date(done(answer, 200).now)) }
}

test('concurrent advances of the clock add up', async () => {
  const { now, end } = await eightDaysAtOnce()
  assertAbout(await now(), end)
})

test('each of several concurrent advances returns the time of the clock after its own advance', async () => {
  const { times, end } = await eightDaysAtOnce()
  const inOrder = times.sort((a, b) => a.getTime() - b.getTime())
  for (const [index, time] of inOrder.entries()) assertAbout(time, end - (7 - index) * DAY * 1000)
})

test('everything that became due through concurrent advances has happened when all of them have returned', async () => {
  const { full, item } = await eightDaysAtOnce()
  const { authorization_status, authorization_timeline } = await full(item)
  assert.equal(authorization_status, 'expired')
  const { created_at } = authorization_timeline.at(-1)
  assert.equal(new Date(created_at).getTime() - new Date(item.created_at).getTime(), 7 * DAY * 1000)
})

const MANY = 1_100

test('more than 1,000 items that are due together all happen in order, each dated at its own due time', async () => {
  const { api, hold, advance, summary } = await openScene(service)
  const made = await inParallel(MANY, 64, () => hold(0.05))
  await advance(6.5 * DAY)
  const late = await deposit(api)
  assert.equal((await summary()).held, 55)
  const start = Date.now()
  const [, events] = await eventsDuring(service, api, async () => {
    assertAbout(await advance(10 * DAY), start + 16.5 * DAY * 1000)
  })
  const { balance, held } = await summary()
  assert.deepEqual([balance, held, events.length], [100, 0, MANY + 1])
  const due = new Map(made.map(({ id, created_at }) => [id, new Date(created_at).getTime() + 7 * DAY * 1000]))
  due.set(late.id, new Date(late.created_at).getTime() + DAY * 1000)
  for (const { data, createdAt } of events) assert.equal(new Date(createdAt).getTime(), due.get(data.id))
  const early = events.find(({ createdAt }, index) => index > 0 && createdAt < events[index - 1]!.createdAt)
  assert.equal(early, undefined, 'this event was due before the event that precedes it')
})

test('a new month resets the spending of every card', async () => {
  const { hold, reason, advanceToDay, advance } = await openScene(service, { amount: 500, spending_limit: 100 })
  await advanceToDay(0)
  await hold(100)
  assert.equal(await reason(0.01), 'spending_limit_exceeded')
  await advance(DAY)
  await hold(100)
})

test('the audit log is dated in real time, not in sandbox time', async () => {
  const { api, card, advance } = await openScene(service)
  await advance(400 * DAY)
  done(await api.get(`/cards/${card}/details`), 200)
  const { bucket, id } = await workspaceOf(service, api)
  const [entry] = await service.services.database.read<{ at: Date }[]>`
    select a.at from audit_log a join workspaces w using (bucket, lineage_id) where w.bucket = ${bucket} and w.id = ${id}`
  assertAbout(entry!.at, Date.now())
})

test('the books balance', () => service.audit())
