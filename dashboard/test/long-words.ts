// Realistic long input: labels without spaces, merchants with long names, very long addresses. It is added to a busy
// sandbox to find pages that only fit short words.

import type { Api } from '../../server/test/harness.ts'

export const LONG_LABEL = 'Infrastructure_and_observability_for_the_European_region_Q4_2026'
const LONG_WORDS = 'Travel and accommodation for the sales conference in Saint Petersburg'.slice(0, 64)
const LONG_MERCHANT = {
  name: 'AMAZON WEB SERVICES EMEA SARL 38 AVENUE JOHN F KENNEDY LUXEMBOURG',
  mcc: '7372',
  country: 'LU',
}
const UNBROKEN = { name: 'PAYPAL*INTERNATIONALBUSINESSMACHINESCORPORATION', mcc: '5734', country: 'US' }

/** Adds cards, purchases and declines with long names. Returns the ids of a card and of one decline of each kind. */
export async function addLongWords(api: Api, bin_id: string): Promise<{ cardId: string; declineIds: string[] }> {
  const post = async (path: string, body: unknown) => {
    const answer = await api.post(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const metadata = { a_very_long_key_of_the_customers_own_mak: 'x'.repeat(120), team: 'growth' }
  const card = await post('/cards', { bin_id, amount: 4_999, label: LONG_LABEL, metadata })
  const other = await post('/cards', {
    bin_id,
    amount: 100,
    label: LONG_WORDS,
    controls: {
      limits: [
        { window: 'day', amount: 50, count: 3 },
        { window: 'month', amount: 90 },
      ],
      countries: { allowed: ['LU', 'DE', 'FR', 'US', 'GB', 'CH', 'AT', 'NL', 'BE'] },
      merchants: { blocked: [{ name: UNBROKEN.name }] },
    },
  })
  const buy = (card_id: string, amount: number, merchant: object) =>
    post('/sandbox/authorizations', { card_id, amount, merchant })
  for (const merchant of [LONG_MERCHANT, UNBROKEN]) await buy(card.id, 1_234.56, merchant)
  const declined = [
    await buy(other.id, 75, LONG_MERCHANT),
    await buy(other.id, 7, UNBROKEN),
    await buy(other.id, 4_000, LONG_MERCHANT),
  ]
  await post('/webhooks', { url: `https://hooks.example.com/${'tenant/'.repeat(30)}`, events: ['card.created'] })
  await post('/card-templates', { name: LONG_WORDS, bin_id, spending_limit: 2_500 })
  await post('/spend-requests', {
    amount: 1_999.99,
    merchant: { name: LONG_MERCHANT.name, url: `https://shop.example/${'department/'.repeat(12)}` },
    reason: `${'A'.repeat(90)} ${LONG_WORDS}`,
  })
  return { cardId: card.id, declineIds: declined.map(({ transaction }) => transaction.id) }
}
