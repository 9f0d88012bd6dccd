// Rules in the growth scenario: every statement between a request and its response, and a backtest.

import type { Api, TestService } from '../harness.ts'
import { done, sceneOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'

type Setting = { service: TestService; api: Api; card: string }

const condition = (attribute: string, op: string, value: unknown) => ({ attribute, op, value })

export async function useRules({ api, card }: Setting): Promise<void> {
  const when = [condition('card_count_1h', 'above', 1_000_000), condition('is_new_merchant', 'is', true)]
  const made = done(await api.post('/rules', { name: 'New', action: 'decline', state: 'active', when }), 201)
  const shadow = { name: 'Any', action: 'decline', when: [condition('amount', 'above', 0)], card_ids: [card] }
  const other = done(await api.post('/rules', shadow), 201)
  const scene = sceneOf(api, card)
  const held = await scene.hold(1)
  done(await scene.on(held, 'increment', { amount: 1 }), 201)
  done(await api.get(`/transactions/${held.id}`), 200)
  const path = `/rules/${other.id}`
  done(await api.patch(path, { name: 'All' }), 200)
  for (const part of ['', '/versions', '/report', '/backtests']) done(await api.get(`${path}${part}`), 200)
  done(await api.get('/rules'), 200)
  for (const { id } of [made, other]) await runBacktest(api, `/rules/${id}/backtests`)
  for (const { id } of [made, other]) done(await api.delete(`/rules/${id}`), 200)
  await scene.hold(1)
}

async function runBacktest(api: Api, path: string): Promise<void> {
  const to = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = done(await api.post(path, { from: new Date(Date.now() - 3_600_000).toISOString(), to }), 202)
  await until('the backtest is done', async () => done(await api.get(`${path}/${id}`), 200).status === 'completed')
}
