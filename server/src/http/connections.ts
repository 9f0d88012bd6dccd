// The connections of this process: how many one client may hold, and how they end when the service stops.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { addressKey, type TrustsProxy } from './client-address.ts'

export type ConnectionRules = {
  /** 0 allows any number. */
  perAddress: number
  /** A proxy speaks for many clients, so its connections are not counted. */
  isProxy: TrustsProxy | false
  lingerMs: number
  onRefused(): void
  /** Hears how many are open whenever that changes. */
  onCount(open: number): void
}

/** `latest` is the newest request of a connection. Answers go out in order, so when it is answered all are. */
type Connection = {
  key: string | undefined
  latest: { request: IncomingMessage; response: ServerResponse } | undefined
  progress: number
  progressAt: number
}

/** After the signal a client has this long to send the rest of a request, or to take more of an answer. */
const STALLED_MS = 2_000
/** What is still being worked on may take this long. */
const GRACE_MS = 15_000
const SWEEP_MS = 50

export class Connections {
  readonly #rules: ConnectionRules
  readonly #servers = new Set<Server>()
  readonly #open = new Map<Socket, Connection>()
  readonly #perAddress = new Map<string, number>()
  #isStopping = false

  constructor(rules: ConnectionRules) {
    this.#rules = rules
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  watch(server: Server): void {
    this.#servers.add(server)
    server.on('connection', (socket: Socket) => this.#accept(socket))
    server.on('timeout', (socket: Socket) => this.#endIfIdle(socket))
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket)
    if (connection) connection.latest = { request, response }
  }

  #accept(socket: Socket): void {
    const key = this.#keyOf(socket)
    const count = key === undefined ? 0 : (this.#perAddress.get(key) ?? 0)
    const { perAddress, onRefused } = this.#rules
    if (perAddress > 0 && count >= perAddress) {
      onRefused()
      socket.destroy()
      return
    }
    if (key !== undefined) this.#perAddress.set(key, count + 1)
    this.#open.set(socket, { key, latest: undefined, progress: 0, progressAt: performance.now() })
    this.#rules.onCount(this.#open.size)
    socket.once('close', () => this.#forget(socket))
  }

  #keyOf({ remoteAddress }: Socket): string | undefined {
    const { isProxy } = this.#rules
    return remoteAddress === undefined || isProxy === false || !isProxy(remoteAddress, 0)
      ? addressKey(remoteAddress ?? '')
      : undefined
  }

  #forget(socket: Socket): void {
    const key = this.#open.get(socket)?.key
    if (this.#open.delete(socket)) this.#rules.onCount(this.#open.size)
    if (key === undefined) return
    const left = this.#perAddress.get(key)! - 1
    if (left > 0) this.#perAddress.set(key, left)
    else this.#perAddress.delete(key)
  }

  /** No byte has passed for the idle time. A request that is still being worked on is not idle. */
  #endIfIdle(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection && stateOf(socket, connection) === 'working') return
    socket.destroy()
  }

  /**
   * No new connections; those that are kept alive linger, so that a request already on its way is answered (with
   * `Connection: close`) and not reset; and whoever sends or reads nothing is cut off early.
   */
  async drain(): Promise<void> {
    this.#isStopping = true
    // Not their own close(): that of an HTTP server also ends idle connections, at once.
    for (const server of this.#servers) NetServer.prototype.close.call(server)
    for (const { latest } of this.#open.values())
      if (latest && !latest.response.headersSent) latest.response.setHeader('Connection', 'close')
    const startedAt = performance.now()
    await new Promise<void>((resolve) => {
      const sweep = () => {
        this.#sweep(performance.now(), startedAt)
        if (this.#open.size > 0) return
        clearInterval(timer)
        resolve()
      }
      const timer = setInterval(sweep, SWEEP_MS)
      sweep()
    })
  }

  #sweep(now: number, startedAt: number): void {
    const elapsed = now - startedAt
    for (const [socket, connection] of this.#open) {
      const mayStay = {
        idle: elapsed < this.#rules.lingerMs,
        sending: elapsed < STALLED_MS,
        reading: now - lastProgress(socket, connection, now, startedAt) < STALLED_MS && elapsed < GRACE_MS,
        working: elapsed < GRACE_MS,
      }[stateOf(socket, connection)]
      if (mayStay) continue
      this.#forget(socket)
      socket.destroy()
    }
  }
}

type State = 'idle' | 'sending' | 'reading' | 'working'

/** What the connection waits for: a request, the rest of one, the client to read, or us. */
function stateOf(socket: Socket, { latest }: Connection): State {
  if (!latest || latest.response.writableFinished) return 'idle'
  if (socket.writableLength > 0) return 'reading'
  return latest.request.complete ? 'working' : 'sending'
}

function lastProgress(socket: Socket, connection: Connection, now: number, startedAt: number): number {
  const taken = socket.bytesWritten - socket.writableLength
  if (taken !== connection.progress) Object.assign(connection, { progress: taken, progressAt: now })
  return Math.max(connection.progressAt, startedAt)
}
