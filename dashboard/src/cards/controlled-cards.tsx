// Which cards of a list have controls: a small sign beside their number.

import { SlidersHorizontal } from 'lucide-react'
import type { ControlledCards } from '../../../server/src/dashboard/shapes/cards.ts'
import { useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'

export function useControlledCards(cards: CardListItem[] = []): ReadonlySet<string> {
  const { data } = useRead<ControlledCards>({
    noun: 'cards',
    path: '/dashboard/cards/controlled',
    query: { ids: cards.map(({ id }) => id).join(',') },
    enabled: cards.length > 0,
    keepWhileLoading: true,
  })
  return new Set(data?.data)
}

export function ControlsSign() {
  return (
    <span title="Has controls" className="inline-flex">
      <SlidersHorizontal className="size-3.5" aria-hidden />
      <span className="sr-only">Has controls</span>
    </span>
  )
}
