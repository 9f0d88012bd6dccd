// The state of the watchers, read from the database for `chains status` and the metrics of every process.

import type { Currency } from '../currencies/currencies.ts'
import { type Network, networkNames } from '../currencies/networks.ts'
import type { Sql } from '../database/database.ts'
import { arrivalColumns, readArrival, type StoredArrival } from './arrival-rows.ts'

export type ChainStatus = {
  network: Network
  height: number
  tip: number
  /** Blocks between the cursor and the tip. */
  behind: number
  isWatched: boolean
  halted: string | null
  rescanFrom: number | null
  lastError: string | null
  lastErrorAt: Date | null
  movedAt: Date
  waiting: number
  /** How many of them have enough confirmations and are not credited; `deposits held` says why. */
  held: number
}

type Row = {
  network: number
  height: bigint
  tip_height: bigint
  is_watched: boolean
  halted: string | null
  rescan_from: bigint | null
  last_error: string | null
  last_error_at: Date | null
  moved_at: Date
  waiting: number
  held: number
}

export async function readChainStatus(sql: Sql): Promise<ChainStatus[]> {
  const rows = await sql<Row[]>`
    select c.network, c.height, c.tip_height, coalesce(c.lease_until >= now(), false) as is_watched, c.halted, c.rescan_from, c.last_error,
      c.last_error_at, c.moved_at,
      (select count(*)::integer from chain_arrivals a where a.network = c.network and a.state = 1) as waiting,
      (select count(*)::integer from chain_arrivals a where a.network = c.network and a.held_because is not null) as held
    from chain_cursors c order by c.network`
  return rows.map((row) => ({
    network: networkNames[row.network - 1]!,
    height: Number(row.height),
    tip: Number(row.tip_height),
    behind: Math.max(0, Number(row.tip_height - row.height)),
    isWatched: row.is_watched,
    halted: row.halted,
    rescanFrom: row.rescan_from === null ? null : Number(row.rescan_from),
    lastError: row.last_error,
    lastErrorAt: row.last_error_at,
    movedAt: row.moved_at,
    waiting: row.waiting,
    held: row.held,
  }))
}

export type GivenAddresses = { network: Network; keyId: string; nextIndex: number }

export async function readGivenAddresses(sql: Sql): Promise<GivenAddresses[]> {
  const rows = await sql<{ network: number; key_id: string; next_index: bigint }[]>`
    select network, key_id, next_index from address_keys order by network, created_at`
  return rows.map((row) => ({
    network: networkNames[row.network - 1]!,
    keyId: row.key_id,
    nextIndex: Number(row.next_index),
  }))
}

export type OpenIncident = { bucket: number; deposit_id: string; workspace_id: string; kind: number; opened_at: Date }

/** Reads every bucket: there are few incidents, and an operator must see them all. */
export function readOpenIncidents(sql: Sql) {
  return sql<OpenIncident[]>`
    select bucket, deposit_id, workspace_id, kind, opened_at from deposit_incidents where closed_at is null order by opened_at limit 1000`
}

export type HeldDeposit = {
  bucket: number
  depositId: string
  currency: Currency
  amountBase: bigint
  txHash: string
  heldBecause: string
  heldSince: Date
  isReleased: boolean
}

/** Oldest first, from every bucket as above. */
export async function readHeldDeposits(sql: Sql): Promise<HeldDeposit[]> {
  const rows = await sql<StoredArrival[]>`
    select ${arrivalColumns} from chain_arrivals a where a.held_because is not null and a.deposit_id is not null
    order by a.held_since limit 1000`
  return rows.map(readArrival).map((row) => ({
    bucket: row.bucket,
    depositId: row.deposit_id!,
    currency: row.currency,
    amountBase: row.amount_base,
    txHash: row.tx_hash,
    heldBecause: row.held_because!,
    heldSince: row.held_since!,
    isReleased: row.released_base === row.amount_base,
  }))
}
