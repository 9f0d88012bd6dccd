// Three exchanges on one local server, which all report the same prices.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type PriceServer = {
  url: string
  /** The price of one coin in dollars. */
  prices: Record<string, string>
}

export async function startPriceServer(): Promise<PriceServer> {
  const prices: Record<string, string> = { btc: '60000', eth: '3000', sol: '150', usdt: '1' }
  const server = createServer((request, response) => {
    const path = request.url!.toLowerCase().replace('xbt', 'btc')
    const currency = Object.keys(prices).find((name) => path.includes(`${name}usd`) || path.includes(`${name}-usd`))
    const price = currency && prices[currency]
    if (price === undefined) return response.writeHead(404).end()
    const now = new Date()
    // Each of the three readers uses its own fields and ignores those of the others.
    const body = {
      error: [],
      result: { PAIR: { c: [price, '1'] } },
      price,
      time: now.toISOString(),
      last: price,
      timestamp: String(Math.floor(now.getTime() / 1_000)),
    }
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, prices }
}
