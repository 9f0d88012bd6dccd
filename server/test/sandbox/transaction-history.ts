// Transactions of all types, on three days and two cards, for the tests of the list.

import type { TestService } from '../harness.ts'
import { DAY, done, type Json, newCard, openScene, sceneOf } from './scene.ts'

export type Query = Record<string, string | number>

/** Creates seven transactions on three days and two cards. `day` is the date of each. */
export async function makeHistory(service: TestService) {
  const first = await openScene(service)
  const { api, advance, advanceToDay } = first
  const second = sceneOf(api, (await newCard(api)).id)
  const at = (name: string, mcc = '5812') => ({ merchant: { name, mcc, country: 'US' } })
  const day0 = await advanceToDay(10)
  /** Each transaction is made a second after the one before, so that no two have the same timestamp. */
  const next = async (act: () => Promise<Json>): Promise<Json> => {
    await advance(1)
    return act()
  }
  const a1 = await next(() => first.hold(10))
  const s1 = await next(async () => done(await first.on(a1, 'settle', { amount: 12.5 }), 201))
  await advance(DAY)
  const a2 = await next(() => second.hold(20, at('100% Juice')))
  const d1 = await next(async () => (await second.ask(6000, at('snake_case'))).transaction)
  await advance(DAY)
  const r1 = await next(async () => done(await first.call('refunds', { transaction_id: s1.id, amount: 2.5 }), 201))
  const f1 = await next(() => second.force(30, at('Snakescase \\ Söhne')))
  const a3 = await next(() => first.hold(12.5, at('ACME Outlet')))
  const newest: [string, Json][] = [
    ['a3', a3],
    ['f1', f1],
    ['r1', r1],
    ['d1', d1],
    ['a2', a2],
    ['s1', s1],
    ['a1', a1],
  ]
  const names = new Map(newest.map(([name, { id }]) => [id, name]))
  const listed = async (query: Query = {}) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString()
    const { data, pagination } = done(await api.get(`/transactions?${text}`), 200)
    return { names: data.map(({ id }: Json) => names.get(id)).join(' '), data, pagination }
  }
  const day = (n: number) => new Date(day0.getTime() + n * DAY * 1000).toISOString().slice(0, 10)
  const time = (name: string): string => named.get(name).created_at
  const shifted = (name: string, ms: number) => new Date(new Date(time(name)).getTime() + ms).toISOString()
  const named = new Map(newest)
  return { api, first, second, listed, day, names: [...named.keys()], time, shifted, all: newest.map(([, row]) => row) }
}
