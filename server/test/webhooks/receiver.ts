// A customer's endpoint on loopback. It stores the requests that it receives, and responds as a test tells it to.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Received = { headers: IncomingHttpHeaders; body: string; path: string; at: number }
type Answer = { status?: number; headers?: Record<string, string>; body?: string } | 'hang'

export type Receiver = {
  url: string
  received: Received[]
  /** How the endpoint responds from now on, immediately or when the promise resolves. */
  answer: (received: Received) => Answer | Promise<Answer>
  /** Resolves once `count` requests have arrived that `isWanted` accepts. */
  waitFor(count: number, isWanted?: (received: Received) => boolean): Promise<Received[]>
  close(): Promise<void>
}

const WAIT_MS = 30_000

export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const received = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        path: request.url!,
        at: Date.now(),
      }
      receiver.received.push(received)
      const answering = receiver.answer(received)
      for (const look of waiting) look()
      const answer = await answering
      if (answer !== 'hang') response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? 'ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: () => ({}),
    waitFor: (count, isWanted = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = receiver.received.filter(isWanted)
          if (found.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          const came = receiver.received.filter(isWanted).length
          reject(new Error(`${came} of ${count} requests came within ${WAIT_MS / 1000} s`))
        }, WAIT_MS)
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  opened.add(receiver)
  after(() => receiver.close())
  return receiver
}

const opened = new Set<Receiver>()

/** Closes all receivers, so that a stopping service does not wait for hanging requests. */
export async function closeReceivers(): Promise<void> {
  await Promise.all([...opened].map((receiver) => receiver.close()))
}
