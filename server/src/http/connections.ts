// The connections of this process: how many one client may hold, across all processes, and how they end when the service
// stops.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { addressKey, type TrustsProxy } from './client-address.ts'
import type { Slots } from './slots.ts'

export type ConnectionRules = {
  /** 0 allows any number. */
  perAddress: number
  slots: Slots
  /** A proxy speaks for many clients, so its connections are not counted. */
  isProxy: TrustsProxy | false
  /** How long a connection may neither send a request nor read any of an answer. */
  idleMs: number
  /** How long the headers of a request may take. */
  headersMs: number
  onRefused(): void
  /** Called with the number of open connections whenever it changes. */
  onCount(open: number): void
}

/** `latest` is the newest request of a connection. Answers are sent in order, so when it is answered, all are. */
type Connection = {
  /** The place that it takes in the count of its address. */
  place: string | undefined
  latest: { request: IncomingMessage; response: ServerResponse } | undefined
  progress: number
  progressAt: number
}

/** After the signal to stop, a client has this long to send the rest of a request, or to read more of an answer. */
const STALLED_MS = 2_000
/** Requests in progress may take this long. */
const GRACE_MS = 15_000
const SWEEP_MS = 50
/** How often connections are checked while the service runs. */
const LOOK_MS = 1_000

export class Connections {
  readonly #rules: ConnectionRules
  readonly #servers = new Set<Server>()
  readonly #open = new Map<Socket, Connection>()
  #isStopping = false
  #looking: NodeJS.Timeout | undefined

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
    this.#looking ??= setInterval(() => this.#endStalled(performance.now()), LOOK_MS).unref()
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket)
    if (connection) connection.latest = { request, response }
  }

  #accept(socket: Socket): void {
    this.#open.set(socket, { place: undefined, latest: undefined, progress: 0, progressAt: performance.now() })
    this.#rules.onCount(this.#open.size)
    socket.once('close', () => this.#forget(socket))
    const { perAddress, slots } = this.#rules
    const place = perAddress > 0 ? this.#placeOf(socket) : undefined
    if (place === undefined) return
    const isIn = slots.enter(place, perAddress)
    if (typeof isIn === 'boolean') this.#admit(socket, place, isIn)
    else isIn.then((late) => this.#admit(socket, place, late)).catch(() => socket.destroy())
  }

  #admit(socket: Socket, place: string, isIn: boolean): void {
    const connection = this.#open.get(socket)
    if (isIn && connection) connection.place = place
    else if (isIn) this.#rules.slots.leave(place)
    else this.#refuse(socket)
  }

  #refuse(socket: Socket): void {
    this.#rules.onRefused()
    this.#open.delete(socket)
    socket.destroy()
  }

  #placeOf({ remoteAddress }: Socket): string | undefined {
    const { isProxy } = this.#rules
    return remoteAddress === undefined || isProxy === false || !isProxy(remoteAddress, 0)
      ? `connections ${addressKey(remoteAddress ?? '')}`
      : undefined
  }

  #forget(socket: Socket): void {
    const place = this.#open.get(socket)?.place
    if (this.#open.delete(socket)) this.#rules.onCount(this.#open.size)
    if (place !== undefined) this.#rules.slots.leave(place)
  }

  /** Called when no byte has passed for the idle time. A connection with a request in progress is not idle. */
  #endIfIdle(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection && stateOf(socket, connection) === 'working') return
    socket.destroy()
  }

  /**
   * The server's own idle timer restarts with every byte, even with the empty lines that may precede a request. A client that
   * only sends such lines, and neither makes a request nor reads its answers, would stay connected for ever.
   */
  #endStalled(now: number): void {
    const { idleMs, headersMs } = this.#rules
    for (const [socket, connection] of this.#open) {
      const quietMs = now - lastProgress(socket, connection, now, 0)
      const state = stateOf(socket, connection)
      // A client that began a request at the end of the idle time may still send its headers.
      const isStalled = (state === 'reading' && quietMs > idleMs) || (state === 'idle' && quietMs > idleMs + headersMs)
      if (isStalled) socket.destroy()
    }
  }

  /**
   * Accepts no new connections. Kept-alive connections stay for a while, so that a request already on its way is answered (with
   * `Connection: close`) and not reset. A client that sends or reads nothing is disconnected early.
   */
  async drain(lingerMs: number): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#looking)
    // An HTTP server's own close() would end idle connections at once.
    for (const server of this.#servers) NetServer.prototype.close.call(server)
    for (const { latest } of this.#open.values())
      if (latest && !latest.response.headersSent) latest.response.setHeader('Connection', 'close')
    const startedAt = performance.now()
    await new Promise<void>((resolve) => {
      const sweep = () => {
        this.#sweep(performance.now(), startedAt, lingerMs)
        if (this.#open.size > 0) return
        clearInterval(timer)
        resolve()
      }
      const timer = setInterval(sweep, SWEEP_MS)
      sweep()
    })
  }

  #sweep(now: number, startedAt: number, lingerMs: number): void {
    const elapsed = now - startedAt
    for (const [socket, connection] of this.#open) {
      const mayStay = {
        idle: elapsed < lingerMs,
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

/** What the connection waits for: a request, the rest of a request, the client to read, or us. */
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
