// Events for a key that is bound to some cards: only those of its cards. Events are found by their sequence and name a card only
// in their body or by their subject, so a list searches onwards from its position, a bounded number of events per request.

import { isBounded } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { eventTypeOfCode } from '../events/event-types.ts'
import { thoseWithin } from '../http/key-bounds.ts'
import { parseId, type Uuid } from '../ids.ts'
import type { EventRow } from './event-rows.ts'

export const MAX_SEARCHED = 10_000

/** The events that the caller may see, in the same order. */
export async function eventsWithin<Row extends EventRow>(
  sql: Sql,
  workspace: Workspace,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!isBounded(workspace) || rows.length === 0) return rows
  const cards = await cardsOf(sql, workspace, rows)
  const within = await thoseWithin(sql, workspace, [...new Set(cards.values())])
  return rows.filter((row) => within.has(cards.get(row.id)!))
}

/** The card of each event that has one, by the id of the event. */
async function cardsOf(sql: Sql, workspace: Workspace, rows: readonly EventRow[]): Promise<Map<Uuid, Uuid>> {
  const subjects = await cardsOfSubjects(sql, workspace, rows)
  const found = new Map<Uuid, Uuid>()
  for (const row of rows) {
    const card = row.subject_id ? subjects.get(row.subject_id) : cardInBody(row)
    if (card) found.set(row.id, card)
  }
  return found
}

function cardInBody({ type, data }: EventRow): Uuid | undefined {
  if (data === null) return undefined
  const body = JSON.parse(data) as { id?: string; card_id?: string }
  const text = body.card_id ?? (eventTypeOfCode(type).startsWith('card.') ? body.id : undefined)
  return text === undefined ? undefined : parseId('card', text)?.uuid
}

/** Subjects are transactions, challenges and spend requests. Their ids are unique among all of them. */
async function cardsOfSubjects(sql: Sql, { bucket }: Workspace, rows: readonly EventRow[]): Promise<Map<Uuid, Uuid>> {
  const ids = plainArray(new Set(rows.flatMap((row) => row.subject_id ?? [])))
  if (ids === '{}') return new Map()
  const found = await sql<{ id: Uuid; card_id: Uuid }[]>`
    select t.id, t.card_id from unnest(${ids}::text::uuid[]) as r (id)
    join transactions t on t.bucket = ${bucket} and t.id = r.id
    union all
    select h.id, h.card_id from unnest(${ids}::text::uuid[]) as r (id)
    join three_ds_challenges h on h.bucket = ${bucket} and h.id = r.id
    union all
    select s.id, s.card_id from unnest(${ids}::text::uuid[]) as r (id)
    join spend_requests s on s.bucket = ${bucket} and s.id = r.id and s.card_id is not null`
  return new Map(found.map((row) => [row.id, row.card_id]))
}

const SEARCH_BATCH = 1_000

type Search = {
  /** Events that match the filters, after a sequence in the order of the list, or from its beginning. */
  select(after: bigint | undefined, limit: number): Promise<readonly EventRow[]>
  /** Where the page begins: after a sequence, or after a number of events. */
  after: bigint | undefined
  offset: number
  perPage: number
}
export type Searched = {
  rows: readonly EventRow[]
  /** The sequence after which the list continues; undefined at its end. */
  next: bigint | undefined
  /** How many events were found, and whether the search stopped before the end of the list. */
  found: number
  isCapped: boolean
}

/** A page for a bounded key. It may be short or empty when the search stops before the list ends; `next` continues from there. */
export async function searchEvents(sql: Sql, workspace: Workspace, search: Search): Promise<Searched> {
  const { select, offset, perPage } = search
  const matches: EventRow[] = []
  let last = search.after
  let isCapped = true
  for (let searched = 0; searched < MAX_SEARCHED && isCapped; searched += SEARCH_BATCH) {
    const rows = await select(last, SEARCH_BATCH)
    matches.push(...(await eventsWithin(sql, workspace, rows)))
    last = rows.at(-1)?.sequence ?? last
    isCapped = rows.length === SEARCH_BATCH
    if (search.after !== undefined && matches.length > perPage) break
  }
  const rows = matches.slice(offset, offset + perPage)
  const isCut = matches.length > offset + perPage
  return { rows, next: isCut ? rows.at(-1)!.sequence : isCapped ? last : undefined, found: matches.length, isCapped }
}
