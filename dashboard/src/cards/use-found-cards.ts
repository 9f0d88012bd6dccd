import { type Page, useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'
import { MAX_LABEL } from './card-list-filters.tsx'

/** The first cards whose label or last four digits match the text. The old ones stay while new ones load. */
export function useFoundCards(text: string, count: number) {
  return useRead<Page<CardListItem>>({
    noun: 'cards',
    path: '/v1/cards',
    query: { search: text.trim().slice(0, MAX_LABEL), per_page: count },
    keepWhileLoading: true,
  })
}
