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
  /** A list that comes whole has none. */
  pagination?: Pagination & { total_pages?: number }
}

/** Where the next page begins. */
export type Place = { cursor: string } | { page: number }

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
  /** Null at the end; undefined where a list has pages only, such as cards sorted by balance. */
  readonly nextCursor: string | null | undefined
  readonly #body: ListBody<T>
  readonly #pageFrom: (place: Place) => PagePromise<T>

  constructor(body: ListBody<T>, pageFrom: (place: Place) => PagePromise<T>) {
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
    const place = this.#next
    return place && (await this.#pageFrom(place))
  }

  /** A counted total is capped, so a full page may have another after it although the count says no. */
  get #next(): Place | undefined {
    if (this.nextCursor === null) return undefined
    if (this.nextCursor !== undefined) return { cursor: this.nextCursor }
    const isFull = this.data.length > 0 && this.data.length === this.perPage
    const isCounted = this.page * this.perPage < this.total
    return isFull && (isCounted || this.totalCapped) ? { page: this.page + 1 } : undefined
  }

  /** This page and those after it; each is asked for when the loop comes to it. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page: Page<T> | undefined = this
    while (page) {
      yield page
      page = await page.nextPage()
    }
  }

  /**
   * The items of this page and of those after it. By cursor nothing is skipped or repeated, whatever changes meanwhile.
   * By number an item may move on to the next page, where it is not shown again.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let before = new Set<unknown>()
    for await (const { data } of this.pages()) {
      yield* data.filter((item) => !before.has(idOf(item)))
      before = new Set(data.map(idOf))
    }
  }

  /** As the service wrote it. */
  toJSON(): ListBody<T> {
    return this.#body
  }
}

/** Something without an id is like nothing else. */
function idOf(item: unknown): unknown {
  return (item as { id?: unknown }).id ?? item
}

/** `await` gives the first page, `for await` every item of every page. */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    yield* (await this).pages()
  }
}
