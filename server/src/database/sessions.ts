// The sessions that the service holds: each serves one transaction, or one statement, at a time. One that is lost
// leaves, and another is opened when it is needed.

import { Connection, type SessionKind } from './wire/connection.ts'
import type { Request, Rows } from './wire/request.ts'
import { type Sql, sqlOver } from './wire/sql.ts'
import type { Target } from './wire/target.ts'

export class Session {
  readonly connection: Connection
  readonly sql: Sql

  constructor(target: Target, kind: SessionKind, onLost: (session: Session) => void = () => {}) {
    this.connection = new Connection(target, kind, () => onLost(this))
    this.sql = sqlOver((request) => this.connection.send(request))
  }

  get isLost(): boolean {
    return this.connection.isLost
  }
}

export class Sessions {
  readonly #target: Target
  readonly #kind: SessionKind
  readonly #most: number
  readonly #all = new Set<Session>()
  readonly #free: Session[] = []
  readonly #waiting: ((session: Session) => void)[] = []

  constructor(target: Target, kind: SessionKind, most: number) {
    this.#target = target
    this.#kind = kind
    this.#most = most
  }

  take(): Session | Promise<Session> {
    const free = this.#free.pop()
    if (free) return free
    if (this.#all.size < this.#most) return this.#new()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  give(session: Session): void {
    const next = this.#waiting.shift()
    if (next) next(session.isLost ? this.#new() : session)
    else if (!session.isLost) this.#free.push(session)
  }

  /** A single statement, on whichever session is free. */
  async send(request: Request): Promise<Rows<never>> {
    const taken = this.take()
    const session = taken instanceof Session ? taken : await taken
    try {
      return await session.connection.send(request)
    } finally {
      this.give(session)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((session) => session.connection.end()))
  }

  #new(): Session {
    const session = new Session(this.#target, this.#kind, (lost) => this.#lose(lost))
    this.#all.add(session)
    return session
  }

  #lose(session: Session): void {
    this.#all.delete(session)
    const index = this.#free.indexOf(session)
    if (index >= 0) this.#free.splice(index, 1)
  }
}
