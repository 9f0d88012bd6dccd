// Which buckets this process hands events out for. A bucket has one worker at a time, so limits per endpoint hold
// and nothing is sent twice. A lease holds as long as the row of its worker is there; each worker renews that one row,
// and whoever finds the row of another lapsed removes it and frees its leases. So a worker that dies is replaced
// within seconds, and one that merely sleeps learns of it before it believes its leases again.
// Time is the database's: one clock for all processes.

import { plainArray } from '../../database/arrays.ts'
import type { Database, Tx } from '../../database/database.ts'
import { newUuid, type Uuid } from '../../ids.ts'

const BUCKETS = 256
const LEASE_MS = 5_000
/** A worker stops trusting its leases before the database does. */
const MARGIN_MS = 500

export class Leases {
  readonly #database: Database
  readonly #self: Uuid = newUuid()
  #owned = new Set<number>()
  #leaving = new Set<number>()
  #trustedUntil = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** The buckets that are ours right now; none when the last renewal is too long ago. */
  get owned(): ReadonlySet<number> {
    return performance.now() < this.#trustedUntil ? this.#owned : new Set()
  }

  owns(bucket: number): boolean {
    return this.owned.has(bucket)
  }

  /**
   * To be called about once a second. What is more than our share is given up, quiet buckets first; one in which
   * something is under way stays leased until that has ended, but nothing new begins there.
   * Returns whether there are buckets that were not ours a moment ago.
   */
  async renew(isBusy: (bucket: number) => boolean): Promise<boolean> {
    const startedAt = performance.now()
    const wasTrusted = startedAt < this.#trustedUntil
    const share = Math.ceil(BUCKETS / (await this.#countWorkers()))
    const leased = [...this.#owned, ...this.#leaving].sort((a, b) => Number(isBusy(b)) - Number(isBusy(a)))
    this.#owned = new Set(leased.slice(0, share))
    const surplus = leased.slice(share)
    this.#leaving = new Set(surplus.filter(isBusy))
    await this.#giveUp(surplus.filter((bucket) => !isBusy(bucket)))
    const taken = this.#owned.size < share ? await this.#take(share - this.#owned.size) : []
    this.#owned = new Set([...this.#owned, ...taken])
    this.#trustedUntil = startedAt + LEASE_MS - MARGIN_MS
    return taken.length > 0 || !wasTrusted
  }

  /** So that another worker need not wait for the row to lapse. */
  async release(): Promise<void> {
    this.#forgetAll()
    await this.#database.transaction((tx) => removeWorkers(tx, [this.#self]))
  }

  #forgetAll(): void {
    this.#owned = new Set()
    this.#leaving = new Set()
  }

  /** Renews our row, buries the dead, and counts the living. */
  async #countWorkers(): Promise<number> {
    let counted = await this.#renewRow()
    if (!counted) {
      // Somebody has buried us, or we are new: none of the leases is ours.
      this.#forgetAll()
      await this.#enter()
      counted = await this.#renewRow()
    }
    if (counted?.dead) await this.#database.transaction(deleteDeadWorkers)
    return 1 + (counted?.living ?? 0)
  }

  /** How many others there are; undefined without a row of our own. */
  async #renewRow(): Promise<{ living: number; dead: number } | undefined> {
    const [row] = await this.#database.transaction(
      (tx) => tx<{ living: number; dead: number }[]>`
        update webhook_workers set until = now() + ${LEASE_MS} * interval '1 millisecond' where id = ${this.#self}
        returning (select count(*)::integer from webhook_workers where until > now() and id <> ${this.#self}) as living,
          (select count(*)::integer from webhook_workers where until <= now() and id <> ${this.#self}) as dead`,
    )
    return row
  }

  /** With the rows of the leases, which the first worker makes. */
  #enter(): Promise<unknown> {
    return this.#database.transaction(async (tx) => {
      await tx`insert into webhook_workers (id, until) values (${this.#self}, now() + ${LEASE_MS} * interval '1 millisecond')`
      await tx`
        insert into webhook_leases (bucket) select bucket from generate_series(0, ${BUCKETS - 1}) as bucket
        on conflict do nothing`
    })
  }

  async #giveUp(buckets: number[]): Promise<void> {
    if (buckets.length === 0) return
    await this.#database.transaction(
      (tx) => tx`
        update webhook_leases set owner = null
        where bucket = any(${plainArray(buckets)}::text::smallint[]) and owner = ${this.#self}`,
    )
  }

  /** What another process is taking at this moment is passed over. Leases of a worker that was buried would be nobody's. */
  #take(count: number): Promise<number[]> {
    return this.#database.transaction(async (tx) => {
      const [self] = await tx`select 1 from webhook_workers where id = ${this.#self} for key share`
      if (!self) return []
      const rows = await tx<{ bucket: number }[]>`
        update webhook_leases set owner = ${this.#self}
        where bucket in (
          select bucket from webhook_leases where owner is null order by bucket limit ${count} for update skip locked)
        returning bucket`
      return rows.map((row) => row.bucket)
    })
  }
}

/** One that renews its row at this moment is waited for, and is then not dead. */
async function deleteDeadWorkers(tx: Tx): Promise<void> {
  const dead = await tx<{ id: Uuid }[]>`select id from webhook_workers where until <= now() order by id for update`
  await removeWorkers(
    tx,
    dead.map(({ id }) => id),
  )
}

async function removeWorkers(tx: Tx, ids: Uuid[]): Promise<void> {
  await tx`delete from webhook_workers where id = any(${plainArray(ids)}::text::uuid[])`
  await tx`update webhook_leases set owner = null where owner = any(${plainArray(ids)}::text::uuid[])`
}
