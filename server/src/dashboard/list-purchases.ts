import Type from 'typebox'
import { CSV_MEDIA } from '../http/csv.ts'
import { byTime, refusedCursor } from '../http/cursor.ts'
import { cutPage, type PagedList, pageWindowOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pagingParameters, Strict } from '../http/schemas.ts'
import { Streamed } from '../http/streamed.ts'
import { presentPurchase } from '../purchases/present-purchase.ts'
import { purchaseParameters, readPurchaseFilters } from '../purchases/purchase-filters.ts'
import { findPurchases } from '../purchases/purchase-queries.ts'
import { PurchasePage } from '../purchases/purchase-shapes.ts'
import { csvOfPurchases } from '../purchases/purchases-csv.ts'
import type { TransactionPosition } from '../transactions/transaction-queries.ts'
import { csvFileName } from './csv-file-name.ts'

const list: PagedList<TransactionPosition> = {
  name: 'purchases',
  size: 50,
  position: byTime,
  defaults: { format: 'json' },
}
const { per_page, cursor } = pagingParameters(list.size)

export const listPurchases = read({
  method: 'GET',
  url: '/purchases',
  operationId: 'listPurchases',
  tag: 'Dashboard',
  summary: 'List purchases, newest first',
  description:
    'Walked by cursor only: nothing is counted, so that the first page of millions costs what any other does. A filter ' +
    'that few purchases match may give a short or empty page with a `next_cursor`, which continues the search.',
  query: Strict({
    ...purchaseParameters,
    format: Type.Optional(Type.String({ enum: ['json', 'csv'], default: 'json' })),
    per_page,
    cursor,
  }),
  reply: { 200: PurchasePage },
  csv: 'All that match, whatever their number.',
  mayReadStandby: true,
  async read({ sql, workspace, query, services }): Promise<PurchasePage | Streamed> {
    if (query.format === 'csv') {
      if (query.cursor !== undefined) throw refusedCursor('A CSV file holds the whole list; it takes no "cursor".')
      const filters = await readPurchaseFilters(sql, workspace, query)
      const name = await csvFileName(sql, workspace, 'purchases', query, services.clock())
      return new Streamed(CSV_MEDIA, name, csvOfPurchases(sql, workspace, filters))
    }
    const place = pageWindowOf(list, query)
    const filters = await readPurchaseFilters(sql, workspace, query)
    const found = filters ? await findPurchases(sql, workspace, filters, place) : { rows: [], stoppedAt: undefined }
    const { rows, next } = cutPage(place, found.rows)
    return {
      data: rows.map(presentPurchase),
      pagination: {
        page: place.page,
        per_page: place.per_page,
        next_cursor: found.stoppedAt ? place.cursorAfter(found.stoppedAt) : next,
        searched_to: found.stoppedAt?.created_at.toISOString() ?? null,
      },
    }
  },
})
