import type { Page } from '../../api/read.ts'
import { get, Problem, type Query } from '../../api/request.ts'
import type { CardListItem } from '../../api/schemas.ts'

export const MAX_SELECTED = 10_000
const PER_PAGE = 100
const DEFAULT_WAIT_SECONDS = 5

/** Only the dashboard route can filter by owner. */
export function cardsPath(owner: unknown): string {
  return owner === undefined ? '/v1/cards' : '/dashboard/cards'
}

/** Every card that matches the filters, newest first, up to `MAX_SELECTED`. */
export async function walkCards(
  filters: Query,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<CardListItem[]> {
  const found: CardListItem[] = []
  let cursor: string | null | undefined
  do {
    const query = { ...filters, sort: 'created_at', order: 'desc', per_page: PER_PAGE, cursor: cursor ?? undefined }
    const page = await readPatiently(query, signal)
    found.push(...page.data)
    cursor = page.pagination.next_cursor
    onRead(Math.min(found.length, MAX_SELECTED))
  } while (cursor && found.length < MAX_SELECTED)
  return found.slice(0, MAX_SELECTED)
}

/** When the rate limit is reached, waits as long as the service says and tries again. */
async function readPatiently(query: Query, signal: AbortSignal): Promise<Page<CardListItem>> {
  while (true) {
    try {
      return await get<Page<CardListItem>>(cardsPath(query.owner), query, signal)
    } catch (error) {
      if (!(error instanceof Problem && error.status === 429)) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? DEFAULT_WAIT_SECONDS) * 1000))
      signal.throwIfAborted()
    }
  }
}
