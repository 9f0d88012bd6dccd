// A receiver of webhooks in its own process. It answers at once, or never under /hang, and measures how long each event
// took to arrive. The id of an event contains the time at which it was made, shortly before its commit.

import { createServer } from 'node:http'
import { parseId, timeOfUuid } from '../../server/src/ids.ts'

export type Arrivals = { count: number; rate: number; p50: number; p95: number; p99: number }
export type ReceiverCommand = { measure: number }

const latencies: number[] = []
let measuredFrom = Number.POSITIVE_INFINITY

const server = createServer((request, response) => {
  request.resume()
  if (request.url!.startsWith('/hang')) return
  const now = Date.now()
  if (now >= measuredFrom) {
    const id = parseId('event', request.headers['x-webhook-id'] as string)
    if (id) latencies.push(now - timeOfUuid(id.uuid).getTime())
  }
  request.on('end', () => response.writeHead(200, { 'content-length': 2 }).end('ok'))
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))

process.on('message', ({ measure }: ReceiverCommand) => {
  latencies.length = 0
  measuredFrom = Date.now()
  setTimeout(() => {
    measuredFrom = Number.POSITIVE_INFINITY
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
    const arrivals: Arrivals = {
      count: latencies.length,
      rate: latencies.length / measure,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
    }
    process.send!(arrivals)
  }, measure * 1000)
})
