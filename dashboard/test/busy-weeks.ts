// Fills a sandbox with a few weeks of activity: cards in every status, purchases, declines, refunds, deposits,
// challenges, a webhook, rules and a decision hook. Everything is created through the public API. The random numbers
// have a fixed seed, so screenshots do not change.

import type { Api } from '../../server/test/harness.ts'
import { hookAt, makeRules, runBacktest } from './busy-rules.ts'

const merchants = [
  { name: 'Google Ads', mcc: '7311', country: 'US' },
  { name: 'Meta Platforms', mcc: '7311', country: 'IE' },
  { name: 'Hetzner Online', mcc: '7372', country: 'DE' },
  { name: 'GitHub', mcc: '5734', country: 'US' },
  { name: 'Delta Air Lines', mcc: '3058', country: 'US' },
  { name: 'Hilton Chicago', mcc: '3504', country: 'US' },
  { name: 'Staples', mcc: '5943', country: 'US' },
  { name: 'Blue Bottle Coffee', mcc: '5814', country: 'US' },
] as const

const cards = [
  { label: 'Search campaigns', network: 'visa', amount: 4200, metadata: { team: 'growth', cost_centre: 410 } },
  { label: 'Social campaigns', network: 'mastercard', amount: 3600, metadata: { team: 'growth' } },
  { label: 'Cloud servers', network: 'visa', amount: 2400, metadata: { team: 'platform' } },
  { label: 'Developer tools', network: 'visa', amount: 900, allowed_categories: ['software'] },
  { label: 'Travel, Mara Lindt', network: 'mastercard', amount: 2800 },
  { label: 'Office supplies', network: 'visa', amount: 600, auto_freeze_at: 25 },
  { label: 'Team lunch', network: 'mastercard', amount: 350 },
  { label: 'Conference 2025', network: 'visa', amount: 500 },
]

/** The merchants that each card buys from, and the approximate amount. */
const habits: [merchants: number[], dollars: number][] = [
  [[0], 84],
  [[1], 61],
  [[2], 38],
  [[3], 12],
  [[4, 5], 190],
  [[6], 24],
  [[7], 17],
  [[6], 9],
]

const DAY = 86_400
export type BusySandbox = {
  cardIds: string[]
  webhookId: string
  declineId: string
  ruleId: string
  hookDeclineId: string
  requestId: string
}

export async function liveThroughBusyWeeks(
  api: Api,
  { days = 21, receiver }: { days?: number; receiver: string },
): Promise<BusySandbox> {
  const post = async (path: string, body: unknown = {}) => {
    const answer = await api.post(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const chance = fixedChance(20_260_101)
  const bins = await binsByNetwork(api)
  await post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '40000', confirm: true })
  const webhook = await post('/webhooks', {
    url: receiver,
    events: ['card.created', 'transaction.authorized', 'transaction.declined'],
  })
  const ruleId = await makeRules(post)
  const cardIds: string[] = []
  for (const { network, ...card } of cards)
    cardIds.push((await post('/cards', { bin_id: bins.get(network), ...card })).id)
  const buy = async (card: number) => {
    const [places, dollars] = habits[card]!
    const merchant = merchants[places[Math.floor(chance() * places.length)]!]
    const amount = Math.round(dollars * (0.5 + chance() * 1.2) * 100) / 100
    const { approved, transaction } = await post('/sandbox/authorizations', {
      card_id: cardIds[card],
      amount,
      merchant,
    })
    if (approved && chance() < 0.85) {
      const settled = await post(`/sandbox/authorizations/${transaction.id}/settle`)
      if (chance() < 0.06) await post('/sandbox/refunds', { transaction_id: settled.id })
    }
  }
  for (let day = 0; day < days; day++) {
    const busy = 3 + Math.floor(chance() * 6)
    for (let n = 0; n < busy; n++) await buy(Math.floor(chance() * 7))
    if (day % 6 === 5)
      await post('/sandbox/deposits', {
        currency: ['btc', 'eth', 'sol'][((day / 6) % 3) | 0],
        amount_crypto: '0.1',
        confirm: true,
      })
    await post('/sandbox/clock/advance', { seconds: DAY })
  }
  await keepTemplates(post, bins)
  await post(`/cards/${cardIds[5]}/freeze`)
  await api.delete(`/cards/${cardIds[7]}`)
  const refused = await post('/sandbox/authorizations', { card_id: cardIds[3], amount: 40, merchant: merchants[7] })
  await post('/sandbox/authorizations', { card_id: cardIds[5], amount: 12.4, merchant: merchants[6] })
  const put = await api.put('/decision-hook', hookAt(receiver))
  if (put.status !== 200) throw new Error(JSON.stringify(put.body))
  for (const card of [0, 1, 4, 6, 2]) await buy(card)
  const large = await post('/sandbox/authorizations', { card_id: cardIds[2], amount: 240, merchant: merchants[2] })
  await runBacktest(post, ruleId, new Date((await api.get('/sandbox/clock')).body.now))
  await post('/sandbox/deposits', { currency: 'btc', amount_crypto: '0.025' })
  await post('/sandbox/3ds', { card_id: cardIds[4], merchant: 'Delta Air Lines', amount: 412.6 })
  await post('/sandbox/3ds', { card_id: cardIds[0], merchant: 'Google Ads', amount: 150 })
  const requestId = await askForMoney(post)
  return {
    cardIds,
    webhookId: webhook.id,
    declineId: refused.transaction.id,
    ruleId,
    requestId,
    hookDeclineId: large.transaction.id,
  }
}

/** Creates a pending spend request, whose id is returned, and a canceled one. */
async function askForMoney(post: (path: string, body?: unknown) => Promise<{ id: string }>): Promise<string> {
  const ask = (amount: number, merchant: object, reason: string) =>
    post('/spend-requests', { amount, merchant, reason })
  const canceled = await ask(79, { name: 'Staples' }, 'Paper and toner for the printer in room 4.')
  await post(`/spend-requests/${canceled.id}/cancel`)
  const books = { name: 'Acme Books', url: 'https://books.example/manual' }
  return (await ask(24.99, books, 'The manual for the printer in room 4, as paperback.')).id
}

async function keepTemplates(
  post: (path: string, body: unknown) => Promise<unknown>,
  bins: Map<string, string>,
): Promise<void> {
  await post('/card-templates', {
    name: 'Advertising',
    bin_id: bins.get('visa'),
    spending_limit: 2500,
    allowed_categories: ['advertising'],
    auto_freeze_at: 20,
    controls: { limits: [{ window: 'day', amount: 250, count: 10 }], countries: { allowed: ['US', 'GB', 'IE'] } },
    metadata: { team: 'growth' },
  })
  await post('/card-templates', { name: 'Single use', controls: { uses: 1, merchant_lock: 'first' } })
  await post('/card-templates', {
    name: 'Travel',
    bin_id: bins.get('mastercard'),
    spending_limit: 6000,
    controls: { categories: { blocked: ['gambling'] } },
  })
}

async function binsByNetwork(api: Api): Promise<Map<string, string>> {
  const bins: { id: string; network: string }[] = (await api.get('/bins')).body.data
  return new Map(bins.toReversed().map(({ network, id }) => [network, id]))
}

/** Returns the same random numbers every time. A linear congruential generator is good enough here. */
function fixedChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
