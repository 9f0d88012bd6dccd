import { useMemo } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'
import { cardName } from './card-actions.ts'

/**
 * Names for the cards of a list that knows only ids. The cards used last are those of the latest transactions, and one page
 * of them is one request where a look-up each would be fifty.
 */
export function useCardNames(): Map<string, string> {
  const cards = useRead<Page<CardListItem>>({
    noun: 'cards',
    path: '/v1/cards',
    query: { sort: 'last_used', order: 'desc', per_page: 100 },
    keepWhileLoading: true,
  })
  return useMemo(() => new Map(cards.data?.data.map((card) => [card.id, cardName(card)])), [cards.data])
}

/** The end of an id, where the name is not known. */
export function shortId(id: string): string {
  return `…${id.slice(-6)}`
}
