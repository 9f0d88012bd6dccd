// `runner fund N` funds a card N times over a connection that loses answers.

import { Cardwright } from '../src/index.ts'

const AT_ONCE = 32
const MAX_RETRIES = 12

export async function fund(times: number, options: { apiKey: string; baseUrl: string }): Promise<void> {
  let retries = 0
  const onRequest = ({ attempt }: { attempt: number }) => {
    if (attempt > 1) retries += 1
  }
  const client = new Cardwright({ ...options, maxRetries: MAX_RETRIES, timeoutMs: 10_000, onRequest })
  const bins = await client.bins.list()
  const card = await client.cards.create({ bin_id: bins.data[0]!.id, amount: 1 })
  let left = times
  const work = async () => {
    while (left > 0) {
      left -= 1
      await client.cards.fund(card.id, { amount: 1 })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  console.log(JSON.stringify({ card: card.id, funded: times, retries }))
}
