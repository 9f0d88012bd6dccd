// The customer's server: receives webhooks, and answers the decision hook at /decide.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Payments above this amount are declined, with a reason. */
export const MAX_APPROVED = 150

export type Receiver = { url: string; server: Server }

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/decide') return void response.end('ok')
    const { data } = (await json(request)) as { data: { amount: number } }
    const isSmall = data.amount <= MAX_APPROVED
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isSmall ? { approved: true } : { approved: false, reason: `above ${MAX_APPROVED}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, server }
}
