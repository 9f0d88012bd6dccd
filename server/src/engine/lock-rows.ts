// The first round trip of a batch: all reads, under locks in a fixed order: cards, holds, outside authorizations, challenges,
// deposits, and workspaces last. Idempotency keys are looked up after that: a request that changed one of the locked rows under
// the same key has committed by then, and its answer is found.

import { inLockOrder, type RowKey } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import type { Table } from '../database/table.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { knownMerchantsOf } from '../ledger/known-merchants.ts'
import {
  cards,
  challenges,
  deposits,
  holds,
  issuances,
  outsideAuthorizations,
  spendRequests,
  workspaces,
} from '../ledger/tables.ts'
import { LockedRows } from './books.ts'
import { selectBought } from './bought-before.ts'
import type { ReservedNumbers } from './counter-pool.ts'
import { selectRefunds, selectReleases, selectTransactionsOf } from './history.ts'
import { selectBudgets } from './key-budgets.ts'
import type { Needs } from './needs.ts'
import type { Step } from './operation.ts'
import { selectIssuances, selectPosts } from './outside-history.ts'

/** `isWaiting`: wait for rows that others have locked, or leave them out. */
export type LockMode = { isWaiting: boolean }

/** Sends every lock and read of the steps, in order and without waiting between them, before it first waits. */
export async function lockRows(
  tx: Tx,
  steps: readonly Step<unknown>[],
  wall: Date,
  numbers: ReservedNumbers,
  { isWaiting }: LockMode,
): Promise<LockedRows> {
  const lock = <Row>(table: Table<Row>, places: RowKey[]) => {
    if (places.length === 0) return []
    return isWaiting ? table.lock(tx, places) : table.lockFree(tx, places)
  }
  const named = (ids: (needs: Needs) => readonly Uuid[] | undefined) =>
    inLockOrder(steps.flatMap(({ workspace: { bucket }, needs }) => ids(needs)?.map((id) => ({ bucket, id })) ?? []))
  const owners = inLockOrder(steps.map(({ workspace }) => workspace))
  // If any step needs a wallet, all workspaces of the batch are locked now. Locking some now and some later would break the order.
  const locksOwners = !isWaiting || steps.some(({ needs }) => needs.wallet)
  const authorizations = named(({ historyOf }) => historyOf && [historyOf])
  const outside = named((needs) => needs.outside)
  const asked = named((needs) => needs.spendRequests)
  const settlements = named(({ refundsOf }) => refundsOf && [refundsOf])
  const read = await allOf({
    cards: lock(
      cards,
      named((needs) => needs.cards),
    ),
    holds: lock(
      holds,
      named((needs) => needs.holds),
    ),
    outside: lock(outsideAuthorizations, outside),
    posts: outside.length > 0 ? selectPosts(tx, outside) : [],
    challenges: lock(
      challenges,
      named((needs) => needs.challenges),
    ),
    deposits: lock(
      deposits,
      named((needs) => needs.deposits),
    ),
    issuances: lock(
      issuances,
      named((needs) => needs.issuances),
    ),
    workspaces: locksOwners ? lock(workspaces, owners) : workspaces.find(tx, owners),
    spendRequests: asked.length > 0 ? spendRequests.find(tx, asked) : [],
    transactions: authorizations.length > 0 ? selectTransactionsOf(tx, authorizations) : [],
    releases: authorizations.length > 0 ? selectReleases(tx, authorizations) : [],
    refunds: settlements.length > 0 ? selectRefunds(tx, settlements) : [],
    bought: selectBought(tx, steps),
    budgets: selectBudgets(tx, steps),
    begun: selectIssuances(tx, steps),
    fetching: numbers.fetch(tx),
  })
  const changes = new Changes(knownMerchantsOf(tx))
  return new LockedRows(wall, numbers, changes, { ...read, issuances: [...read.issuances, ...read.begun] })
}

/** Statements are sent in the order in which they are written here. */
async function allOf<Parts extends Record<string, unknown>>(
  parts: Parts,
): Promise<{ [Name in keyof Parts]: Awaited<Parts[Name]> }> {
  const values = await Promise.all(Object.values(parts))
  return Object.fromEntries(Object.keys(parts).map((name, index) => [name, values[index]])) as never
}
