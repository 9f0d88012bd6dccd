// Waits for a 3-D Secure challenge and reads its passcode, as an automated checkout would.
//
//   CARDWRIGHT_API_KEY=sk_test_… node read-passcode.mjs

import { Cardwright } from '@cardwright/sdk'

const cardwright = new Cardwright()
const card = await cardwright.cards.create({ bin_id: 'bin_visa_us_prepaid_1', amount: 50 })

// The event arrives on a stream that resumes automatically. A webhook of type 3ds.challenge carries the same event.
const [latest] = (await cardwright.events.list({ per_page: 1 })).data
const stream = cardwright.events.stream({ after_sequence: latest.sequence })

// In production the merchant starts the challenge; in the sandbox this program does.
await cardwright.sandbox.threeDs.create({ card_id: card.id, merchant: 'Acme Ads', amount: 20 })

for await (const event of stream) {
  if (event.type !== '3ds.challenge' || event.data.card_id !== card.id) continue
  // A challenge without a passcode is answered with threeDs.approve or threeDs.decline.
  if (event.data.method !== 'passcode') continue
  const { id, otp } = await cardwright.threeDs.get(event.data.id)
  console.log(`passcode of ${otp.length} digits, until ${event.data.expires_at}`)
  const { status } = await cardwright.sandbox.threeDs.verify(id, { otp })
  console.log(`challenge ${status}`)
  break
}
