// Lists, page by page or item by item.

import { ApiPromise } from './api-promise.ts'

export interface Pagination {
  page: number
  per_page: number
  total: number
  total_capped?: boolean
  next_cursor?: string | null
}

export interface ListBody<T> {
  data: T[]
  /** Missing in a list that is returned whole. */
  pagination?: Pagination & { total_pages?: number }
}

/** Where the next page begins. */
export type PageStart = { cursor: string } | { page: number }

export class Page<T> implements AsyncIterable<T> {
  readonly data: T[]
  /** Counted from 1. */
  readonly page: number
  readonly perPage: number
  /** Items of all pages. */
  readonly total: number
  /** There are more items than were counted. */
  readonly totalCapped: boolean
  /** Given for cards only. */
  readonly totalPages: number | undefined
  /** Null at the end of a list. Undefined in a list without cursors, such as cards sorted by balance. */
  readonly nextCursor: string | null | undefined
  readonly #body: ListBody<T>
  readonly #pageFrom: (start: PageStart) => PagePromise<T>

  constructor(body: ListBody<T>, pageFrom: (start: PageStart) => PagePromise<T>) {
    const { data, pagination } = body
    this.data = data
    this.page = pagination?.page ?? 1
    this.perPage = pagination?.per_page ?? data.length
    this.total = pagination?.total ?? data.length
    this.totalCapped = pagination?.total_capped ?? false
    this.totalPages = pagination?.total_pages
    this.nextCursor = pagination ? pagination.next_cursor : null
    this.#body = body
    this.#pageFrom = pageFrom
  }

  get hasMore(): boolean {
    return this.#next !== undefined
  }

  /** Undefined after the last page. */
  async nextPage(): Promise<Page<T> | undefined> {
    const start = this.#next
    return start && (await this.#pageFrom(start))
  }

  /** A capped total is too low, so another page may follow a full page even if the total says otherwise. */
  get #next(): PageStart | undefined {
    if (this.nextCursor === null) return undefined
    if (this.nextCursor !== undefined) return { cursor: this.nextCursor }
    const isFull = this.data.length > 0 && this.data.length === this.perPage
    const isCounted = this.page * this.perPage < this.total
    return isFull && (isCounted || this.totalCapped) ? { page: this.page + 1 } : undefined
  }

  /** This page and the pages after it. Each is requested when the loop reaches it. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page: Page<T> | undefined = this
    while (page) {
      yield page
      page = await page.nextPage()
    }
  }

  /**
   * The items of this page and of the pages after it. A walk by cursor skips and repeats nothing, even when items
   * change during the walk. In a walk by page number, an item may move to the next page, which does not repeat it.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let before = new Set<unknown>()
    for await (const { data } of this.pages()) {
      yield* data.filter((item) => !before.has(idOf(item)))
      before = new Set(data.map(idOf))
    }
  }

  /** The body as the service sent it. */
  toJSON(): ListBody<T> {
    return this.#body
  }
}

/** An item without an id is only equal to itself. */
function idOf(item: unknown): unknown {
  return (item as { id?: unknown }).id ?? item
}

/** `await` returns the first page, `for await` visits every item of every page. */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    yield* (await this).pages()
  }
}
