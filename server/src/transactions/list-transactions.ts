import Type, { type Static } from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { CSV_MEDIA } from '../http/csv.ts'
import { byTime, refusedCursor } from '../http/cursor.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { cardOfFilter } from '../http/key-bounds.ts'
import { cutPage, exact, isPastEnd, type PagedList, pageInfo, pageWindowOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { Dollars, pageOf, pagingParameters, rangeParameters, Strict, Text } from '../http/schemas.ts'
import { Streamed } from '../http/streamed.ts'
import { centsFromDollars } from '../money.ts'
import {
  presentTransaction,
  Transaction,
  type TransactionTypeName,
  transactionTypeNames,
} from './present-transaction.ts'
import {
  countTransactions,
  findMerchants,
  selectTransactions,
  type TransactionFilters,
  type TransactionPosition,
} from './transaction-queries.ts'
import { csvOfTransactions, transactionsCsv } from './transactions-csv.ts'

export const transactionPageSize = 50

const list: PagedList<TransactionPosition> = {
  name: 'transactions',
  size: transactionPageSize,
  position: byTime,
  defaults: { format: 'json' },
}

const AmountFilter = Dollars({
  minimum: 0,
  maximum: 1_000_000_000,
  description: "An amount in USD, compared with the absolute value of the transaction's amount.",
  'x-error': 'invalid_request',
})

export const transactionParameters = {
  card_id: Type.Optional(Text({ maxLength: 100 })),
  type: Type.Optional(Type.String({ enum: [...transactionTypeNames] })),
  ...rangeParameters,
  merchant: Type.Optional(Text({ maxLength: 200, description: "A part of the merchant's name. Case is ignored." })),
  min_amount: Type.Optional(AmountFilter),
  max_amount: Type.Optional(AmountFilter),
  format: Type.Optional(
    Type.String({
      enum: ['json', 'csv'],
      default: 'json',
      description: '`csv` returns all matching items in one file.',
    }),
  ),
  ...pagingParameters(list.size),
}

const Query = Strict(transactionParameters)

/** Only people have tags. */
type TransactionQuery = Static<typeof Query> & { tag?: string }

export const listTransactions = read({
  method: 'GET',
  url: '/transactions',
  operationId: 'listTransactions',
  scope: 'transactions:read',
  bounds: 'within',
  tag: 'Transactions',
  summary: 'List transactions',
  description:
    'Lists transactions, newest first. `total` is exact without filters and for `card_id` and `type`; with other filters it is counted up to 10,000.',
  query: Query,
  reply: { 200: pageOf(Transaction) },
  csv: transactionsCsv,
  mayReadStandby: true,
  async read({ sql, workspace, query }) {
    if (query.format === 'csv') {
      if (query.cursor !== undefined) throw refusedCursor('A CSV file holds the whole list; it takes no "cursor".')
      const filters = await readFilters(sql, workspace, query)
      return new Streamed(CSV_MEDIA, 'transactions.csv', csvOfTransactions(sql, workspace, filters))
    }
    const { rows, pagination } = await readTransactionPage(sql, workspace, query)
    return { data: rows.map((row) => presentTransaction(row, row)), pagination }
  },
})

/** One page of the list, as rows: the dashboard shows the same page with more beside it, as a list by another name. */
export async function readTransactionPage(sql: Sql, workspace: Workspace, query: TransactionQuery, name = list.name) {
  const place = pageWindowOf({ ...list, name }, query)
  const filters = await readFilters(sql, workspace, query)
  if (!filters) return { rows: [], pagination: pageInfo(place, exact(0), null) }
  const total = await countTransactions(sql, workspace, filters)
  const found = isPastEnd(place, total) ? [] : await selectTransactions(sql, workspace, filters, place)
  const { rows, next } = cutPage(place, found)
  return { rows, pagination: pageInfo(place, total, next) }
}

/** Undefined when nothing can match, because the card or the merchant does not exist. */
export async function readFilters(
  sql: Sql,
  workspace: Workspace,
  query: TransactionQuery,
): Promise<TransactionFilters | undefined> {
  const cardId = await cardOfFilter(sql, workspace, query.card_id)
  if (cardId === null) return undefined
  const filters: TransactionFilters = {
    cardId,
    type: query.type as TransactionTypeName | undefined,
    from: rangeStart('from', query.from),
    to: rangeEnd('to', query.to),
    minAmount: query.min_amount === undefined ? undefined : centsFromDollars(query.min_amount),
    maxAmount: query.max_amount === undefined ? undefined : centsFromDollars(query.max_amount),
    tag: query.tag,
    merchants: query.merchant === undefined ? undefined : await findMerchants(sql, workspace, query.merchant),
  }
  return filters.merchants?.ids.length === 0 ? undefined : filters
}
