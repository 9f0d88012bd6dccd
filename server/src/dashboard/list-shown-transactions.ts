import Type from 'typebox'
import { read } from '../http/route.ts'
import { pageOf, pagingParameters, Strict } from '../http/schemas.ts'
import {
  readTransactionPage,
  transactionFilterParameters,
  transactionPageSize,
} from '../transactions/list-transactions.ts'
import { presentTransaction, Transaction } from '../transactions/present-transaction.ts'
import { selectCardNames } from './card-names.ts'
import { CardName } from './shapes/cards.ts'

/** As `GET /v1/transactions`, each with the name of its card: the pages show that, and ids say nothing to people. */
export const listShownTransactions = read({
  method: 'GET',
  url: '/transactions',
  operationId: 'listShownTransactions',
  tag: 'Transactions',
  summary: 'List transactions with the names of their cards',
  query: Strict({ ...transactionFilterParameters, ...pagingParameters(transactionPageSize) }),
  reply: { 200: pageOf(Type.Intersect([Transaction, Type.Object({ card: CardName })])) },
  mayReadStandby: true,
  async read({ sql, workspace, query }) {
    const { rows, pagination } = await readTransactionPage(sql, workspace, query, 'shown transactions')
    const names = await selectCardNames(
      sql,
      workspace,
      rows.map(({ card_id }) => card_id),
    )
    return { data: rows.map((row) => ({ ...presentTransaction(row, row), card: names.get(row.card_id) })), pagination }
  },
})
