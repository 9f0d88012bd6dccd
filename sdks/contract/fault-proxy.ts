// A proxy between a client and the service that loses, cuts off and delays answers. The same seed and order of requests
// give the same faults. If an answer is lost after its request was forwarded, the change has happened, and only an
// idempotency key prevents a retry from making it twice.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault = 'lost before' | 'lost after' | 'cut' | 'late'

export type FaultProxy = {
  url: string
  counts: Record<Fault | 'whole' | 'replayed', number>
  close(): Promise<void>
}

export type FaultOptions = {
  /** The address of the service, without `/v1`. */
  target: string
  seed: number
  /** The share of requests with each fault, from 0 to 1. */
  rates: Partial<Record<Fault, number>>
  delayMs?: number
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

export async function startFaultProxy({ target, seed, rates, delayMs = 200 }: FaultOptions): Promise<FaultProxy> {
  const random = mulberry32(seed)
  const counts = { 'lost before': 0, 'lost after': 0, cut: 0, late: 0, whole: 0, replayed: 0 }
  const server = createServer(async (incoming, outgoing) => {
    const fault = pick(rates, random())
    counts[fault ?? 'whole'] += 1
    if (fault === 'lost before') return incoming.socket.destroy()
    const answer = await forward(target, incoming).catch(() => undefined)
    if (answer?.headers['idempotent-replayed'] === 'true') counts.replayed += 1
    if (!answer || fault === 'lost after') return incoming.socket.destroy()
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, delayMs))
    send(outgoing, answer, fault === 'cut')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pick(rates: FaultOptions['rates'], drawn: number): Fault | undefined {
  let sum = 0
  return Object.entries(rates).find(([, rate]) => {
    sum += rate
    return drawn < sum
  })?.[0] as Fault | undefined
}

function forward(target: string, incoming: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, headers } = incoming
    const outgoing = request(new URL(incoming.url!, target), { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    outgoing.on('error', reject)
    incoming.pipe(outgoing)
  })
}

/** A cut answer announces its whole length and ends in the middle. */
function send(outgoing: ServerResponse, { status, headers, body }: Answer, isCut: boolean): void {
  const { 'transfer-encoding': _, connection: __, ...kept } = headers
  outgoing.writeHead(status, { ...kept, 'content-length': body.length })
  if (!isCut) return void outgoing.end(body)
  outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.socket?.destroy())
}

/** A small generator with a seed: https://github.com/cprosche/mulberry32, in the public domain. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
