// Connections for transactions. The driver has a pool of its own, but what it has queued for a connection that
// is lost runs on the next one, outside of any transaction. So each session here is a driver of its own with one
// connection: when that is lost, the session ends with everything it still had to send, and another is opened.

import type postgres from 'postgres'

type Connection = postgres.Sql<{ bigint: bigint }>
type Open = (onClose: () => void) => Connection

export class Session {
  readonly sql: Connection
  isLost = false

  constructor(open: Open, onLost: (session: Session) => void) {
    this.sql = open(() => {
      if (this.isLost) return
      this.isLost = true
      void this.sql.end({ timeout: 0 })
      onLost(this)
    })
  }
}

export class Sessions {
  readonly #open: Open
  readonly #most: number
  readonly #all = new Set<Session>()
  readonly #free: Session[] = []
  readonly #waiting: ((session: Session) => void)[] = []

  constructor(open: Open, most: number) {
    this.#open = open
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

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((session) => session.sql.end({ timeout: 5 })))
  }

  #new(): Session {
    const session = new Session(this.#open, (lost) => this.#lose(lost))
    this.#all.add(session)
    return session
  }

  #lose(session: Session): void {
    this.#all.delete(session)
    const index = this.#free.indexOf(session)
    if (index >= 0) this.#free.splice(index, 1)
  }
}
