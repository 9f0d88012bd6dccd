// The list of transactions as the dashboard shows it: with the name of the card, the note and the tags, and filtered by
// tag. The API has none of these.

import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { CSV_MEDIA } from '../http/csv.ts'
import { refusedCursor } from '../http/cursor.ts'
import { read } from '../http/route.ts'
import { pageOf, Strict, Text } from '../http/schemas.ts'
import { Streamed } from '../http/streamed.ts'
import { cleanTag } from '../transaction-notes/note-routes.ts'
import { readNotes } from '../transaction-notes/note-rows.ts'
import { MAX_TAG } from '../transaction-notes/note-shapes.ts'
import type { TransactionWithMerchant } from '../transactions/find-transaction.ts'
import { readFilters, readTransactionPage, transactionParameters } from '../transactions/list-transactions.ts'
import { presentTransaction, Transaction } from '../transactions/present-transaction.ts'
import { csvOfTransactions, type MoreColumns, transactionsCsv } from '../transactions/transactions-csv.ts'
import { selectCardNames } from './card-names.ts'
import { csvFileName } from './csv-file-name.ts'
import { CardName } from './shapes/cards.ts'

const ShownTransaction = Type.Intersect([
  Transaction,
  Type.Object({ card: CardName, note: Type.String(), tags: Type.Array(Type.String()) }),
])

export const listShownTransactions = read({
  method: 'GET',
  url: '/transactions',
  operationId: 'listShownTransactions',
  tag: 'Transactions',
  summary: 'List transactions with card names, notes and tags',
  query: Strict({ ...transactionParameters, tag: Type.Optional(Text({ minLength: 1, maxLength: MAX_TAG })) }),
  reply: { 200: pageOf(ShownTransaction) },
  csv: transactionsCsv,
  mayReadStandby: true,
  async read({ sql, workspace, query: { tag, ...given }, services }) {
    const query = tag === undefined ? given : { ...given, tag: cleanTag(tag) }
    if (query.format === 'csv') {
      if (query.cursor !== undefined) throw refusedCursor('A CSV file holds the whole list; it takes no "cursor".')
      const filters = await readFilters(sql, workspace, query)
      const name = await csvFileName(sql, workspace, 'transactions', query, services.clock())
      return new Streamed(CSV_MEDIA, name, csvOfTransactions(sql, workspace, filters, shownColumns(sql, workspace)))
    }
    const { rows, pagination } = await readTransactionPage(sql, workspace, query, 'shown transactions')
    const shownOf = await readShown(sql, workspace, rows)
    return { data: rows.map((row) => ({ ...presentTransaction(row, row), ...shownOf(row) })), pagination }
  },
})

function shownColumns(sql: Sql, workspace: Workspace): MoreColumns {
  return {
    names: ['card_label', 'card_last4', 'note', 'tags'],
    async valuesOf(rows) {
      const shownOf = await readShown(sql, workspace, rows)
      return (row) => {
        const { card, note, tags } = shownOf(row)
        return [card?.label ?? '', card?.last4 ?? '', note, tags.join(', ')]
      }
    },
  }
}

/** Two queries for a page, whatever its length. */
async function readShown(sql: Sql, workspace: Workspace, rows: readonly TransactionWithMerchant[]) {
  const [names, notes] = await Promise.all([
    selectCardNames(
      sql,
      workspace,
      rows.map(({ card_id }) => card_id),
    ),
    readNotes(
      sql,
      workspace,
      rows.map(({ id }) => id),
    ),
  ])
  return ({ id, card_id }: TransactionWithMerchant) => ({
    card: names.get(card_id),
    note: notes.get(id)?.note ?? '',
    tags: notes.get(id)?.tags ?? [],
  })
}
