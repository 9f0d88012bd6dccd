// Adds up every transaction of every card and compares the sums with the totals that the service reports.
//
//   CARDWRIGHT_API_KEY=sk_… node reconcile.mjs

import { Cardwright } from '@cardwright/sdk'

const cardwright = new Cardwright()
const cents = (dollars) => Math.round(dollars * 100)

/** Settlements are negative and refunds positive; authorizations and declines spend nothing. */
const spentByCard = new Map()
for await (const { card_id, type, amount } of cardwright.transactions.list({ per_page: 100 })) {
  if (type !== 'settlement' && type !== 'refund') continue
  spentByCard.set(card_id, (spentByCard.get(card_id) ?? 0) - cents(amount))
}

let differences = 0
let cards = 0
for await (const { id } of cardwright.cards.list({ per_page: 100 })) {
  const { total_spent } = await cardwright.cards.get(id)
  const ours = spentByCard.get(id) ?? 0
  cards += 1
  if (ours === cents(total_spent)) continue
  differences += 1
  console.log(`${id}: ${ours / 100} by its transactions, ${total_spent} by its summary`)
}
const { total_spent } = await cardwright.wallet.balance()
const whole = [...spentByCard.values()].reduce((sum, each) => sum + each, 0)
console.log(`${cards} cards, ${differences} differences, ${whole / 100} of ${total_spent} spent`)
process.exitCode = differences === 0 && whole === cents(total_spent) ? 0 : 1
