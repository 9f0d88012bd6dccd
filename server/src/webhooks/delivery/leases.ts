// Which buckets this process hands events out for. A bucket has one worker at a time, so limits per endpoint hold
// and nothing is sent twice; a lease lapses by itself, so a worker that dies is replaced within seconds.
// Time is the database's: one clock for all processes.

import { plainArray } from '../../database/arrays.ts'
import type { Database } from '../../database/database.ts'
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
  #areRowsMade = false

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
   */
  async renew(isBusy: (bucket: number) => boolean): Promise<void> {
    const startedAt = performance.now()
    if (!this.#areRowsMade) await this.#makeRows()
    const share = Math.ceil(BUCKETS / (await this.#countWorkers()))
    const leased = [...this.#owned, ...this.#leaving].sort((a, b) => Number(isBusy(b)) - Number(isBusy(a)))
    this.#owned = new Set(leased.slice(0, share))
    const surplus = leased.slice(share)
    this.#leaving = new Set(surplus.filter(isBusy))
    await this.#giveUp(surplus.filter((bucket) => !isBusy(bucket)))
    const kept = new Set(await this.#extend([...this.#owned, ...this.#leaving]))
    const taken = this.#owned.size < share ? await this.#take(share - this.#owned.size) : []
    this.#owned = new Set([...[...this.#owned].filter((bucket) => kept.has(bucket)), ...taken])
    this.#leaving = new Set([...this.#leaving].filter((bucket) => kept.has(bucket)))
    this.#trustedUntil = startedAt + LEASE_MS - MARGIN_MS
  }

  /** So that another worker need not wait for the leases to lapse. */
  async release(): Promise<void> {
    const leased = [...this.#owned, ...this.#leaving]
    this.#owned = new Set()
    this.#leaving = new Set()
    await this.#giveUp(leased)
    await this.#database.write`delete from webhook_workers where id = ${this.#self}`
  }

  async #makeRows(): Promise<void> {
    await this.#database.write`
      insert into webhook_leases (bucket, until) select bucket, '-infinity' from generate_series(0, ${BUCKETS - 1}) as bucket
      on conflict do nothing`
    this.#areRowsMade = true
  }

  async #countWorkers(): Promise<number> {
    await this.#database.write`
      insert into webhook_workers (id, until) values (${this.#self}, now() + ${LEASE_MS} * interval '1 millisecond')
      on conflict (id) do update set until = excluded.until`
    await this.#database.write`delete from webhook_workers where until < now() - interval '1 minute'`
    const [row] = await this.#database.read<{ count: number }[]>`
      select count(*)::integer as count from webhook_workers where until > now()`
    return Math.max(1, row!.count)
  }

  async #extend(buckets: number[]): Promise<number[]> {
    if (buckets.length === 0) return []
    const rows = await this.#database.write<{ bucket: number }[]>`
      update webhook_leases set until = now() + ${LEASE_MS} * interval '1 millisecond'
      where bucket = any(${plainArray(buckets)}::text::smallint[]) and owner = ${this.#self}
      returning bucket`
    return rows.map((row) => row.bucket)
  }

  async #giveUp(buckets: number[]): Promise<void> {
    if (buckets.length === 0) return
    await this.#database.write`
      update webhook_leases set owner = null, until = '-infinity'
      where bucket = any(${plainArray(buckets)}::text::smallint[]) and owner = ${this.#self}`
  }

  /** What another process is taking at this moment is passed over. */
  async #take(count: number): Promise<number[]> {
    const rows = await this.#database.write<{ bucket: number }[]>`
      update webhook_leases set owner = ${this.#self}, until = now() + ${LEASE_MS} * interval '1 millisecond'
      where bucket in (
        select bucket from webhook_leases where until < now() order by bucket limit ${count} for update skip locked)
      returning bucket`
    return rows.map((row) => row.bucket)
  }
}
