import type { Workspace } from '../../accounts/workspace.ts'
import { searchCards } from '../../cards/list-cards.ts'
import type { Sql } from '../../database/database.ts'
import { read } from '../../http/route.ts'
import { Strict, Text } from '../../http/schemas.ts'
import { parseRequestId, publicId } from '../../ids.ts'
import { cardStatusNames } from '../../ledger/rows.ts'
import { dollars } from '../../money.ts'
import { transactionTypeNames } from '../../transactions/present-transaction.ts'
import { selectCardNames } from '../card-names.ts'
import { type FoundCard, type FoundTransaction, SearchResults } from '../shapes/search.ts'
import { findObject } from './find-object.ts'
import { amountOf } from './read-amount.ts'
import { type FoundRow, selectMerchantNames, selectNewestByAmount, selectNewestByMerchant } from './search-queries.ts'

/** The maximum of each group. One more is fetched, to tell whether there are others. */
const SHOWN = 5
/** Nearly every name contains a shorter text. */
const MIN_TEXT = 2

type Group<T> = { data: T[]; more: boolean }
const nothing = { data: [], more: false }

export const search = read({
  method: 'GET',
  url: '/search',
  operationId: 'search',
  tag: 'Dashboard',
  summary: 'Find an object by its id, cards by label or last four, transactions by merchant or amount',
  query: Strict({ text: Text({ minLength: 1, maxLength: 64 }) }),
  reply: { 200: SearchResults },
  mayReadStandby: true,
  async read({ sql, workspace, query, services }): Promise<SearchResults> {
    const text = query.text.trim()
    if (parseRequestId(text)) await services.requestLog.flush() // includes the latest requests of this process
    const object = await findObject(sql, workspace, text)
    const amount = amountOf(text)
    const none = { object, cards: nothing, merchants: nothing, transactions: nothing, amount: null }
    if (object || text.length < MIN_TEXT) return none
    const [cards, merchants, transactions] = await Promise.all([
      searchCards(sql, workspace, text, SHOWN + 1),
      selectMerchantNames(sql, workspace, text, SHOWN + 1),
      amount === undefined
        ? selectNewestByMerchant(sql, workspace, text, SHOWN + 1)
        : selectNewestByAmount(sql, workspace, amount, SHOWN + 1),
    ])
    return {
      object,
      cards: groupOf(
        cards.map(
          (card): FoundCard => ({
            id: publicId('card', card.bucket, card.id),
            label: card.label,
            last4: card.last4,
            status: cardStatusNames[card.status - 1]!,
          }),
        ),
      ),
      merchants: groupOf([...merchants]),
      transactions: groupOf(await presentTransactions(sql, workspace, transactions)),
      amount: amount === undefined ? null : dollars(amount),
    }
  },
})

function groupOf<T>(found: T[]): Group<T> {
  return { data: found.slice(0, SHOWN), more: found.length > SHOWN }
}

async function presentTransactions(sql: Sql, workspace: Workspace, rows: readonly FoundRow[]) {
  const cards = await selectCardNames(
    sql,
    workspace,
    rows.map(({ card_id }) => card_id),
  )
  return rows.map(
    (row): FoundTransaction => ({
      id: publicId('transaction', workspace.bucket, row.id),
      type: transactionTypeNames[row.type - 1]!,
      amount: dollars(row.amount_cents),
      merchant: row.merchant,
      created_at: row.created_at.toISOString(),
      card: cards.get(row.card_id)!,
    }),
  )
}
