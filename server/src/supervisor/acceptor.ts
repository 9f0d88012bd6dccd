// A port of the service, for the API or for processors. The supervisor owns it, so that it stays open whatever happens to the
// processes behind it. Each connection is passed to the process with the fewest connections (docs/adr/0025-processes.md). If
// that process ends before it has taken the connection, another process gets it.

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net'

/** How many connections may wait while no process is ready. */
const MAX_HELD = 4_096

/** A process that takes connections. */
export type Receiver = {
  readonly isAlive: boolean
  readonly connections: number
  give(socket: Socket, use: PortUse): void
}

/** What a port is for: which application of a process its connections go to. */
export type PortUse = 'api' | 'processors'

export class Acceptor {
  readonly #use: PortUse
  readonly #servers: Server[] = []
  readonly #receivers = new Set<Receiver>()
  #held: Socket[] = []
  #accepted = 0

  constructor(use: PortUse) {
    this.#use = use
  }

  /** Resolves to the address that it listens on. `localhost` may have two addresses: both are listened on, at one port. */
  async listen(host: string, port: number): Promise<string> {
    const hosts = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
    const first = await this.#listenOn(hosts[0]!, port)
    for (const other of new Set(hosts.slice(1))) await this.#listenOn(other, first).catch(() => {})
    return `http://${shown(host)}:${first}`
  }

  add(receiver: Receiver): void {
    this.#receivers.add(receiver)
    for (const socket of this.#held.splice(0)) this.hand(socket)
  }

  /** It is given no more connections. */
  remove(receiver: Receiver): void {
    this.#receivers.delete(receiver)
  }

  hand(socket: Socket): void {
    if (socket.destroyed) return
    const receiver = this.#freest()
    if (receiver) receiver.give(socket, this.#use)
    else if (this.#servers.length > 0 && this.#held.length < MAX_HELD) this.#held.push(socket)
    else socket.destroy()
  }

  /** Takes the connections that clients have already made, then closes the port: the kernel would reset them. */
  async closeGently(): Promise<void> {
    // Each turn of the event loop accepts one connection of a port (libuv 1.45 and newer), so a turn without one means that none is
    // left. A crowd that keeps coming does not keep the port open.
    for (let turn = 0, seen = -1; turn < MAX_HELD && seen !== this.#accepted; turn++) {
      seen = this.#accepted
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.close()
  }

  close(): void {
    for (const server of this.#servers.splice(0)) server.close()
    for (const socket of this.#held.splice(0)) socket.destroy()
  }

  async #listenOn(host: string, port: number): Promise<number> {
    // Paused, because no byte of a request may be read here.
    const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      this.#accepted += 1
      socket.on('error', () => {}) // the client is gone, which the process that takes it will notice
      this.hand(socket)
    })
    server.listen({ host, port })
    await once(server, 'listening')
    server.on('error', () => {}) // for example out of file descriptors; the next connection may work
    this.#servers.push(server)
    return (server.address() as AddressInfo).port
  }

  #freest(): Receiver | undefined {
    let freest: Receiver | undefined
    for (const receiver of this.#receivers)
      if (receiver.isAlive && (freest === undefined || receiver.connections < freest.connections)) freest = receiver
    return freest
  }
}

function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}
