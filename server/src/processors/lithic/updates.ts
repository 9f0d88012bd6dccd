// Reads the events that Lithic keeps for ninety days, window by window. Windows overlap, so that an event that appears late is
// not missed; applying an event again has no effect.

import { type Field, readAnswer } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import { UnreadableMessage, type UpdatesPage } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { EVENT_TYPES, readPayload } from './read-message.ts'

const OVERLAP_MS = 15 * 60_000
/** Lithic lists the newest first. A short window keeps the events nearly in order after a long pause. */
const WINDOW_MS = 60 * 60_000
const PAGE_SIZE = 100

/** Everything up to `from` was read, and in the window after it, everything down to the event `after`. */
type Cursor = { from: number; until?: number; after?: string }

export async function readUpdates(client: ProcessorClient, text: string | undefined, now: Date): Promise<UpdatesPage> {
  const cursor = parseCursor(text) ?? { from: now.getTime() }
  const until = cursor.until ?? Math.min(now.getTime(), cursor.from + WINDOW_MS)
  // A window that ends at the present is the last one, even when its later pages are read a moment later.
  const isLast = until < cursor.from + WINDOW_MS
  const answer = await client.call({
    method: 'GET',
    path: `/v1/events?${queryOf(cursor, cursor.until === undefined && isLast ? undefined : until)}`,
  })
  const page = readAnswer('GET /v1/events', answer, readPage)
  const items = withoutOldUpdates(
    page.events.toReversed().map(({ type, payload }) => readItem(type, payload)),
    now,
  )
  const last = page.events.at(-1)
  if (page.hasMore && last)
    return { items, cursor: formatCursor({ from: cursor.from, until, after: last.token }), isMore: true }
  return { items, cursor: formatCursor({ from: until }), isMore: !isLast }
}

function queryOf({ from, after }: Cursor, until: number | undefined): URLSearchParams {
  return new URLSearchParams({
    with_content: 'true',
    event_types: EVENT_TYPES.join(','),
    begin: new Date(from - OVERLAP_MS).toISOString(),
    ...(until !== undefined && { end: new Date(until).toISOString() }),
    ...(after !== undefined && { starting_after: after }),
    page_size: String(PAGE_SIZE),
  })
}

type Event = { token: string; type: string; payload: Field }

function readPage(page: Field): { events: Event[]; hasMore: boolean } {
  const events = page
    .get('data')
    .list()
    .map((event) => ({
      token: event.get('token').text(),
      type: event.get('event_type').text(),
      payload: event.get('payload'),
    }))
  return { events, hasMore: page.get('has_more').boolean() }
}

/** An unreadable event must not block all that follow. */
function readItem(type: string, payload: Field): Inbound {
  try {
    return readPayload(type, payload)
  } catch (error) {
    if (error instanceof UnreadableMessage) return { type: 'ignored', what: `unreadable ${type}: ${error.message}` }
    throw error
  }
}

/** Since windows overlap, outdated card states and expired challenges are left out. */
function withoutOldUpdates(items: Inbound[], now: Date): Inbound[] {
  const newest = new Map(items.map((item) => [item.type === 'card' ? item.cardRef : item, item]))
  return items.filter((item) => {
    if (item.type === 'challenge') return item.challenge.expiresAt > now
    return item.type !== 'card' || newest.get(item.cardRef) === item
  })
}

export function cursorAt(time: Date): string {
  return formatCursor({ from: time.getTime() })
}

function formatCursor({ from, until, after }: Cursor): string {
  return until === undefined ? `${from}` : `${from}~${until}~${after}`
}

/** An invalid cursor is ignored, since reading fifteen minutes again does no harm. */
function parseCursor(text: string | undefined): Cursor | undefined {
  const [, from, , until, after] = /^(\d{1,15})(~(\d{1,15})~([\w-]{1,200}))?$/.exec(text ?? '') ?? []
  if (from === undefined) return undefined
  return until === undefined || after === undefined
    ? { from: Number(from) }
    : { from: Number(from), until: Number(until), after }
}
