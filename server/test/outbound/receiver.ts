// Receivers on loopback that count connections and requests.

import { EventEmitter, once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Certificate } from './certificate.ts'

const MAX_WAIT_MS = 40_000

export class Receiver extends EventEmitter {
  readonly requests: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = []
  readonly connections: Socket[] = []
  readonly #server: Server
  /** Set by the start, and kept after the stop. */
  port = 0
  #closedConnections = 0

  constructor(server: Server) {
    super()
    this.#server = server
    server.on('connection', (socket) => {
      this.connections.push(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#closedConnections++
        this.emit('gone')
      })
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  async start(t: TestContext): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
    t.after(() => this.stop())
    return this
  }

  /** Resolves when this many connections were closed, by either side. */
  async closed(count: number): Promise<void> {
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    while (this.#closedConnections < count) await once(this, 'gone', { signal })
  }

  drop(): void {
    for (const socket of this.connections) socket.destroy()
  }

  async stop(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined
    this.#server.close()
    this.drop()
    await closed
  }
}

/** Reads each request completely, then lets `answer` respond. */
export function startReceiver(t: TestContext, answer: RequestListener, certificate?: Certificate): Promise<Receiver> {
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    receiver.requests.push({ method: method!, path: url!, headers, body: Buffer.concat(chunks).toString() })
    receiver.emit('request')
    answer(request, response)
  }
  const server = certificate ? createHttpsServer(certificate, listener) : createHttpServer(listener)
  const receiver = new Receiver(server)
  return receiver.start(t)
}

/** Does not speak HTTP: `talk` gets each connection when its first bytes have arrived. */
export function startRawReceiver(t: TestContext, talk: (socket: Socket) => void): Promise<Receiver> {
  const server = createServer((socket) => socket.once('data', () => talk(socket)))
  return new Receiver(server).start(t)
}

/** A resolver that returns these answers one after the other, and repeats the last one. */
export function lookupOf(...answers: string[][]): LookupFunction & { asked: string[] } {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, _, callback) => {
    asked.push(hostname)
    const addresses = answers[Math.min(asked.length, answers.length) - 1]!
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(callback, null, found)
  }
  return Object.assign(lookup, { asked })
}
