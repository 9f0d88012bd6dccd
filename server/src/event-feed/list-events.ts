import Type from 'typebox'
import { isBounded } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, integerLiteral, type Sql } from '../database/database.ts'
import { type EventType, eventTypes } from '../events/event-types.ts'
import { bySequence } from '../http/cursor.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import {
  countCapped,
  cutPage,
  exact,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
  type Total,
} from '../http/paging.ts'
import { write } from '../http/route.ts'
import { pageOf, pagingParameters, rangeParameters, Strict } from '../http/schemas.ts'
import {
  type EventRow,
  eventColumns,
  findSequenceBefore,
  keptSequences,
  readEvent,
  selectEventsBetween,
} from './event-rows.ts'
import { AfterSequence, Event, EventTypeFilter } from './event-schemas.ts'
import { searchEvents } from './events-within.ts'
import { showEvents } from './show-events.ts'

type Position = { sequence: bigint }
type Filters = { type: EventType | undefined; from: Date | undefined; to: Date | undefined; after: bigint }
type Found = { found: EventRow[]; total: Total }

const list: PagedList<Position> = { name: 'events', size: 50, position: bySequence, defaults: { order: 'desc' } }

/** A read that writes: showing passcodes is recorded in the audit log. */
export const listEvents = write({
  method: 'GET',
  url: '/events',
  operationId: 'listEvents',
  scope: 'events:read',
  bounds: 'within',
  tag: 'Events',
  access: 'reveal',
  summary: 'List events',
  description:
    'Lists events, newest first. With `order=asc` the oldest come first, which together with `after_sequence` continues where you stopped. Events are kept for 30 days. A key without the scope 3ds:read sees masked passcodes. A key that is limited to some cards sees the events of those cards: the newest 10,000 events are searched, and `total` counts the ones that were found. Reading by cursor continues from there, so a page may be short or empty.',
  query: Strict({
    type: Type.Optional(EventTypeFilter),
    ...rangeParameters,
    after_sequence: Type.Optional(AfterSequence),
    order: Type.Optional(Type.String({ enum: ['asc', 'desc'], default: 'desc' })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(Event) },
  errors: ['invalid_event_type'],
  async write({ tx, workspace, query, now, services, caller }) {
    const place = pageWindowOf(list, query)
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
    if (isBounded(workspace)) {
      const { rows, next, total } = await bySearch(tx, workspace, filters, place, isAscending)
      const data = await showEvents({ tx, services, caller }, workspace, rows)
      return { status: 200, body: { data, pagination: pageInfo(place, total, next) } }
    }
    const find = type === undefined && from === undefined && to === undefined ? byPlace : byFilters
    const { found, total } = await find(tx, workspace, filters, place, isAscending)
    const { rows, next } = cutPage(place, found)
    const data = await showEvents({ tx, services, caller }, workspace, rows)
    return { status: 200, body: { data, pagination: pageInfo(place, total, next) } }
  },
})

/** Sequences have no gaps, so a page is a range of sequences, however far down the list it is. */
async function byPlace(
  sql: Sql,
  workspace: Workspace,
  { after }: Filters,
  place: PageWindow<Position>,
  isAscending: boolean,
): Promise<Found> {
  const kept = await keptSequences(sql, workspace)
  if (!kept) return { found: [], total: exact(0) }
  const first = after >= kept.first ? after + 1n : kept.first
  const total = exact(kept.last >= first ? kept.last - first + 1n : 0n)
  if (isPastEnd(place, total)) return { found: [], total }
  const [offset, more] = [BigInt(place.offset), BigInt(place.limit - 1)]
  if (isAscending) {
    const from = place.after && place.after.sequence >= first ? place.after.sequence + 1n : first + offset
    return { found: await selectEventsBetween(sql, workspace, from, from + more), total }
  }
  const to = place.after ? place.after.sequence - 1n : kept.last - offset
  const from = to - more > first ? to - more : first
  return { found: (await selectEventsBetween(sql, workspace, from, to)).toReversed(), total }
}

function matchingFilters(workspace: Workspace, { type, from, to, after }: Filters) {
  // The type is a literal, so that the planner can use the partial index by type.
  return fragment`e.bucket = ${workspace.bucket} and e.workspace_id = ${workspace.id} and e.sequence > ${after}
    ${type === undefined ? fragment`` : fragment`and e.type = ${integerLiteral(eventTypes[type])}`}
    ${from === undefined ? fragment`` : fragment`and e.created_at >= ${from}`}
    ${to === undefined ? fragment`` : fragment`and e.created_at <= ${to}`}`
}

async function byFilters(
  sql: Sql,
  workspace: Workspace,
  filters: Filters,
  place: PageWindow<Position>,
  isAscending: boolean,
): Promise<Found> {
  const matching = matchingFilters(workspace, filters)
  const total = await countCapped(sql, fragment`from events e where ${matching}`)
  if (isPastEnd(place, total)) return { found: [], total }
  const found = await selectMatching(sql, matching, place.after?.sequence, isAscending, place)
  return { found, total }
}

/** For a key that is bound to some cards. */
async function bySearch(
  sql: Sql,
  workspace: Workspace,
  filters: Filters,
  place: PageWindow<Position>,
  isAscending: boolean,
): Promise<{ rows: readonly EventRow[]; next: string | null; total: Total }> {
  const matching = matchingFilters(workspace, filters)
  const { rows, next, found, isCapped } = await searchEvents(sql, workspace, {
    select: (after, limit) => selectMatching(sql, matching, after, isAscending, { limit, offset: 0 }),
    after: place.after?.sequence,
    offset: place.offset,
    perPage: place.per_page,
  })
  const cursor = next === undefined ? null : place.cursorAfter({ sequence: next })
  return { rows, next: cursor, total: { total: found, capped: isCapped } }
}

function selectMatching(
  sql: Sql,
  matching: Fragment,
  after: bigint | undefined,
  isAscending: boolean,
  { limit, offset }: { limit: number; offset: number },
) {
  return sql.readBy(readEvent)`
    select ${eventColumns} from events e where ${matching} ${following(after, isAscending)}
    order by e.sequence ${isAscending ? fragment`asc` : fragment`desc`} limit ${limit} offset ${offset}`
}

function following(after: bigint | undefined, isAscending: boolean) {
  if (after === undefined) return fragment``
  return isAscending ? fragment`and e.sequence > ${after}` : fragment`and e.sequence < ${after}`
}
