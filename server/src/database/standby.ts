// A hot standby that lists, exports and the dashboard may be read from (DATABASE_READ_URL). It is used only where it has
// everything that had been committed when the request came: whoever has just written, through whichever process, finds
// what was written. Where it is behind for longer than a moment, or away, the primary answers instead.

import { setTimeout as pause } from 'node:timers/promises'
import { AskedAnew } from './asked-anew.ts'
import { settingsFor, TIMEOUT_MS } from './session-settings.ts'
import { type Claim, Sessions } from './sessions.ts'
import { type Send, type Sql, sqlOver } from './wire/sql.ts'
import { type ConnectionOptions, targetOf } from './wire/target.ts'

/** How long a list waits for the standby; then the primary is quicker. */
const PATIENCE_MS = 50
const POLL_MS = 5
/** One that was away or behind is left alone for so long, so that not every list waits for it. */
const REST_MS = 500
const MAX_SAMPLES = 256

/** How far a server's log has come, and which server's log it is: positions of two clusters say nothing of each other. */
type Place = { system: string; position: bigint }
type PlaceRow = { system: string; lsn: string }

export type StandbyState = { isAway: boolean; delaySeconds: number; behindBytes: number }

export class Standby {
  readonly counts = { standby: 0, primary: 0 }
  readonly #sessions: Sessions
  readonly #primary: AskedAnew<Place>
  readonly #standby: AskedAnew<Place>
  #restsUntil = 0
  /** Where the primary was and when, oldest first: those that the standby had not reached when it was last asked. */
  #samples: { position: bigint; at: number }[] = []

  constructor(options: ConnectionOptions, size: number, primary: Sql) {
    this.#sessions = new Sessions(targetOf(options, settingsFor('requests').read), 'single', size)
    const standby = sqlOver((request) =>
      this.#sessions.send(request, { deadline: performance.now() + TIMEOUT_MS.requests }),
    )
    this.#primary = new AskedAnew(() => this.#sample(primary))
    this.#standby = new AskedAnew(() => this.#look(standby))
  }

  /** Whether it has all that is committed by now. */
  async hasEverything(): Promise<boolean> {
    const has = performance.now() >= this.#restsUntil && (await this.#catchesUp().catch(() => false))
    this.counts[has ? 'standby' : 'primary'] += 1
    return has
  }

  /** What the standby cannot answer, as a statement that its recovery has to cancel, the primary does. */
  reading(claim: () => Claim, primary: Send): Sql {
    return sqlOver((request) =>
      this.#sessions.send(request, claim()).catch(() => {
        this.#rest()
        return primary(request)
      }),
    )
  }

  /** As it is now, for operators. */
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

  async #sample(primary: Sql): Promise<Place> {
    const at = performance.now()
    const rows = await primary<PlaceRow[]>`
      select system_identifier::text as system, pg_current_wal_flush_lsn()::text as lsn from pg_control_system()`
    const place = placeOf(rows)
    if (this.#samples.length < MAX_SAMPLES) this.#samples.push({ position: place.position, at })
    return place
  }

  /** A server that is not recovering is nobody's standby. */
  async #look(standby: Sql): Promise<Place> {
    const rows = await standby<PlaceRow[]>`
      select system_identifier::text as system, pg_last_wal_replay_lsn()::text as lsn from pg_control_system()
      where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`
    const place = placeOf(rows)
    this.#samples = this.#samples.filter(({ position }) => position > place.position)
    return place
  }
}

function placeOf([row]: PlaceRow[]): Place {
  if (!row) throw new Error('not a standby')
  const [high = '', low = ''] = row.lsn.split('/')
  return { system: row.system, position: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) }
}
