// The pool of database sessions. Each serves one transaction or one statement at a time. A lost session is removed, and
// another is opened when it is needed. No share (a workspace) gets more than a part of them, and nobody waits for one without
// end, so a tenant whose rows are locked delays only itself.

import type { ShardMap } from './distributed/shards.ts'
import { connectionError } from './wire/backend-messages.ts'
import { Connection, type ConnectionKind } from './wire/connection.ts'
import type { Request, Rows } from './wire/request.ts'
import { type Sql, sqlOver } from './wire/sql.ts'
import type { Target } from './wire/target.ts'

export class PooledConnection {
  readonly connection: Connection
  readonly sql: Sql

  constructor(target: Target, kind: ConnectionKind, onLost: (session: PooledConnection) => void = () => {}) {
    this.connection = new Connection(target, kind, () => onLost(this))
    this.sql = sqlOver((request) => this.connection.send(request), target.shards)
  }

  get isLost(): boolean {
    return this.connection.isLost
  }
}

/** Who asks, and when everything must be answered (by performance.now()). Without a share there is no limit. */
export type Claim = { share?: string | undefined; deadline: number }
type Waiter = (session: PooledConnection) => void

/** `limit` is how many may be open; `waiting` is how many requests wait for one. */
export type PoolUse = { open: number; inUse: number; waiting: number; limit: number }

/** Four tenants can have all their requests stuck before others notice. */
const SHARES = 4
const MAX_WAITING_OF_SHARE = 256
const MAX_WAITING = 1_024
const EVERYONE = ''

export class ConnectionPool {
  readonly #target: Target
  readonly #kind: ConnectionKind
  readonly #size: number
  readonly #all = new Set<PooledConnection>()
  readonly #free: PooledConnection[] = []
  readonly #held = new Map<string, number>()
  /** By share. The first share is served next and then moves to the end. */
  readonly #waiting = new Map<string, Set<Waiter>>()
  #waitingCount = 0
  #isClosed = false

  constructor(target: Target, kind: ConnectionKind, size: number) {
    this.#target = target
    this.#kind = kind
    this.#size = size
  }

  get shards(): ShardMap | undefined {
    return this.#target.shards
  }

  get use(): PoolUse {
    const open = this.#all.size
    return { open, inUse: open - this.#free.length, waiting: this.#waitingCount, limit: this.#size }
  }

  /** Throws when none is free in time, or when too many requests wait already. */
  take({ share = EVERYONE, deadline }: Claim): PooledConnection | Promise<PooledConnection> {
    if (this.#isClosed) return Promise.reject(connectionError('CONNECTION_ENDED', 'the service is stopping'))
    if (this.#mayTake(share)) {
      const session = this.#freeOrNew()
      if (session) {
        this.#count(share, 1)
        return session
      }
    }
    return this.#wait(share, deadline)
  }

  give(session: PooledConnection, { share = EVERYONE }: Claim): void {
    this.#count(share, -1)
    if (session.connection.isStale) void session.connection.end()
    if (!session.isLost) this.#free.push(session)
    this.#serveNext()
  }

  /** A single statement, on whichever session is free. */
  async send(request: Request, claim: Claim): Promise<Rows<never>> {
    const taken = this.take(claim)
    const session = taken instanceof PooledConnection ? taken : await taken
    session.connection.deadline = claim.deadline
    try {
      return await session.connection.send(request)
    } finally {
      this.give(session, claim)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#all].map((session) => session.connection.end()))
  }

  #mayTake(share: string): boolean {
    return share === EVERYONE || (this.#held.get(share) ?? 0) < Math.max(1, Math.floor(this.#size / SHARES))
  }

  #count(share: string, change: 1 | -1): void {
    if (share === EVERYONE) return
    const held = (this.#held.get(share) ?? 0) + change
    if (held > 0) this.#held.set(share, held)
    else this.#held.delete(share)
  }

  #wait(share: string, deadline: number): Promise<PooledConnection> {
    const line = this.#waiting.get(share) ?? new Set()
    if (line.size >= MAX_WAITING_OF_SHARE || this.#waitingCount >= MAX_WAITING)
      return Promise.reject(connectionError('CONNECTION_BUSY', 'too many wait for a session with the database'))
    this.#waiting.set(share, line)
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#leave(share, waiter)
        reject(connectionError('CONNECTION_BUSY', 'no session with the database was free in time'))
      }, deadline - performance.now())
      const waiter = (session: PooledConnection) => {
        clearTimeout(late)
        resolve(session)
      }
      line.add(waiter)
      this.#waitingCount += 1
    })
  }

  #leave(share: string, waiter: Waiter): void {
    const line = this.#waiting.get(share)
    if (!line?.delete(waiter)) return
    this.#waitingCount -= 1
    if (line.size === 0) this.#waiting.delete(share)
  }

  #serveNext(): void {
    for (const [share, line] of this.#waiting) {
      if (!this.#mayTake(share)) continue
      const session = this.#freeOrNew()
      if (!session) return
      const waiter = line.values().next().value!
      this.#leave(share, waiter)
      if (line.size > 0) {
        this.#waiting.delete(share)
        this.#waiting.set(share, line)
      }
      this.#count(share, 1)
      waiter(session)
      return
    }
  }

  #freeOrNew(): PooledConnection | undefined {
    return this.#free.pop() ?? (this.#all.size < this.#size ? this.#open() : undefined)
  }

  #open(): PooledConnection {
    const session = new PooledConnection(this.#target, this.#kind, (lost) => this.#lose(lost))
    this.#all.add(session)
    return session
  }

  #lose(session: PooledConnection): void {
    this.#all.delete(session)
    const index = this.#free.indexOf(session)
    if (index >= 0) this.#free.splice(index, 1)
  }
}
