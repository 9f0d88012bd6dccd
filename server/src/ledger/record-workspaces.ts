// The last part of `record`: updates the workspace rows and inserts the events, numbered from the sequence in those rows.

import { bigint, bulk, type Columns, integer, smallint, text, timestamptz, uuid } from '../database/bulk.ts'
import type { Tx } from '../database/database.ts'
import { eventTypes } from '../events/event-types.ts'
import type { Uuid } from '../ids.ts'
import type { Cents } from '../money.ts'
import { type Changes, TransactionType, type WorkspaceChanges } from './changes.ts'
import { isAsset, LedgerAccount } from './ledger-accounts.ts'
import { type CardRow, CardStatus } from './rows.ts'

/** What a transaction adds to the row of a workspace. */
type Deltas = {
  id: Uuid
  bucket: number
  wallet: Cents
  movements: number
  owed: Cents
  clearing: Cents
  fees: Cents
  network: Cents
  issuing: Cents
  deposited: Cents
  clock: bigint
  goal: bigint | null
  spent: Cents
  cards_balance: Cents
  active: number
  frozen: number
  terminated: number
  authorizations: number
  settlements: number
  refunds: number
  declines: number
  events: number
}

const deltaColumns: Columns<Deltas> = {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  wallet: bigint((row) => row.wallet),
  movements: integer((row) => row.movements),
  owed: bigint((row) => row.owed),
  clearing: bigint((row) => row.clearing),
  fees: bigint((row) => row.fees),
  network: bigint((row) => row.network),
  issuing: bigint((row) => row.issuing),
  deposited: bigint((row) => row.deposited),
  clock: bigint((row) => row.clock),
  goal: bigint((row) => row.goal),
  spent: bigint((row) => row.spent),
  cards_balance: bigint((row) => row.cards_balance),
  active: integer((row) => row.active),
  frozen: integer((row) => row.frozen),
  terminated: integer((row) => row.terminated),
  authorizations: integer((row) => row.authorizations),
  settlements: integer((row) => row.settlements),
  refunds: integer((row) => row.refunds),
  declines: integer((row) => row.declines),
  events: integer((row) => row.events),
}

/** Updates the workspace rows, locked in order, and then inserts the events that they number. */
export function recordWorkspaces(tx: Tx, changes: Changes): Promise<unknown>[] {
  for (const card of touchedCards(changes)) changes.workspace({ bucket: card.bucket, id: card.workspace_id })
  const deltas = deltasOf(changes).sort(byLockOrder)
  if (deltas.length === 0) return []
  const events = numberedEvents(changes)
  return [
    ...(deltas.length > 1 ? [lockWorkspaces(tx, deltas)] : []),
    updateWorkspaces(tx, deltas),
    ...(events.length > 0 ? [insertEvents(tx, events)] : []),
  ]
}

function touchedCards(changes: Changes): CardRow[] {
  return [...changes.cards.values(), ...changes.newCards.map(({ card }) => card)]
}

function byLockOrder(a: Deltas, b: Deltas): number {
  return a.bucket - b.bucket || (a.id < b.id ? -1 : 1)
}

function deltasOf(changes: Changes): Deltas[] {
  const all = new Map<Uuid, Deltas>()
  for (const workspace of changes.workspaces.values()) all.set(workspace.id, noDeltas(workspace))
  for (const card of touchedCards(changes)) addCard(all.get(card.workspace_id)!, changes.contributions(card))
  for (const transaction of changes.transactions) addTransaction(all.get(transaction.workspace_id)!, transaction.type)
  for (const transfer of changes.transfers) {
    const deltas = all.get(transfer.workspace_id)!
    if (transfer.wallet_sequence !== null) deltas.movements += 1
    addToAccount(deltas, transfer.debit, isAsset(transfer.debit) ? transfer.amount_cents : -transfer.amount_cents)
    addToAccount(deltas, transfer.credit, isAsset(transfer.credit) ? -transfer.amount_cents : transfer.amount_cents)
  }
  return [...all.values()]
}

function noDeltas(workspace: WorkspaceChanges): Deltas {
  return {
    id: workspace.id,
    bucket: workspace.bucket,
    deposited: workspace.deposited,
    clock: workspace.clockMs,
    goal: workspace.clockGoalMs,
    events: workspace.events.length,
    wallet: 0n,
    movements: 0,
    owed: 0n,
    clearing: 0n,
    fees: 0n,
    network: 0n,
    issuing: 0n,
    spent: 0n,
    cards_balance: 0n,
    active: 0,
    frozen: 0,
    terminated: 0,
    authorizations: 0,
    settlements: 0,
    refunds: 0,
    declines: 0,
  }
}

function addCard(deltas: Deltas, { before, after }: ReturnType<Changes['contributions']>): void {
  deltas.cards_balance += after.balance - before.balance
  deltas.spent += after.spent - before.spent
  countCard(deltas, before.status, -1)
  countCard(deltas, after.status, 1)
}

function countCard(deltas: Deltas, status: CardStatus | 0, by: 1 | -1): void {
  if (status === CardStatus.active) deltas.active += by
  else if (status === CardStatus.frozen) deltas.frozen += by
  else if (status === CardStatus.terminated) deltas.terminated += by
}

function addTransaction(deltas: Deltas, type: TransactionType): void {
  if (type === TransactionType.authorization) deltas.authorizations += 1
  else if (type === TransactionType.settlement) deltas.settlements += 1
  else if (type === TransactionType.refund) deltas.refunds += 1
  else deltas.declines += 1
}

/** Card accounts are not here, since their balances are on the cards' rows. */
function addToAccount(deltas: Deltas, account: LedgerAccount, change: Cents): void {
  if (account === LedgerAccount.wallet) deltas.wallet += change
  else if (account === LedgerAccount.owed) deltas.owed += change
  else if (account === LedgerAccount.cryptoClearing) deltas.clearing += change
  else if (account === LedgerAccount.depositFees) deltas.fees += change
  else if (account === LedgerAccount.networkSettlement) deltas.network += change
  else if (account === LedgerAccount.cardIssuing) deltas.issuing += change
}

/** Locks in the order of (bucket, id) before the update, so that two batches cannot deadlock. */
const lockWorkspaces = bulk<Pick<Deltas, 'id' | 'bucket'>>(
  { id: uuid((row) => row.id), bucket: smallint((row) => row.bucket) },
  ({ rows, inBucket }) => `
    select from workspaces w join ${rows} on ${inBucket('w')} and w.id = r.id
    order by w.bucket, w.id for no key update of w`,
)

/** When a reset has replaced the workspace, the whole transaction fails and runs again on the new one. */
const updateWorkspaces = bulk(
  deltaColumns,
  ({ rows, value: delta, inBucket }) => `
    update workspaces w set
      wallet_cents = wallet_cents + ${delta('wallet')}, wallet_movements = wallet_movements + ${delta('movements')}, owed_cents = owed_cents + ${delta('owed')},
      crypto_clearing_cents = crypto_clearing_cents + ${delta('clearing')}, deposit_fees_cents = deposit_fees_cents + ${delta('fees')},
      network_settlement_cents = network_settlement_cents + ${delta('network')}, issuing_cents = issuing_cents + ${delta('issuing')}, deposited_cents = deposited_cents + ${delta('deposited')},
      spent_cents = spent_cents + ${delta('spent')}, cards_balance_cents = cards_balance_cents + ${delta('cards_balance')},
      cards_active = cards_active + ${delta('active')}, cards_frozen = cards_frozen + ${delta('frozen')},
      cards_terminated = cards_terminated + ${delta('terminated')}, authorization_count = authorization_count + ${delta('authorizations')},
      settlement_count = settlement_count + ${delta('settlements')}, refund_count = refund_count + ${delta('refunds')},
      decline_count = decline_count + ${delta('declines')}, clock_offset_ms = clock_offset_ms + ${delta('clock')}, clock_goal_ms = coalesce(${delta('goal')}, clock_goal_ms),
      event_sequence = case when w.live then event_sequence + ${delta('events')} else refuse_replaced_workspace(w.id) end
    from ${rows}
    where ${inBucket('w')} and w.id = r.id`,
)

type NumberedEvent = {
  id: Uuid
  bucket: number
  workspace_id: Uuid
  from_last: number
  type: number
  subject_id: Uuid | null
  data: string | null
  created_at: Date
}

const eventColumns: Columns<NumberedEvent> = {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  workspace_id: uuid((row) => row.workspace_id),
  from_last: integer((row) => row.from_last),
  type: smallint((row) => row.type),
  subject_id: uuid((row) => row.subject_id),
  data: text((row) => row.data),
  created_at: timestamptz((row) => row.created_at),
}

function numberedEvents(changes: Changes): NumberedEvent[] {
  return [...changes.workspaces.values()].flatMap(({ bucket, id, events }) =>
    events.map((each, index) => ({
      id: each.id,
      bucket,
      workspace_id: id,
      from_last: events.length - 1 - index,
      type: eventTypes[each.type],
      subject_id: each.subjectId,
      data: each.data,
      created_at: each.createdAt,
    })),
  )
}

/** The statement before raised the sequence under a lock that lasts until the commit, so there are no gaps, in commit order. */
const insertEvents = bulk(
  eventColumns,
  ({ rows, value: event, inBucket }) => `
    insert into events (bucket, id, workspace_id, sequence, type, subject_id, data, created_at)
    select w.bucket, r.id, w.id, w.event_sequence - ${event('from_last')}, ${event('type')}, ${event('subject_id')}, ${event('data')}, ${event('created_at')}
    from ${rows}
    join workspaces w on ${inBucket('w')} and w.id = ${event('workspace_id')}`,
)
