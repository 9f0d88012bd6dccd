// Lists, page by page or item by item.

import { ApiPromise } from './api-promise.ts'

export interface Pagination {
  page: number
  per_page: number
  total: number
  total_pages?: number
  total_capped?: boolean
}

export interface ListBody<T> {
  data: T[]
  /** A list that comes whole has none. */
  pagination?: Pagination
}

export class Page<T> implements AsyncIterable<T> {
  readonly data: T[]
  readonly pagination: Pagination | undefined
  readonly #pageAt: (page: number) => PagePromise<T>

  constructor({ data, pagination }: ListBody<T>, pageAt: (page: number) => PagePromise<T>) {
    this.data = data
    this.pagination = pagination
    this.#pageAt = pageAt
  }

  /** A counted total is capped, so a full page may have another after it although the count says no. */
  hasNextPage(): boolean {
    if (!this.pagination || this.data.length === 0) return false
    const { page, per_page, total, total_capped } = this.pagination
    return page * per_page < total || (total_capped === true && this.data.length === per_page)
  }

  async nextPage(): Promise<Page<T> | undefined> {
    return this.hasNextPage() ? await this.#pageAt(this.pagination!.page + 1) : undefined
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
   * The items of this page and of those after it. Pages are counted from the newest: one that arrives meanwhile pushes
   * another over to the next page, which is not shown again.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let before = new Set<unknown>()
    for await (const { data } of this.pages()) {
      yield* data.filter((item) => !before.has(idOf(item)))
      before = new Set(data.map(idOf))
    }
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
