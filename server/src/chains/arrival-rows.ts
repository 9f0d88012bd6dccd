// The rows of arrivals: locked, inserted and written back.

import { type Currency, currencies, currencyOfCode } from '../currencies/currencies.ts'
import { plainArray, textArray } from '../database/arrays.ts'
import { fragment, type Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Arrival } from './chain-reader.ts'

export const ArrivalState = { waiting: 1, credited: 2, tooSmall: 3, gone: 4, orphaned: 5 } as const
export type ArrivalState = (typeof ArrivalState)[keyof typeof ArrivalState]

export type ArrivalRow = {
  network: number
  currency: Currency
  tx_hash: string
  output_index: number
  address: string
  amount_base: bigint
  bucket: number
  workspace_id: Uuid
  deposit_id: Uuid | null
  state: ArrivalState
  block_height: number | null
  block_hash: string | null
  missing_since: Date | null
  seen_at: Date
  /** Why it is not credited although it has enough confirmations. */
  held_because: string | null
  held_since: Date | null
  /** The amount that an operator has released. */
  released_base: bigint | null
}

/** The row as the driver returns it. */
export type StoredArrival = Omit<ArrivalRow, 'currency' | 'amount_base' | 'block_height' | 'released_base'> & {
  currency: number
  amount_base: string
  released_base: string | null
  block_height: bigint | null
}

export const arrivalColumns = fragment`a.network, a.currency, a.tx_hash, a.output_index, a.address, a.amount_base::text, a.bucket, a.workspace_id, a.deposit_id, a.state,
  a.block_height, a.block_hash, a.missing_since, a.seen_at, a.held_because, a.held_since, a.released_base::text`

export function readArrival(row: StoredArrival): ArrivalRow {
  return {
    ...row,
    currency: currencyOfCode(row.currency),
    amount_base: BigInt(row.amount_base),
    block_height: row.block_height === null ? null : Number(row.block_height),
    released_base: row.released_base === null ? null : BigInt(row.released_base),
  }
}

/** Finds arrivals by currency, transaction and output, and locks them in the order of their keys. */
export async function lockArrivals(
  tx: Tx,
  network: number,
  arrivals: readonly Pick<Arrival, 'currency' | 'txHash' | 'output'>[],
): Promise<Map<string, ArrivalRow>> {
  const rows = await tx<StoredArrival[]>`
    select ${arrivalColumns}
    from unnest(${plainArray(arrivals.map((each) => currencies[each.currency].code))}::text::smallint[],
      ${textArray(arrivals.map((each) => each.txHash))}::text::text[],
      ${plainArray(arrivals.map((each) => each.output))}::text::integer[]) as asked (currency, tx_hash, output_index)
    join chain_arrivals a on a.network = ${network} and a.currency = asked.currency and a.tx_hash = asked.tx_hash
      and a.output_index = asked.output_index
    order by a.currency, a.tx_hash, a.output_index for no key update of a`
  return new Map(rows.map(readArrival).map((row) => [`${row.currency} ${row.tx_hash} ${row.output_index}`, row]))
}

export async function lockArrival(tx: Tx, row: ArrivalRow): Promise<ArrivalRow | undefined> {
  const key = { currency: row.currency, txHash: row.tx_hash, output: row.output_index }
  return [...(await lockArrivals(tx, row.network, [key])).values()][0]
}

export function insertArrival(tx: Tx, a: ArrivalRow) {
  return tx`
    insert into chain_arrivals (network, currency, tx_hash, output_index, address, amount_base, bucket, workspace_id, deposit_id, state,
      block_height, block_hash, missing_since, seen_at)
    values (${a.network}, ${currencies[a.currency].code}, ${a.tx_hash}, ${a.output_index}, ${a.address}, ${String(a.amount_base)}, ${a.bucket},
      ${a.workspace_id}, ${a.deposit_id}, ${a.state}, ${a.block_height}, ${a.block_hash}, ${a.missing_since}, ${a.seen_at})`
}

/** Only a waiting arrival can be held. */
export function updateArrival(tx: Tx, a: ArrivalRow) {
  const isWaiting = a.state === ArrivalState.waiting
  return tx`
    update chain_arrivals set amount_base = ${String(a.amount_base)}, deposit_id = ${a.deposit_id}, state = ${a.state},
      block_height = ${a.block_height}, block_hash = ${a.block_hash}, missing_since = ${a.missing_since},
      held_because = ${isWaiting ? a.held_because : null}, held_since = ${isWaiting ? a.held_since : null},
      released_base = ${a.released_base === null ? null : String(a.released_base)}
    where network = ${a.network} and currency = ${currencies[a.currency].code} and tx_hash = ${a.tx_hash} and output_index = ${a.output_index}`
}
