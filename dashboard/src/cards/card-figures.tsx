// Figures that the list shows for each card, such as balances, read once for a whole page of cards.

import { SlidersHorizontal } from 'lucide-react'
import type { CardFigures as Figures } from '../../../server/src/dashboard/shapes/cards.ts'
import { useRead } from '../api/read.ts'
import { get } from '../api/request.ts'
import type { CardListItem } from '../api/schemas.ts'

export type CardFigures = Figures['data'][number]

const PATH = '/dashboard/cards/figures'
/** The number of ids that fit into one URL. */
const MAX_IDS = 100

export function useCardFigures(cards: CardListItem[] = []): ReadonlyMap<string, CardFigures> {
  const { data } = useRead<Figures>({
    noun: 'cards',
    path: PATH,
    query: { ids: cards.map(({ id }) => id).join(',') },
    enabled: cards.length > 0,
    keepWhileLoading: true,
  })
  return new Map(data?.data.map((each) => [each.id, each]))
}

/** Reads the current figures of any number of cards. `onRead` gets the number read so far. */
export async function readFigures(
  ids: readonly string[],
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<Map<string, CardFigures>> {
  const found = new Map<string, CardFigures>()
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const { data } = await get<Figures>(PATH, { ids: ids.slice(from, from + MAX_IDS).join(',') }, signal)
    for (const each of data) found.set(each.id, each)
    onRead(Math.min(from + MAX_IDS, ids.length))
  }
  return found
}

export function ControlsSign() {
  return (
    <span title="Has controls" className="inline-flex">
      <SlidersHorizontal className="size-3.5" aria-hidden />
      <span className="sr-only">Has controls</span>
    </span>
  )
}
