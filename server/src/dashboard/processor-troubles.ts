// What is still pending between a workspace and a processor: messages, card states and issuances. Never the content of a message.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { CardStatus } from '../ledger/rows.ts'
import { type Cents, dollars } from '../money.ts'
import type { NotApplied } from '../processors/deferred-messages.ts'
import { desiredState, observedState } from '../processors/observed-states.ts'
import { type DeferredMessage, MAX_LISTED, type OpenCreation, type WaitingCard } from './shapes/processors.ts'

type Listed<Item> = { items: Item[]; isMore: boolean }
type DeferredRow = {
  id: Uuid
  received_at: Date
  reason: string
  attempts: number
  next_try_at: Date
  card_id: Uuid | null
}

/** How many messages are searched for those that this workspace may see. */
const MAX_PARKED_LOOKED_AT = 1_000

/** Messages about this workspace's cards, and those whose card is unknown. Another workspace's are not shown. */
export async function readDeferredMessages(
  sql: Sql,
  { bucket, id }: Workspace,
  processor: string,
): Promise<Listed<DeferredMessage>> {
  const rows = await sql<DeferredRow[]>`
    select p.id, p.received_at, p.reason, p.attempts, p.next_try_at, r.card_id from (
      select id, processor, card_ref, received_at, reason, attempts, next_try_at from processor_parked
      where processor = ${processor} order by received_at desc limit ${MAX_PARKED_LOOKED_AT}
    ) as p
    left join processor_card_routes r on r.processor = p.processor and r.external_id = p.card_ref
    where r.card_id is null or (r.bucket = ${bucket} and r.workspace_id = ${id})
    order by p.received_at desc limit ${MAX_LISTED + 1}`
  return listed(rows, (row) => ({
    id: row.id,
    received_at: row.received_at.toISOString(),
    reason: row.reason as NotApplied,
    card_id: row.card_id === null ? null : publicId('card', bucket, row.card_id),
    attempts: row.attempts,
    next_try_at: row.next_try_at.toISOString(),
  }))
}

type WaitingRow = {
  id: Uuid
  label: string
  last4: string
  status: CardStatus
  observed_state: number
  observed_at: Date
  push_attempts: number
  push_at: Date
}

/** A card whose state differs always has a time for its next push. */
export async function readWaitingCards(
  sql: Sql,
  { bucket, id }: Workspace,
  processor: string,
): Promise<Listed<WaitingCard>> {
  const rows = await sql<WaitingRow[]>`
    select c.id, c.label, c.last4, c.status, p.observed_state, p.observed_at, p.push_attempts, p.push_at
    from processor_cards p join cards c on c.bucket = p.bucket and c.id = p.id
    where p.bucket = ${bucket} and p.workspace_id = ${id} and p.processor = ${processor} and p.push_at is not null
    order by p.push_at limit ${MAX_LISTED + 1}`
  return listed(rows, (row) => ({
    card_id: publicId('card', bucket, row.id),
    label: row.label,
    last4: row.last4,
    state: desiredState(row.status),
    state_there: observedState(row.observed_state),
    seen_at: row.observed_at.toISOString(),
    attempts: row.push_attempts,
    next_try_at: row.push_at.toISOString(),
  }))
}

type CreationRow = {
  id: Uuid
  label: string
  amount_cents: Cents
  created_at: Date
  attempts: number
  next_try_at: Date
}

export async function readOpenCreations(
  sql: Sql,
  { bucket, id }: Workspace,
  processor: string,
): Promise<Listed<OpenCreation>> {
  const rows = await sql<CreationRow[]>`
    select id, settings ->> 'label' as label, amount_cents, created_at, attempts, next_try_at from card_issuances
    where bucket = ${bucket} and workspace_id = ${id} and processor = ${processor}
    order by next_try_at limit ${MAX_LISTED + 1}`
  return listed(rows, (row) => ({
    card_id: publicId('card', bucket, row.id),
    label: row.label,
    amount: dollars(row.amount_cents),
    created_at: row.created_at.toISOString(),
    attempts: row.attempts,
    next_try_at: row.next_try_at.toISOString(),
  }))
}

function listed<Row, Item>(rows: readonly Row[], present: (row: Row) => Item): Listed<Item> {
  return { items: rows.slice(0, MAX_LISTED).map(present), isMore: rows.length > MAX_LISTED }
}
