import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { fragment, integerLiteral, type Sql } from '../database/database.ts'
import { type EventType, eventTypes } from '../events/event-types.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { countCapped, exact, pageInfo, type Total, window } from '../http/paging.ts'
import { write } from '../http/route.ts'
import { Page, PageInfo, PerPage, Strict, Text } from '../http/schemas.ts'
import { type EventRow, eventColumns, findSequenceBefore, keptSequences, selectEventsBetween } from './event-rows.ts'
import { AfterSequence, Event, EventTypeFilter } from './event-schemas.ts'
import { showEvents } from './show-events.ts'

type Window = ReturnType<typeof window>
type Filters = { type: EventType | undefined; from: Date | undefined; to: Date | undefined; after: bigint }
type Found = { rows: EventRow[]; total: Total }

/** A read that writes: passcodes in it are in the audit log. */
export const listEvents = write({
  method: 'GET',
  url: '/events',
  operationId: 'listEvents',
  tag: 'Events',
  access: 'reveal',
  masks: true,
  summary: 'List events',
  description:
    'Newest first; with `order=asc` oldest first, which together with `after_sequence` reads on from where you stopped. Kept for 30 days. A read-only key sees passcodes masked.',
  query: Strict({
    type: Type.Optional(EventTypeFilter),
    from: Type.Optional(Text({ maxLength: 40, description: 'ISO 8601, inclusive; a bare date means that UTC day.' })),
    to: Type.Optional(
      Text({ maxLength: 40, description: 'ISO 8601, inclusive; a bare date means that whole UTC day.' }),
    ),
    after_sequence: Type.Optional(AfterSequence),
    order: Type.Optional(Type.String({ enum: ['asc', 'desc'], default: 'desc' })),
    page: Page,
    per_page: PerPage(50),
  }),
  reply: { 200: Type.Object({ data: Type.Array(Event), pagination: PageInfo }) },
  errors: ['invalid_event_type'],
  async write({ tx, workspace, query, now, services, caller }) {
    const page = window(query, 50)
    const isAscending = query.order === 'asc'
    const filters: Filters = {
      type: query.type as EventType | undefined,
      from: rangeStart('from', query.from),
      to: rangeEnd('to', query.to),
      after: BigInt(query.after_sequence ?? 0),
    }
    const { type, from, to } = filters
    if (from) {
      const offsetMs = now.getTime() - services.clock().getTime()
      const before = await findSequenceBefore(tx, workspace, from, offsetMs)
      if (before > filters.after) filters.after = before
    }
    const find = type === undefined && from === undefined && to === undefined ? byPlace : byFilters
    const { rows, total } = await find(tx, workspace, filters, page, isAscending)
    const data = await showEvents({ tx, services, caller }, workspace, rows)
    return { status: 200, body: { data, pagination: pageInfo(page, total) } }
  },
})

/** Without gaps the page is a range of sequences, however far down it lies. */
async function byPlace(
  sql: Sql,
  workspace: Workspace,
  { after }: Filters,
  page: Window,
  isAscending: boolean,
): Promise<Found> {
  const kept = await keptSequences(sql, workspace)
  if (!kept) return { rows: [], total: exact(0) }
  const first = after >= kept.first ? after + 1n : kept.first
  const count = kept.last >= first ? kept.last - first + 1n : 0n
  const total = exact(count)
  const offset = BigInt(page.offset)
  if (offset >= count) return { rows: [], total }
  const from = isAscending ? first + offset : kept.last - offset - BigInt(page.per_page) + 1n
  const to = isAscending ? from + BigInt(page.per_page) - 1n : kept.last - offset
  const rows = await selectEventsBetween(sql, workspace, from > first ? from : first, to)
  return { rows: isAscending ? rows : rows.toReversed(), total }
}

async function byFilters(
  sql: Sql,
  workspace: Workspace,
  { type, from, to, after }: Filters,
  page: Window,
  isAscending: boolean,
): Promise<Found> {
  // The type is a literal: the planner must see that the partial index by type covers it.
  const matching = fragment`e.bucket = ${workspace.bucket} and e.workspace_id = ${workspace.id} and e.sequence > ${after}
    ${type === undefined ? fragment`` : fragment`and e.type = ${integerLiteral(eventTypes[type])}`}
    ${from === undefined ? fragment`` : fragment`and e.created_at >= ${from}`}
    ${to === undefined ? fragment`` : fragment`and e.created_at <= ${to}`}`
  const total = await countCapped(sql, fragment`from events e where ${matching}`)
  if (!total.capped && page.offset >= total.total) return { rows: [], total }
  const rows = await sql<EventRow[]>`
    select ${eventColumns} from events e where ${matching}
    order by e.sequence ${isAscending ? fragment`asc` : fragment`desc`} limit ${page.per_page} offset ${page.offset}`
  return { rows, total }
}
