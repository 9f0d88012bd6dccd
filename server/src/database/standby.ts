// A hot standby for lists, exports and the dashboard (DATABASE_READ_URL). It is used only when it has everything that was
// committed when the request arrived, so that a caller finds what it has just written through any process. When the standby
// is too far behind, or away, the primary answers instead.

import { setTimeout as pause } from 'node:timers/promises'
import { CoalescedQuery } from './coalesced-query.ts'
import { type Claim, ConnectionPool } from './connection-pool.ts'
import { settingsFor, TIMEOUT_MS } from './session-settings.ts'
import { type Send, type Sql, sqlOver } from './wire/sql.ts'
import { type ConnectionOptions, targetOf } from './wire/target.ts'

/** How long a list waits for the standby; after that the primary is faster. */
const PATIENCE_MS = 50
const POLL_MS = 5
/** After it was away or behind, the standby is not asked for this long, so that not every list waits for it. */
const REST_MS = 500
const MAX_SAMPLES = 256

/** A position in a server's log, and the server's identity, because positions of two clusters cannot be compared. */
type WalPosition = { system: string; position: bigint }
type WalPositionRow = { system: string; lsn: string }

export type StandbyState = { isAway: boolean; delaySeconds: number; behindBytes: number }

export class Standby {
  readonly counts = { standby: 0, primary: 0 }
  readonly #sessions: ConnectionPool
  readonly #primary: CoalescedQuery<WalPosition>
  readonly #standby: CoalescedQuery<WalPosition>
  #restsUntil = 0
  /** Positions of the primary with their times, oldest first, that the standby had not reached when it was last asked. */
  #samples: { position: bigint; at: number }[] = []

  constructor(options: ConnectionOptions, size: number, primary: Sql) {
    this.#sessions = new ConnectionPool(targetOf(options, settingsFor('requests').read), 'single', size)
    const standby = sqlOver((request) =>
      this.#sessions.send(request, { deadline: performance.now() + TIMEOUT_MS.requests }),
    )
    this.#primary = new CoalescedQuery(() => this.#sample(primary))
    this.#standby = new CoalescedQuery(() => this.#look(standby))
  }

  /** Whether the standby has everything that is committed by now. */
  async hasEverything(): Promise<boolean> {
    const has = performance.now() >= this.#restsUntil && (await this.#catchesUp().catch(() => false))
    this.counts[has ? 'standby' : 'primary'] += 1
    return has
  }

  /** When the standby fails, for example because its recovery cancels a statement, the primary answers. */
  reading(claim: () => Claim, primary: Send): Sql {
    return sqlOver((request) =>
      this.#sessions.send(request, claim()).catch(() => {
        this.#rest()
        return primary(request)
      }),
    )
  }

  /** The current state, for operators. */
  async state(): Promise<StandbyState> {
    try {
      const [ahead, behind] = [await this.#primary.ask(), await this.#standby.ask()]
      if (ahead.system !== behind.system) throw new Error('not a standby of this database')
      const [oldest] = this.#samples
      const delaySeconds = oldest ? (performance.now() - oldest.at) / 1000 : 0
      const bytes = ahead.position - behind.position
      return { isAway: false, delaySeconds, behindBytes: bytes > 0n ? Number(bytes) : 0 }
    } catch {
      return { isAway: true, delaySeconds: 0, behindBytes: 0 }
    }
  }

  close(): Promise<void> {
    return this.#sessions.close()
  }

  async #catchesUp(): Promise<boolean> {
    try {
      const goal = await this.#primary.ask()
      for (const end = performance.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
        const { system, position } = await this.#standby.ask()
        if (system === goal.system && position >= goal.position) return true
        if (system !== goal.system || performance.now() > end) break
      }
    } catch (error) {
      this.#rest()
      throw error
    }
    this.#rest()
    return false
  }

  #rest(): void {
    this.#restsUntil = performance.now() + REST_MS
  }

  async #sample(primary: Sql): Promise<WalPosition> {
    const at = performance.now()
    const rows = await primary<WalPositionRow[]>`
      select system_identifier::text as system, pg_current_wal_flush_lsn()::text as lsn from pg_control_system()`
    const place = walPositionOf(rows)
    if (this.#samples.length < MAX_SAMPLES) this.#samples.push({ position: place.position, at })
    return place
  }

  /** A server that is not in recovery is not a standby. */
  async #look(standby: Sql): Promise<WalPosition> {
    const rows = await standby<WalPositionRow[]>`
      select system_identifier::text as system, pg_last_wal_replay_lsn()::text as lsn from pg_control_system()
      where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`
    const place = walPositionOf(rows)
    this.#samples = this.#samples.filter(({ position }) => position > place.position)
    return place
  }
}

function walPositionOf([row]: WalPositionRow[]): WalPosition {
  if (!row) throw new Error('not a standby')
  const [high = '', low = ''] = row.lsn.split('/')
  return { system: row.system, position: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) }
}
