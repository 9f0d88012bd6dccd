// The buckets for which this process hands out events. A bucket has one worker at a time, so that limits per endpoint work and
// nothing is sent twice. A lease is valid as long as the row of its worker exists. Each worker renews its row, and a worker that
// finds another's row expired deletes it and frees its leases. So a dead worker is replaced within seconds, and one that only
// paused notices it before it trusts its leases again. The database's clock counts, as one clock for all processes.

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

  /** The buckets that are ours now; none when the last renewal was too long ago. */
  get owned(): ReadonlySet<number> {
    return performance.now() < this.#trustedUntil ? this.#owned : new Set()
  }

  owns(bucket: number): boolean {
    return this.owned.has(bucket)
  }

  /**
   * Must be called about once a second. Buckets above our share are given up, idle ones first. A busy bucket stays leased until
   * its attempts have ended, but nothing new begins there. Returns whether there are new buckets.
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

  /** Lets another worker take over without waiting for our row to expire. */
  async release(): Promise<void> {
    this.#forgetAll()
    await this.#database.transaction((tx) => removeWorkers(tx, [this.#self]))
  }

  #forgetAll(): void {
    this.#owned = new Set()
    this.#leaving = new Set()
  }

  /** Renews our row, deletes dead workers and counts the living ones. */
  async #countWorkers(): Promise<number> {
    let counted = await this.#renewRow()
    if (!counted) {
      // Our row was deleted, or we are new, so none of the leases is ours.
      this.#forgetAll()
      await this.#enter()
      counted = await this.#renewRow()
    }
    if (counted?.dead) await this.#database.transaction(deleteDeadWorkers)
    return 1 + (counted?.living ?? 0)
  }

  /** How many workers there are; undefined when we have no row. */
  async #renewRow(): Promise<{ living: number; dead: number } | undefined> {
    const [row] = await this.#database.transaction(
      (tx) => tx<{ living: number; dead: number }[]>`
        update webhook_workers set until = now() + ${LEASE_MS} * interval '1 millisecond' where id = ${this.#self}
        returning (select count(*)::integer from webhook_workers where until > now() and id <> ${this.#self}) as living,
          (select count(*)::integer from webhook_workers where until <= now() and id <> ${this.#self}) as dead`,
    )
    return row
  }

  /** Inserts our row, and the rows of the leases if we are the first worker. */
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

  /** Skips leases that another process is taking now. Our own row is locked, since leases of a deleted worker would be lost. */
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

/** Waits for a worker that is renewing its row right now, which is then not dead. */
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
