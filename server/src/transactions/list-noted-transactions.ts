// The list of transactions as the dashboard shows it: with notes and tags, and a filter by tag. API keys have neither.

import Type, { type Static } from 'typebox'
import { MAX_TAG } from '../dashboard/shapes/transaction-notes.ts'
import { CSV_MEDIA } from '../http/csv.ts'
import { byTime, refusedCursor } from '../http/cursor.ts'
import { cutPage, exact, isPastEnd, type PagedList, pageInfo, placeOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pageOf, Strict, Text } from '../http/schemas.ts'
import { Streamed } from '../http/streamed.ts'
import { cleanTag } from '../transaction-notes/note-routes.ts'
import { readNotes } from '../transaction-notes/note-rows.ts'
import { readFilters, transactionParameters } from './list-transactions.ts'
import { presentTransaction, Transaction } from './present-transaction.ts'
import { countTransactions, selectTransactions, type TransactionPosition } from './transaction-queries.ts'
import { csvOfTransactions, type MoreColumns, transactionsCsv } from './transactions-csv.ts'

const list: PagedList<TransactionPosition> = {
  name: 'noted transactions',
  size: 50,
  position: byTime,
  defaults: { format: 'json' },
}

const Query = Strict({ ...transactionParameters, tag: Type.Optional(Text({ minLength: 1, maxLength: MAX_TAG })) })

const NotedTransaction = Type.Intersect([
  Transaction,
  Type.Object({ note: Type.String(), tags: Type.Array(Type.String()) }),
])

export const listNotedTransactions = read({
  method: 'GET',
  url: '/transactions',
  operationId: 'listNotedTransactions',
  tag: 'Dashboard',
  summary: 'Transactions with their notes and tags, newest first',
  query: Query,
  reply: { 200: pageOf(NotedTransaction) },
  csv: transactionsCsv,
  mayReadStandby: true,
  async read({ sql, workspace, query: given }) {
    const query: Static<typeof Query> = {
      ...given,
      ...(given.tag !== undefined && { tag: cleanTag(given.tag) }),
    }
    const place = query.format === 'csv' ? undefined : placeOf(list, query)
    const filters = await readFilters(sql, workspace, query)
    if (!place) {
      if (query.cursor !== undefined) throw refusedCursor('A CSV file holds the whole list; it takes no "cursor".')
      const more: MoreColumns = {
        names: ['note', 'tags'],
        async valuesOf(rows) {
          const notes = await readNotes(
            sql,
            workspace,
            rows.map(({ id }) => id),
          )
          return ({ id }) => [notes.get(id)?.note ?? '', notes.get(id)?.tags.join(', ') ?? '']
        },
      }
      return new Streamed(CSV_MEDIA, 'transactions.csv', csvOfTransactions(sql, workspace, filters, more))
    }
    if (!filters) return { data: [], pagination: pageInfo(place, exact(0), null) }
    const total = await countTransactions(sql, workspace, filters)
    const found = isPastEnd(place, total) ? [] : await selectTransactions(sql, workspace, filters, place)
    const { rows, next } = cutPage(place, found)
    const notes = await readNotes(
      sql,
      workspace,
      rows.map(({ id }) => id),
    )
    return {
      data: rows.map((row) => ({
        ...presentTransaction(row, row),
        note: notes.get(row.id)?.note ?? '',
        tags: notes.get(row.id)?.tags ?? [],
      })),
      pagination: pageInfo(place, total, next),
    }
  },
})
