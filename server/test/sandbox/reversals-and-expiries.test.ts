// How held money becomes available again: POST …/reverse, POST …/expire, and time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireDueEverywhere } from '../../src/due/expire-everywhere.ts'
import { type Api, startTestService } from '../harness.ts'
import { play } from './ledger-table.ts'
import {
  ads,
  assertError,
  changesNothing,
  DAY,
  done,
  eventsDuring,
  type Json,
  openScene,
  workspaceOf,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const laterThan = (time: string, seconds: number) => new Date(new Date(time).getTime() + seconds * 1000)

/** Moves workspace time forward as real time moves, without posting anything that becomes due. */
async function passDays(api: Api, days: number): Promise<void> {
  const { bucket, id } = await workspaceOf(service, api)
  await service.services.database.write`
    update workspaces set clock_offset_ms = clock_offset_ms + ${days * DAY * 1000} where bucket = ${bucket} and id = ${id}`
}

test('a reversal returns 200 with the full transaction and releases the whole hold by default', async () => {
  const { hold, on, full, summary } = await openScene(service)
  const authorization = await hold(60)
  const part = done(await on(authorization, 'reverse', { amount: 20.5 }), 200)
  assert.deepEqual(part, await full(authorization))
  assert.deepEqual([part.id, part.authorization_status, part.held_amount], [authorization.id, 'pending', 39.5])
  const rest = done(await on(authorization, 'reverse'), 200)
  assert.deepEqual(rest, await full(authorization))
  assert.deepEqual([rest.authorization_status, rest.held_amount], ['reversed', 0])
  assert.deepEqual(
    rest.authorization_timeline.map(({ event, amount, reason }: Json) => [event, amount, reason]),
    [
      ['authorized', 60, null],
      ['reversed', 20.5, null],
      ['reversed', 39.5, null],
    ],
  )
  const { balance, held, transaction_count } = await summary()
  assert.deepEqual([balance, held, transaction_count], [100, 0, 1], 'a reversal does not count as a transaction')
})

test('a reversal of more than the hold returns invalid_amount and changes nothing', async () => {
  const { api, hold, on } = await openScene(service)
  const authorization = await hold(60)
  done(await on(authorization, 'settle', { amount: 20, final: false }), 201)
  const answer = await changesNothing(service, api, () => on(authorization, 'reverse', { amount: 40.01 }))
  assertError(answer, 400, 'invalid_amount', 'amount')
  assert.equal(done(await on(authorization, 'reverse', { amount: 40 }), 200).authorization_status, 'reversed')
})

test('a reversal without a hold returns invalid_state and changes nothing', async () => {
  const { api, hold, on } = await openScene(service)
  const ends: [string, object?][] = [['reverse'], ['expire'], ['settle'], ['settle', { final: false }]]
  for (const [verb, body] of ends) {
    const authorization = await hold(10)
    await on(authorization, verb, body)
    for (const again of [undefined, { amount: 10 }]) {
      assertError(await changesNothing(service, api, () => on(authorization, 'reverse', again)), 400, 'invalid_state')
    }
  }
})

test('an expiry returns 200 with the full transaction, and repeating it changes nothing', async () => {
  const { api, hold, on, full, summary } = await openScene(service)
  const authorization = await hold(60)
  const expired = done(await on(authorization, 'expire'), 200)
  assert.deepEqual(expired, await full(authorization))
  assert.deepEqual([expired.authorization_status, expired.held_amount], ['expired', 0])
  assert.deepEqual([expired.amount, expired.balance_after], [-60, 40])
  assert.deepEqual([(await summary()).balance, (await summary()).held], [100, 0])
  assert.deepEqual(done(await changesNothing(service, api, () => on(authorization, 'expire')), 200), expired)
})

test('an expiry after a final settlement or a reversal returns invalid_state and changes nothing', async () => {
  const { api, hold, on } = await openScene(service)
  for (const verb of ['settle', 'reverse']) {
    const authorization = await hold(10)
    await on(authorization, verb)
    assertError(await changesNothing(service, api, () => on(authorization, 'expire')), 400, 'invalid_state')
  }
})

test('the held money of a terminated card returns to the wallet when it is reversed or expires', async () => {
  await play(
    await openScene(service),
    `
    hold      h1  30 | balance 70  held 30  wallet 1000
    hold      h2  20 | balance 50  held 50  wallet 1000
    hold      h3   5 | balance 45  held 55  wallet 1000
    terminate  -   - | balance  0  held 55  wallet 1045
    reverse   h1  10 | balance  0  held 45  wallet 1055
    reverse   h1   - | balance  0  held 25  wallet 1075
    expire    h2   - | balance  0  held  5  wallet 1095
    days       -   8 | balance  0  held  0  wallet 1100
    `,
  )
})

test('released money repays an overdraft first', async () => {
  await play(
    await openScene(service),
    `
    hold    h1  60 | balance  40  held 60
    force   f1  70 | balance -30  held 60
    reverse h1  20 | balance -10  held 40
    expire  h1   - | balance  30  held  0
    `,
  )
})

const lives: [string, number, string[]][] = [
  ['7 days', 7, ['7311', '5812', '0001', '4722', '4511']],
  ['30 days for lodging, car rental and cruise lines', 30, ['7011', '3501', '7512', '3351', '4411']],
]
for (const [name, days, codes] of lives) {
  test(`advancing the clock expires a hold after ${name}, dated at its due time`, async () => {
    const { hold, advance, full, summary } = await openScene(service)
    const holds: Json[] = []
    for (const mcc of codes) holds.push(await hold(10, { merchant: { ...ads, mcc } }))
    await advance(days * DAY - 60)
    for (const each of holds) assert.equal((await full(each)).authorization_status, 'pending')
    await advance(60)
    for (const each of holds) {
      const { authorization_status, authorization_timeline } = await full(each)
      const due = laterThan(each.created_at, days * DAY).toISOString()
      assert.deepEqual(
        [authorization_status, authorization_timeline.at(-1)],
        ['expired', { event: 'expired', amount: 10, reason: null, processor_word: null, created_at: due }],
      )
    }
    assert.deepEqual([(await summary()).balance, (await summary()).held], [100, 0])
  })

  test(`the worker expires a hold after ${name}, dated at its due time in workspace time`, async () => {
    const { api, hold, advance, full, summary, now } = await openScene(service)
    await advance(100 * DAY)
    const ahead = (await now()).getTime() - Date.now()
    const each = await hold(10, { merchant: { ...ads, mcc: codes[0] } })
    const due = laterThan(each.created_at, days * DAY)
    const wall = (late: number) => new Date(due.getTime() - ahead + late)
    await changesNothing(service, api, () => expireDueEverywhere(service.services, wall(-1000)))
    const [types, events] = await eventsDuring(service, api, () => expireDueEverywhere(service.services, wall(60_000)))
    assert.deepEqual(types, ['transaction.expired'])
    assert.equal(events[0]!.createdAt, due.toISOString())
    const { authorization_status, authorization_timeline } = await full(each)
    assert.deepEqual([authorization_status, authorization_timeline.at(-1).created_at], ['expired', due.toISOString()])
    assert.deepEqual([(await summary()).balance, (await summary()).held], [100, 0])
    await changesNothing(service, api, () => expireDueEverywhere(service.services, wall(120_000)))
  })
}

test('an overdue hold keeps its money and can settle until the worker posts its expiry', async () => {
  const { api, hold, on, full, summary } = await openScene(service)
  const [late, gone] = [await hold(60), await hold(10)]
  await passDays(api, 8)
  assert.deepEqual([(await summary()).balance, (await full(late)).authorization_status], [30, 'pending'])
  done(await on(late, 'settle'), 201)
  await expireDueEverywhere(service.services, new Date())
  assert.deepEqual(
    [(await full(late)).authorization_status, (await full(gone)).authorization_status],
    ['settled', 'expired'],
  )
  assert.equal(
    (await full(gone)).authorization_timeline.at(-1).created_at,
    laterThan(gone.created_at, 7 * DAY).toISOString(),
  )
  assert.equal((await summary()).balance, 40)
})

test('an expiry releases only the part that was not captured or reversed', async () => {
  await play(
    await openScene(service),
    `
    stay    h1  60 | balance  40  held 60
    capture h1  20 | balance  40  held 40  spent 20
    reverse h1  10 | balance  50  held 30
    days    -   29 | balance  50  held 30
    days    -    2 | balance  80  held  0  spent 20
    `,
  )
})

test('the books balance', () => service.audit())
