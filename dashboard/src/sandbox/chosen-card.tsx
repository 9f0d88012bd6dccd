import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { CardListItem, CardSummary } from '../api/schemas.ts'
import { CardPicker } from '../cards/card-picker.tsx'
import { useFilters } from '../shell/filters.ts'
import { money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'

const LOOKED_AT = 20

/** The card that the simulations use: the one named in the address, or else the newest usable card. */
export function useChosenCard() {
  const { filters, set } = useFilters()
  const newest = useRead<Page<CardListItem>>({ noun: 'cards', path: '/v1/cards', query: { per_page: LOOKED_AT } })
  // The first choice is kept, so a card created in the meantime does not replace it.
  const [first, setFirst] = useState<string>()
  const found = usable(newest.data?.data ?? [])?.id
  if (first === undefined && found !== undefined) setFirst(found)
  const id = filters.card ?? first
  const reading = useRead<CardSummary>({
    noun: 'cards',
    path: `/v1/cards/${encodeURIComponent(id ?? '')}`,
    enabled: id !== undefined,
  })
  return {
    newest,
    reading,
    card: id === undefined ? undefined : reading.data,
    choose: (card: string | undefined) => {
      setFirst(undefined)
      set({ card })
    },
  }
}

function usable(cards: CardListItem[]): CardListItem | undefined {
  return cards.find(({ status }) => status === 'active') ?? cards[0]
}

export function ChosenCard({ of }: { of: ReturnType<typeof useChosenCard> }) {
  const { newest, reading, card, choose } = of
  const error = newest.error ?? reading.error
  return (
    <Panel title="Card" note="Purchases, refunds and challenges below use this card.">
      {card && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <CardPicker required label="Card to use" value={card.id} onChoose={choose} />
          <Facts of={card} />
        </div>
      )}
      {!card && error && <Failed problem={error} onRetry={() => choose(undefined)} />}
      {!card && !error && (newest.data?.data.length === 0 ? <NoCards /> : <Loading rows={2} />)}
    </Panel>
  )
}

function Facts({ of: { id, network, balance, status } }: { of: CardSummary }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Status of={status} />
      <span className="tabular font-semibold">{money(balance)}</span>
      <span className="text-soft">{network === 'visa' ? 'Visa' : 'Mastercard'}</span>
      <Link to={`/cards/${id}`} className="font-medium underline-offset-2 hover:underline">
        Open the card
      </Link>
    </p>
  )
}

function NoCards() {
  return (
    <Empty
      icon={<CreditCard className="size-5" aria-hidden />}
      title="No cards yet"
      action={
        <Link to="/cards" className={buttonLook('primary')}>
          Create a card
        </Link>
      }
    >
      The sandbox wallet already holds test money.
    </Empty>
  )
}
