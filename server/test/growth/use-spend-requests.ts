// Spend requests in the growth scenario: every step of one, by a key with a budget and a policy, and one that expires
// later.

import { anotherKey } from '../contract/assertions.ts'
import type { Api, TestService } from '../harness.ts'
import { ads, done, type Json, sceneOf } from '../sandbox/scene.ts'

const asked = { amount: 5, merchant: { name: ads.name }, reason: 'An advertisement for the scenario of growth.' }

export async function useSpendRequests({ service, api }: { service: TestService; api: Api }): Promise<void> {
  const budget = { amountCents: 10_000n, window: 'month' as const }
  const auto_approve = { per_request: 100, per_day: 1_000 }
  const spendPolicy = { auto_approve, merchants: [], confirm_above: null }
  const rights = { kind: 'agent' as const, ownCards: true, budget, spendPolicy }
  const agent = await anotherKey(service, api, { rights })
  const ask = async (amount = asked.amount): Promise<Json> =>
    done(await agent.post('/spend-requests', { ...asked, amount }), 201)
  await ask(1)
  const [used, denied, canceled] = [await ask(), await ask(), await ask()]
  const { card_id } = done(await api.post(`/spend-requests/${used.id}/approve`), 200)
  const scene = sceneOf(api, card_id)
  const challenge = await scene.challenge(4)
  done(await agent.post(`/cards/${card_id}/reveal-sessions`, { origin: 'https://shop.example.com' }), 201)
  const bought = await scene.hold(4)
  done(await api.post(`/spend-requests/${denied.id}/deny`), 200)
  done(await api.post(`/spend-requests/${canceled.id}/approve`), 200)
  done(await agent.post(`/spend-requests/${canceled.id}/cancel`), 200)
  for (const reader of [api, agent])
    for (const query of ['', '&status=used']) done(await reader.get(`/spend-requests?per_page=1${query}`), 200)
  // The card is the agent's own, so the statements that restrict its reads are sent as well.
  const own = ['/keys/self', '/cards', '/transactions', '/events', '/3ds', `/cards/${card_id}`]
  for (const path of [...own, `/transactions/${bought.id}`, `/3ds/${challenge.id}`]) done(await agent.get(path), 200)
  // This request is left to expire.
  await ask()
}
