// Reads Stripe's list of events, which covers thirty days and begins with the newest. We need the oldest first, so the list is
// walked to its end once, and from there back page by page.

import type { Field } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import { ProcessorRefused, ProcessorSilent, UnreadableMessage, type UpdatesPage } from '../processor.ts'
import type { ProcessorClient } from '../processor-client.ts'
import { readEvent, secondsOf, UPDATE_EVENTS } from './read-event.ts'
import { getPage, type Page, type Parameters } from './stripe-api.ts'

/** An event may appear in the list later than its time says. */
const OVERLAP_SECONDS = 15 * 60
const MAX_PAGES = 10_000

/** Everything before `seconds` is known. `after` is the event that the walk back has reached. */
type Cursor = { seconds: number; after: string | undefined }
type ListedEvent = { id: string; seconds: number; inbound: Inbound[] }

export async function readUpdates(
  client: ProcessorClient,
  text: string | undefined,
  now: Date,
  isLive: boolean | undefined,
): Promise<UpdatesPage> {
  const cursor = parsed(text) ?? { seconds: Math.floor(now.getTime() / 1000), after: undefined }
  const list = (parameters: Parameters) =>
    getPage(client, '/v1/events', eventsAfter(cursor, parameters), (event) => readListed(event, isLive))
  if (cursor.after === undefined) return await begin(list, cursor)
  try {
    return updatesOf(await list({ ending_before: cursor.after }), cursor)
  } catch (error) {
    // Stripe no longer knows the event, so the walk begins again.
    if (error instanceof ProcessorRefused) return await begin(list, cursor)
    throw error
  }
}

type List = (parameters: Parameters) => Promise<Page<ListedEvent>>

function eventsAfter({ seconds }: Cursor, parameters: Parameters): Parameters {
  return { types: UPDATE_EVENTS, 'created[gte]': Math.max(0, seconds - OVERLAP_SECONDS), ...parameters }
}

async function begin(list: List, cursor: Cursor): Promise<UpdatesPage> {
  const newest = await list({})
  let oldest = newest
  for (let count = 1; oldest.hasMore; count++) {
    if (count === MAX_PAGES) throw new ProcessorSilent('GET /v1/events: the list does not end')
    const last = oldest.items.at(-1)
    if (!last) throw new ProcessorSilent('GET /v1/events: an empty page in the middle')
    oldest = await list({ starting_after: last.id })
  }
  return updatesOf({ items: oldest.items, hasMore: oldest !== newest }, cursor)
}

/** A page newest first, and whether there are newer ones. */
function updatesOf({ items, hasMore }: Page<ListedEvent>, { seconds }: Cursor): UpdatesPage {
  const newest = items[0]
  const position: Cursor =
    hasMore && newest
      ? { seconds, after: newest.id }
      : { seconds: Math.max(seconds, newest?.seconds ?? 0), after: undefined }
  return {
    items: items.toReversed().flatMap(({ inbound }) => inbound),
    cursor: formatted(position),
    isMore: position.after !== undefined,
  }
}

/** An unreadable event must not hide those after it. A question from the past needs no answer. */
function readListed(event: Field, isLive: boolean | undefined): ListedEvent {
  const id = event.get('id').text()
  const seconds = Number(secondsOf(event))
  try {
    return { id, seconds, inbound: readEvent(event, isLive).filter(({ type }) => type !== 'question') }
  } catch (error) {
    if (!(error instanceof UnreadableMessage)) throw error
    return { id, seconds, inbound: [{ type: 'ignored', what: `unreadable event ${id}: ${error.message}` }] }
  }
}

export function cursorAt(time: Date): string {
  return formatted({ seconds: Math.floor(time.getTime() / 1000), after: undefined })
}

function formatted({ seconds, after }: Cursor): string {
  return after === undefined ? `${seconds}` : `${seconds} ${after}`
}

function parsed(text: string | undefined): Cursor | undefined {
  const match = /^(\d{1,12})(?: (\w{1,255}))?$/.exec(text ?? '')
  return match ? { seconds: Number(match[1]), after: match[2] } : undefined
}
