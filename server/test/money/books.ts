// Shared by the money tests: the owner's view of the database (rows that no endpoint shows), a connection that holds
// locks, and bounded waiting.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type postgres from 'postgres'
import { connect } from '../../src/database/database.ts'
import { parseId } from '../../src/ids.ts'
import type { Answer, Api, TestService } from '../harness.ts'
import { readLockWaits } from '../lock-waits.ts'

export const BIN = 'bin_visa_us_prepaid_1'
export const shop = { name: 'Acme Ads', mcc: '7311', country: 'US' }

export type Owner = postgres.Sql<{ bigint: bigint }>

/** A connection as the owner of the schema, which is closed at the end of the test file. */
export function ownerOf(service: Pick<TestService, 'connection'>, max = 4): Owner {
  const owner = connect(service.connection, { max })
  after(() => owner.end({ timeout: 1 }))
  return owner
}

export const cents = (dollars: number): number => Math.round(dollars * 100)
export const dollars = (amount: number): number => amount / 100

/** Returns the body after checking the status. */
export function ok(answer: Answer, status = 200): Answer['body'] {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body
}

export async function newCard(api: Api, amount: number, more: object = {}): Promise<string> {
  return ok(await api.post('/cards', { bin_id: BIN, amount, ...more }), 201).id
}

export const summaryOf = async (api: Api, card: string) => ok(await api.get(`/cards/${card}`))
export const walletOf = async (api: Api) => ok(await api.get('/wallet/balance'))

export const authorize = (
  api: Api,
  card_id: string,
  amount: number,
  headers?: Record<string, string>,
): Promise<Answer> => api.post('/sandbox/authorizations', { card_id, amount, merchant: shop }, headers)

const MAX_PAGES = 1_000

/** Returns every transaction that matches a filter, page by page. */
export async function allTransactions(api: Api, filter = ''): Promise<Answer['body'][]> {
  const all: Answer['body'][] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { data, pagination } = ok(await api.get(`/transactions?per_page=100&page=${page}${filter}`))
    all.push(...data)
    if (data.length < 100) {
      assert.equal(pagination.total, all.length, 'the total is the number of rows')
      return all
    }
  }
  throw new Error(`the list has more than ${MAX_PAGES} pages`)
}

export type WorkspaceBooks = Record<
  | 'wallet_cents'
  | 'owed_cents'
  | 'crypto_clearing_cents'
  | 'deposit_fees_cents'
  | 'network_settlement_cents'
  | 'event_sequence',
  bigint
> & { id: string; cards: Record<'available' | 'held' | 'overdraft', bigint>; events: bigint }

/** Returns the rows of a workspace, which is found through one of its cards. */
export async function booksOf(owner: Owner, card: string): Promise<WorkspaceBooks> {
  const { bucket, uuid } = parseId('card', card)!
  const [row] = await owner`
    select w.id, w.wallet_cents, w.owed_cents, w.crypto_clearing_cents, w.deposit_fees_cents, w.network_settlement_cents, w.event_sequence,
      (select count(*) from events e where e.bucket = w.bucket and e.workspace_id = w.id) as events,
      c.available, c.held, c.overdraft
    from workspaces w, lateral (
      select sum(available_cents)::bigint as available, sum(held_cents)::bigint as held, sum(overdraft_cents)::bigint as overdraft
      from cards where bucket = w.bucket and workspace_id = w.id) c
    where w.bucket = ${bucket} and w.id = (select workspace_id from cards where bucket = ${bucket} and id = ${uuid})`
  const { available, held, overdraft, ...rest } = row as Record<string, bigint>
  return { ...rest, cards: { available, held, overdraft } } as unknown as WorkspaceBooks
}

/** Asserts that assets equal liabilities. */
export function assertConserved(books: WorkspaceBooks): void {
  const liabilities =
    books.wallet_cents +
    books.cards.available +
    books.cards.held +
    books.network_settlement_cents +
    books.deposit_fees_cents
  assert.equal(
    books.crypto_clearing_cents + books.cards.overdraft + books.owed_cents,
    liabilities,
    'money is conserved',
  )
  assert.equal(books.event_sequence, books.events, 'every number of the sequence has its event')
}

/** Holds row locks until they are released, as another program would. */
export async function holdLock(
  owner: Owner,
  statement: (tx: postgres.ReservedSql<{ bigint: bigint }>) => Promise<unknown>,
) {
  const connection = await owner.reserve()
  await connection`begin`
  await statement(connection)
  const [own] = await connection`select pg_backend_pid() as pid`
  return {
    pid: own!.pid as number,
    async release() {
      await connection`rollback`
      connection.release()
    },
  }
}

export const lockCardRow = (owner: Owner, card: string) =>
  holdLock(owner, (tx) => {
    const { bucket, uuid } = parseId('card', card)!
    return tx`select 1 from cards where bucket = ${bucket} and id = ${uuid} for update`
  })

export const lockWorkspaceRow = (owner: Owner, card: string) =>
  holdLock(owner, (tx) => {
    const { bucket, uuid } = parseId('card', card)!
    return tx`
      select 1 from workspaces where bucket = ${bucket}
        and id = (select workspace_id from cards where bucket = ${bucket} and id = ${uuid}) for update`
  })

/** Returns the backends of the service that wait for the lock of this backend. */
export async function waitingFor(owner: Owner, pid: number): Promise<number[]> {
  return (await readLockWaits(owner)).filter(({ blockedBy }) => blockedBy === pid).map((wait) => wait.pid)
}

/** Returns whether a connection of the service has waited for a lock for longer than a lane does. */
export async function hasLeftItsLane(owner: Owner): Promise<boolean> {
  const rows = await owner`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query_start < clock_timestamp() - interval '300 milliseconds'`
  return rows.length > 0
}
