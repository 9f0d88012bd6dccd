// One session with PostgreSQL, over its own protocol (version 3, extended queries). Statements are collected and sent in one
// write; the server answers them in order. A session is opened once. When it is lost, everything that was not answered fails,
// and nothing is ever sent again on another session.
//
// A `transaction` session ends each write with one Sync: after a failed statement the server skips the rest of the write,
// so a COMMIT behind it is not executed. A `single` session ends every statement with its own Sync, because its
// statements are independent.

import type { Socket } from 'node:net'
import postgres from 'postgres'
import { connectionError, cstringAt, errorFrom, MessageCutter } from './backend-messages.ts'
import { openConnection } from './open-connection.ts'
import type { Request, Rows } from './request.ts'
import { RowReader } from './row-reader.ts'
import { type ServerStatement, ServerStatements } from './server-statements.ts'
import type { Target } from './target.ts'
import { fieldsFrom, rowFrom } from './text-results.ts'
import { Writer } from './writer.ts'

export type ConnectionKind = 'transaction' | 'single'

type Pending = {
  request: Request
  statement: ServerStatement
  rows: Rows<unknown>
  /** By performance.now(). */
  dueAt: number
  isDone: boolean
  error: unknown
  resolve(rows: Rows<never>): void
  reject(error: unknown): void
}

const TERMINATE = Buffer.from([88, 0, 0, 0, 4])
/** A table has changed under a prepared statement, or the statement is gone. The next use parses it again. */
const REPARSE = new Set(['0A000', '26000'])
/** The server takes no writes. After a failover another one does. */
const READ_ONLY = '25006'
const END_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_MS = 1_000
/** The default time to wait for an answer. */
export const ANSWER_TIMEOUT_MS = 4_500

export class Connection {
  readonly #kind: ConnectionKind
  readonly #onLost: () => void
  readonly #out = new Writer()
  readonly #row = new RowReader()
  readonly #statements = new ServerStatements()
  /** Statements grouped by the Sync that follows them, oldest first. The last group is still being collected. */
  readonly #groups: Pending[][] = [[]]
  /** How many of the oldest group have been answered. */
  #answered = 0
  #socket: Socket | undefined
  #isFlushing = false
  #onIdle: (() => void) | undefined
  /** A statement of this transaction could not be written. As after a failed statement, only the end of the transaction is sent. */
  #isSpoiled = false
  readonly #opening = new AbortController()
  /** Set for the answer that is due first. An answer that comes in time does not reset it, so most answers touch no timer. */
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  /** When answers to statements sent from now on are due, by performance.now(). Undefined uses the default time after each. */
  deadline: number | undefined
  /** Must be ended rather than used again. */
  isStale = false
  isLost = false

  constructor(target: Target, kind: ConnectionKind, onLost: () => void = () => {}) {
    this.#kind = kind
    this.#onLost = onLost
    this.#open(target).catch((error) => this.#lose(error))
  }

  /** Nothing is waiting to be sent or answered. */
  get isIdle(): boolean {
    return this.#groups.length === 1 && this.#groups[0]!.length === 0
  }

  send(request: Request): Promise<Rows<never>> {
    if (this.isLost || this.#onIdle) return Promise.reject(ended())
    if (this.#isSpoiled && request.text !== 'rollback') return Promise.reject(skipped())
    return new Promise((resolve, reject) => {
      const statement = this.#write(request)
      const rows: Rows<unknown> = Object.assign([], { command: '', count: 0 })
      const dueAt = this.deadline ?? performance.now() + ANSWER_TIMEOUT_MS
      this.#groups.at(-1)!.push({ request, statement, rows, dueAt, isDone: false, error: undefined, resolve, reject })
      if (this.#timer === undefined || dueAt < this.#timerAt) this.#watch(dueAt)
      if (this.#kind === 'single') this.#sync()
      if (this.#isFlushing) return
      this.#isFlushing = true
      // Statements of the same turn of the event loop share one write.
      setImmediate(() => this.flush())
    })
  }

  /** Sends what was collected, for a caller that knows that nothing more comes. */
  flush(): void {
    this.#isFlushing = false
    if (!this.#socket || this.isLost) return
    if (this.#groups.at(-1)!.length > 0) this.#sync()
    if (this.#out.length > 0) this.#socket.write(this.#out.take())
  }

  /** Waits for pending answers, up to a limit, and closes the session. */
  async end(): Promise<void> {
    if (this.isLost) return
    if (!this.isIdle) {
      this.flush()
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
        setTimeout(resolve, END_TIMEOUT_MS).unref()
      })
    }
    this.#socket?.write(TERMINATE)
    this.#lose(ended())
  }

  async #open(target: Target): Promise<void> {
    const socket = await openConnection(target, this.#opening.signal)
    if (this.isLost) socket.destroy()
    else this.#use(socket)
  }

  #use(socket: Socket): void {
    const cutter = new MessageCutter(
      (bytes) => this.#row.over(bytes),
      (type, bytes, start, end) => this.#receive(type, bytes, start, end),
    )
    socket.on('data', (chunk: Buffer) => {
      try {
        cutter.feed(chunk)
      } catch (error) {
        this.#lose(closed(error)) // after a message that cannot be parsed, the session cannot continue
      }
    })
    socket.on('error', (error) => this.#lose(closed(error)))
    socket.on('close', () => this.#lose(closed()))
    this.#socket = socket
    this.flush()
  }

  #write(request: Request): ServerStatement {
    // Remains set when writing throws: a later commit would otherwise commit the statements before it.
    this.#isSpoiled = this.#kind === 'transaction'
    const statement = this.#statements.write(this.#out, request)
    this.#isSpoiled = false
    return statement
  }

  #sync(): void {
    this.#out.end(this.#out.begin('S'))
    this.#groups.push([])
  }

  #receive(type: number, bytes: Buffer, start: number, end: number): void {
    const pending = this.#groups[0]![this.#answered]
    switch (type) {
      case 68: // D, a row
        pending!.rows.push(this.#readRow(pending!, bytes, start))
        break
      case 67: // C, complete
        readTag(pending!.rows, cstringAt(bytes, start))
        this.#answer(pending!)
        break
      case 73: // I, an empty statement
        this.#answer(pending!)
        break
      case 69: // E, an error; the server skips to the next Sync, or, when it is fatal, closes the connection
        this.#fail(pending, errorFrom(bytes, start, end))
        break
      case 90: // Z, ready: the end of a group
        this.#settle(this.#groups.shift()!)
        break
      case 49: // 1, parsed
        pending!.statement.isParsed = true
        break
      case 84: // T, the columns
        pending!.statement.fields = fieldsFrom(bytes, start)
        break
      case 71: // G, H, W: COPY, which this client does not support
      case 72:
      case 87:
        throw connectionError('CONNECTION_CLOSED', 'COPY is not for this connection')
      default: // bound, no columns, types of parameters, notices, settings
    }
  }

  #readRow({ request, statement }: Pending, bytes: Buffer, start: number): unknown {
    if (!request.readRow) return rowFrom(statement.fields, bytes, start)
    this.#row.begin(start)
    return request.readRow(this.#row)
  }

  #answer(pending: Pending): void {
    pending.isDone = true
    this.#answered += 1
  }

  #fail(pending: Pending | undefined, error: postgres.PostgresError): void {
    if (!pending)
      this.#lose(error) // not an answer to a statement: the server is shutting down
    else pending.error = error
    if (pending && REPARSE.has(error.code)) this.#statements.forget(pending.request)
    if (error.code === READ_ONLY) this.isStale = true
  }

  /** Statements behind a failure get its error: whichever a caller hears of first, it learns what went wrong. */
  #settle(group: Pending[]): void {
    this.#answered = 0
    let failure: unknown
    for (const pending of group) {
      if (pending.isDone) pending.resolve(pending.rows as Rows<never>)
      else {
        if (!pending.statement.isParsed) this.#statements.forget(pending.request)
        failure = pending.error ?? failure
        pending.reject(failure ?? skipped())
      }
    }
    if (this.#onIdle && this.isIdle) this.#onIdle()
  }

  /** Ends the session when the first due answer does not come in time. The statement is not cancelled. */
  #watch(dueAt: number): void {
    clearTimeout(this.#timer)
    this.#timerAt = dueAt
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        const next = this.#groups[0]![0]
        if (!next) return
        if (next.dueAt > performance.now()) this.#watch(next.dueAt)
        else this.#lose(connectionError('CONNECTION_TIMEOUT', 'the database did not answer in time'))
      },
      Math.max(0, dueAt - performance.now()),
    )
    this.#timer.unref()
  }

  /** A server that hangs does not react to the closing message, so the socket is destroyed soon after. */
  #close(): void {
    const socket = this.#socket
    if (!socket) return
    socket.destroySoon()
    setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref()
  }

  #lose(cause: unknown): void {
    if (this.isLost) return
    this.isLost = true
    clearTimeout(this.#timer)
    this.#opening.abort()
    this.#close()
    for (const pending of this.#groups.splice(0, this.#groups.length, []).flat())
      pending.reject(pending.error ? closed(pending.error) : cause)
    this.#onIdle?.()
    this.#onLost()
  }
}

/** `UPDATE 3`, `INSERT 0 1`, `COMMIT`: the command, and how many rows it touched. */
function readTag(rows: Rows<unknown>, tag: string): void {
  const end = tag.indexOf(' ')
  rows.command = end < 0 ? tag : tag.slice(0, end)
  rows.count = end < 0 ? 0 : Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0
}

function ended(): Error {
  return connectionError('CONNECTION_ENDED', 'this session with the database has ended')
}

/** However the session ended, statements that were sent and not answered may or may not have run. */
function closed(cause?: unknown): Error {
  return connectionError('CONNECTION_CLOSED', 'the connection to the database was lost', cause)
}

/** The server's error for a statement in a transaction that has already failed. */
function skipped(): Error {
  const fields = { code: '25P02', message: 'current transaction is aborted, commands are ignored until its end' }
  return new postgres.PostgresError({ severity: 'ERROR', ...fields } as never)
}
