// Reads from Increase what no message brought: events since a time, the postings of a day, and the balance.

import { createHash } from 'node:crypto'
import type { Field } from '../fields.ts'
import type { Inbound } from '../inbound.ts'
import { type DayTotals, type OutsideBalance, ProcessorRefused, type UpdatesPage } from '../processor.ts'
import { type IncreaseApi, type Page, silentIfRefused } from './api.ts'
import { readEvent, updateCategories } from './read-event.ts'

/** Events may appear late and out of order, so each poll looks back. */
const OVERLAP_MS = 900_000
/** A hundred postings on each. */
const MAX_POSTING_PAGES = 2_000

/** The number of event marks kept for a window. Events beyond it are fetched again, which changes nothing. */
const MAX_SEEN = 2_000
const SEEN_LENGTH = 8

/**
 * The start of the window, the current page in it, and marks of events: those of the window before, and those already seen in
 * this one. Everything before the cursor has been taken, so a marked event need not be fetched again.
 */
type Cursor = { from: string; page?: string; latest?: string; seen: readonly string[]; passed: readonly string[] }
type Event = { mark: string; at: Date; inbound: Inbound }

export async function updatesSince(api: IncreaseApi, text: string | undefined): Promise<UpdatesPage> {
  const { cursor, page } = await eventsPage(api, readCursor(text))
  const seen = new Set(cursor.seen)
  const unseen = page.items.filter(({ mark }) => !seen.has(mark))
  const next = page.next === undefined ? nextWindow(cursor, page.items) : nextPage(cursor, page.items, page.next)
  return {
    items: eachObjectOnce(unseen.map(({ inbound }) => inbound)),
    cursor: JSON.stringify(next),
    isMore: page.next !== undefined,
  }
}

async function eventsPage(api: IncreaseApi, cursor: Cursor): Promise<{ cursor: Cursor; page: Page<Event> }> {
  try {
    return { cursor, page: await askForEvents(api, cursor) }
  } catch (error) {
    // The cursor of a page can expire at Increase. The window is then read again from its beginning.
    if (!(error instanceof ProcessorRefused) || cursor.page === undefined) throw error
    const again = { from: cursor.from, seen: [...cursor.seen, ...cursor.passed], passed: [] }
    return { cursor: again, page: await askForEvents(api, again) }
  }
}

async function askForEvents(api: IncreaseApi, { from, page }: Cursor): Promise<Page<Event>> {
  const query = {
    'category.in': updateCategories.join(','),
    'created_at.on_or_after': from,
    'order_by.field': 'created_at',
    'order_by.direction': 'ascending',
    cursor: page,
  }
  return await api.page('/events', query, (event) => ({
    mark: markOf(event.get('id').text()),
    at: event.get('created_at').time(),
    inbound: readEvent(event),
  }))
}

function markOf(eventId: string): string {
  return createHash('sha256').update(eventId).digest('base64url').slice(0, SEEN_LENGTH)
}

/** An object is fetched in its current state, so one mention per page is enough. */
function eachObjectOnce(items: Inbound[]): Inbound[] {
  const byReference = new Map<string, Inbound>()
  for (const item of items) if (item.type === 'thin') byReference.set(item.reference, item)
  return [...byReference.values()]
}

function nextPage({ from, seen, passed, latest }: Cursor, items: readonly Event[], page: string): Cursor {
  const newest = items.at(-1)?.at.toISOString() ?? latest
  return { from, page, seen, passed: marksOf(passed, items), ...(newest !== undefined && { latest: newest }) }
}

function nextWindow({ from, passed, latest }: Cursor, items: readonly Event[]): Cursor {
  const newest = items.at(-1)?.at.toISOString() ?? latest
  const overlapped = newest === undefined ? from : new Date(Date.parse(newest) - OVERLAP_MS).toISOString()
  return { from: overlapped > from ? overlapped : from, seen: marksOf(passed, items), passed: [] }
}

function marksOf(passed: readonly string[], items: readonly Event[]): string[] {
  return [...passed, ...items.map(({ mark }) => mark)].slice(-MAX_SEEN)
}

export function cursorAt(time: Date): string {
  return JSON.stringify({ from: time.toISOString(), seen: [], passed: [] } satisfies Cursor)
}

function readCursor(text: string | undefined): Cursor {
  return JSON.parse(text ?? cursorAt(new Date(Date.now() - OVERLAP_MS))) as Cursor
}

/** Lists every posting of the day, since Increase gives no totals. */
export async function dayTotals(api: IncreaseApi, accountId: string, day: string): Promise<DayTotals> {
  const from = new Date(`${day}T00:00:00Z`)
  const query = {
    account_id: accountId,
    'category.in': 'card_settlement,card_refund,card_financial',
    'created_at.on_or_after': from.toISOString(),
    'created_at.before': new Date(from.getTime() + 86_400_000).toISOString(),
  }
  const postings = await silentIfRefused(api.all('/transactions', query, MAX_POSTING_PAGES, readPosting))
  const sum = (isCredit: boolean) =>
    postings.filter((each) => each.isCredit === isCredit).reduce((total, { amount }) => total + amount, 0n)
  return { gross: sum(false), refunds: sum(true), posts: postings.map(({ id }) => id) }
}

function readPosting(transaction: Field): { id: string; amount: bigint; isCredit: boolean } {
  const source = transaction.get('source')
  const category = source.get('category').text()
  const object = source.get(category)
  const isCredit = category === 'card_refund' || (category === 'card_financial' && object.get('direction').is('refund'))
  return { id: object.get('id').text(), amount: object.get('amount').cents(), isCredit }
}

export async function accountBalance(api: IncreaseApi, accountId: string): Promise<OutsideBalance> {
  const path = `/accounts/${accountId}/balance`
  return await silentIfRefused(
    api.get(path, (balance) => ({ available: balance.get('available_balance').integer(), currency: 'USD' })),
  )
}
