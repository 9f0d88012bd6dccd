// Issues a card, spends from it in the sandbox, and shows what is left.
//
//   CARDWRIGHT_API_KEY=sk_test_… node issue-and-spend.mjs

import { Cardwright, InsufficientFundsError } from '@cardwright/sdk'

const cardwright = new Cardwright()
const [bin] = (await cardwright.bins.list()).data

// The idempotency key makes a retry safe: the same order never buys a second card. Use the id of your order here.
const card = await cardwright.cards.create(
  { bin_id: bin.id, amount: 100, label: 'Ads, November', allowed_categories: ['advertising'] },
  { idempotencyKey: `order-${process.env.ORDER ?? crypto.randomUUID()}` },
)
const details = await cardwright.cards.details(card.id)
console.log(`${cardwright.environment} ${card.network} card`, details) // printed masked; details.pan is the number

const { approved, transaction } = await cardwright.sandbox.authorizations.create({
  pan: details.pan,
  cvv: details.cvv,
  exp_month: details.exp_month,
  exp_year: details.exp_year,
  amount: 42.5,
  merchant: { name: 'Acme Ads', mcc: '7311', country: 'US' },
})
if (!approved) throw new Error('declined')
await cardwright.sandbox.authorizations.settle(transaction.id)

for await (const { type, amount, merchant } of cardwright.transactions.list({ card_id: card.id })) {
  console.log(`${type} ${amount.toFixed(2)} ${merchant.name}`)
}
const { balance, total_spent } = await cardwright.cards.get(card.id)
console.log(`spent ${total_spent.toFixed(2)}, left ${balance.toFixed(2)}`)

try {
  await cardwright.cards.withdraw(card.id, { amount: 1000 })
} catch (error) {
  if (!(error instanceof InsufficientFundsError)) throw error
  console.log(`refused: ${error.message} (${error.requestId})`)
}
