import Type, { type Static } from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { CSV_MEDIA } from '../http/csv.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { pageInfo, window } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { Dollars, Page, PageInfo, PerPage, Strict, Text } from '../http/schemas.ts'
import { Streamed } from '../http/streamed.ts'
import { parseId } from '../ids.ts'
import { centsFromDollars } from '../money.ts'
import {
  presentTransaction,
  Transaction,
  type TransactionTypeName,
  transactionTypeNames,
} from './present-transaction.ts'
import { countTransactions, findMerchants, selectTransactions, type TransactionFilters } from './transaction-queries.ts'
import { csvOfTransactions, transactionsCsv } from './transactions-csv.ts'

const AmountFilter = Dollars({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'Compared with the absolute value, USD.',
  'x-error': 'invalid_request',
})

const Query = Strict({
  card_id: Type.Optional(Text({ maxLength: 100 })),
  type: Type.Optional(Type.String({ enum: [...transactionTypeNames] })),
  from: Type.Optional(Text({ maxLength: 40, description: 'ISO 8601, inclusive; a bare date means that UTC day.' })),
  to: Type.Optional(Text({ maxLength: 40, description: 'ISO 8601, inclusive; a bare date means that whole UTC day.' })),
  merchant: Type.Optional(Text({ maxLength: 200, description: 'Part of the merchant name, in any case.' })),
  min_amount: Type.Optional(AmountFilter),
  max_amount: Type.Optional(AmountFilter),
  format: Type.Optional(Type.String({ enum: ['json', 'csv'], default: 'json' })),
  page: Page,
  per_page: PerPage(50),
})

export const listTransactions = read({
  method: 'GET',
  url: '/transactions',
  operationId: 'listTransactions',
  tag: 'Transactions',
  summary: 'List transactions',
  description:
    'Newest first. `total` is exact without filters and for `card_id` and `type`; with others it is counted up to 10,000. With `format=csv` all that match, whatever their number, as one CSV file.',
  query: Query,
  reply: { 200: Type.Object({ data: Type.Array(Transaction), pagination: PageInfo }) },
  csv: transactionsCsv,
  async read({ sql, workspace, query }) {
    const page = window(query, 50)
    const filters = await readFilters(sql, workspace, query)
    if (query.format === 'csv')
      return new Streamed(CSV_MEDIA, 'transactions.csv', csvOfTransactions(sql, workspace, filters))
    if (!filters) return { data: [], pagination: pageInfo(page, { total: 0, capped: false }) }
    const total = await countTransactions(sql, workspace, filters)
    const isPastEnd = !total.capped && page.offset >= total.total
    const rows = isPastEnd ? [] : await selectTransactions(sql, workspace, filters, page)
    return { data: rows.map((row) => presentTransaction(row, row)), pagination: pageInfo(page, total) }
  },
})

/** Undefined when nothing can match: a card of nobody's, a merchant that was never there. */
async function readFilters(
  sql: Sql,
  workspace: Workspace,
  query: Static<typeof Query>,
): Promise<TransactionFilters | undefined> {
  const card = query.card_id === undefined ? undefined : parseId('card', query.card_id)
  if (query.card_id !== undefined && card?.bucket !== workspace.bucket) return undefined
  const filters: TransactionFilters = {
    cardId: card?.uuid,
    type: query.type as TransactionTypeName | undefined,
    from: rangeStart('from', query.from),
    to: rangeEnd('to', query.to),
    minAmount: query.min_amount === undefined ? undefined : centsFromDollars(query.min_amount),
    maxAmount: query.max_amount === undefined ? undefined : centsFromDollars(query.max_amount),
    merchants: query.merchant === undefined ? undefined : await findMerchants(sql, workspace, query.merchant),
  }
  return filters.merchants?.ids.length === 0 ? undefined : filters
}
