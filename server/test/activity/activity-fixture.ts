// Fixtures for tests of the totals: a history to count, and the expected figures computed from the transactions.

import assert from 'node:assert/strict'
import { readOverview } from '../../src/activity/read-overview.ts'
import type { Overview } from '../../src/dashboard/shapes/overview.ts'
import { addDays, dateIn, datesThrough } from '../../src/zoned-days.ts'
import { workspaceOf } from '../../test/contract/assertions.ts'
import type { Api, TestService } from '../../test/harness.ts'
import { DAY, type Scene } from '../../test/sandbox/scene.ts'

export async function overview(service: TestService, api: Api, days = 90, zone = 'UTC'): Promise<Overview> {
  const { database, clock } = service.services
  return readOverview(database.read, await workspaceOf(service, api), { days, zone }, clock())
}

// biome-ignore lint/suspicious/noExplicitAny: the harness returns untyped JSON
type Json = any

/** The forecast is left out, because it has its own test. */
type Figures = Omit<Overview, 'forecast'>

/** Computes the same figures directly from the transactions. */
export async function fromTransactions(api: Api, days: number, zone = 'UTC'): Promise<Figures> {
  const all: Json[] = []
  for (let page = 1; page <= 1_000; page++) {
    const { data } = (await api.get(`/transactions?per_page=100&page=${page}`)).body
    if (data.length === 0) break
    all.push(...data)
  }
  const full: Json[] = await Promise.all(
    all.map(async (each) => (each.type === 'decline' ? (await api.get(`/transactions/${each.id}`)).body : each)),
  )
  const now = Date.parse((await api.get('/sandbox/clock')).body.now)
  const dayOf = (each: Json) => dateIn(zone, Date.parse(each.created_at))
  const dates = datesThrough(addDays(dateIn(zone, now), 1 - days), dateIn(zone, now))
  const within = full.filter((each) => dayOf(each) >= dates[0]!)
  const before = full.filter((each) => dayOf(each) >= addDays(dates[0]!, -days) && dayOf(each) < dates[0]!)
  const cents = (list: Json[]) =>
    list.reduce(
      (sum, { type, amount }) => sum + (['settlement', 'refund'].includes(type) ? -Math.round(amount * 100) : 0),
      0,
    )
  const count = (list: Json[], type: string) => list.filter((each) => each.type === type).length
  const moved = within.filter(({ type }) => type === 'settlement' || type === 'refund')
  const approved = count(within, 'authorization')
  const declined = count(within, 'decline')
  return {
    currency: 'USD',
    time_zone: zone,
    up_to_date: true,
    days: dates.map((date) => {
      const own = within.filter((each) => dayOf(each) === date)
      return { date, spent: cents(own) / 100, approved: count(own, 'authorization'), declined: count(own, 'decline') }
    }),
    categories: [...Map.groupBy(moved, ({ merchant }) => merchant.category as string)]
      .map(([category, own]) => ({ category, spent: cents(own) / 100, count: count(own, 'settlement') }))
      .sort((a, b) => b.spent - a.spent || (a.category < b.category ? -1 : 1)),
    declines: [
      ...Map.groupBy(
        within.filter((each) => each.type === 'decline'),
        (each) => each.decline_reason as string,
      ),
    ].map(([reason, own]) => ({ reason, count: own.length })),
    approved,
    declined,
    approval_rate: rateOf(approved, declined),
    spent: cents(within) / 100,
    previous: {
      spent: cents(before) / 100,
      approved: count(before, 'authorization'),
      declined: count(before, 'decline'),
      approval_rate: rateOf(count(before, 'authorization'), count(before, 'decline')),
    },
  }
}

function rateOf(approved: number, declined: number): number | null {
  return approved + declined === 0 ? null : approved / (approved + declined)
}

const byReason = (shown: Figures) => ({
  ...shown,
  declines: shown.declines.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
})

/** Asserts that the overview shows the sums of the transactions. */
export async function assertTrue(service: TestService, api: Api, days = 90, zone = 'UTC'): Promise<Overview> {
  const shown = await overview(service, api, days, zone)
  const { forecast: _, ...figures } = shown
  assert.deepEqual(byReason(figures), byReason(await fromTransactions(api, days, zone)))
  return shown
}

/** Pseudo-random numbers that are the same in every run, so that a failure can be reproduced. */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const MERCHANTS = ['7311', '5734', '5812', '7011', '4111', '0000'].map((mcc) => ({
  name: `Shop ${mcc}`,
  mcc,
  country: 'US',
}))

/** Runs random steps on a card: purchases, increments, settlements, refunds, declines, reversals and days that pass. */
export async function live(
  { call, card, on, advance }: Scene,
  next: (below: number) => number,
  steps: number,
): Promise<void> {
  const holds: Json[] = []
  const settled: Json[] = []
  for (let step = 0; step < steps; step++) {
    const merchant = MERCHANTS[next(MERCHANTS.length)]
    const amount = (next(4_000) + 1) / 100
    const act = next(12)
    if (act < 4) {
      const { body } = await call('authorizations', { card_id: card, amount: next(6) === 0 ? 9_000 : amount, merchant })
      if (body.approved) holds.push(body.transaction)
    } else if (act < 5 && holds.length > 0) await on(holds.at(-1), 'increment', { amount })
    else if (act < 8 && holds.length > 0) {
      const { status, body } = await on(holds.splice(next(holds.length), 1)[0], 'settle', { amount })
      if (status === 201) settled.push(body)
    } else if (act < 9) settled.push((await call('settlements', { card_id: card, amount: 1, merchant })).body)
    else if (act < 10 && settled.length > 0)
      await call('refunds', { transaction_id: settled.splice(next(settled.length), 1)[0].id })
    else if (act < 11 && holds.length > 0) await on(holds.splice(next(holds.length), 1)[0], 'reverse')
    else await advance(next(2 * DAY) + 1)
  }
}
