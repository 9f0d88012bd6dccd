import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'

const SHOWN = 100

/** The card that the page plays with: named in the address, else the newest that works. */
export function useCards() {
  const { filters, set } = useFilters()
  const [label, search] = useState('')
  const reading = useRead<Page<CardListItem>>({
    noun: 'cards',
    path: '/v1/cards',
    query: { per_page: SHOWN, label },
    keepWhileLoading: true,
  })
  const named = useRead<CardListItem>({
    noun: 'cards',
    path: `/v1/cards/${encodeURIComponent(filters.card ?? '')}`,
    enabled: filters.card !== undefined,
  }).data
  const cards = reading.data?.data ?? []
  const chosen = filters.card === undefined ? usable(cards) : (cards.find(({ id }) => id === filters.card) ?? named)
  return { reading, cards, chosen, label, search, choose: (card: string | undefined) => set({ card }) }
}

function usable(cards: CardListItem[]): CardListItem | undefined {
  return cards.find(({ status }) => status === 'active') ?? cards[0]
}

export function CardPicker({ of }: { of: ReturnType<typeof useCards> }) {
  const { reading, cards, chosen, label, search, choose } = of
  const isLong = (reading.data?.pagination.total ?? 0) > SHOWN || label !== ''
  if (reading.error && !reading.data) return <Failed problem={reading.error} onRetry={reading.refetch} />
  return (
    <Panel title="Card" note="Purchases, refunds and challenges below are for this one.">
      {!reading.data && <Loading rows={2} />}
      {reading.data && cards.length === 0 && label === '' && !chosen ? (
        <NoCards />
      ) : (
        <div className="grid gap-4">
          {isLong && (
            <SearchInput
              label="Find a card by its label"
              placeholder="Find a card by its label"
              maxLength={64}
              value={label}
              onSearch={search}
            />
          )}
          <Field label="Play with">
            <Select value={chosen?.id ?? ''} onChange={(event) => choose(event.target.value)}>
              {chosen && !cards.includes(chosen) && <Option card={chosen} />}
              {cards.map((card) => (
                <Option key={card.id} card={card} />
              ))}
            </Select>
          </Field>
          {chosen && <ChosenCard card={chosen} />}
        </div>
      )}
    </Panel>
  )
}

function Option({ card: { id, label, last4, balance, status } }: { card: CardListItem }) {
  return (
    <option value={id}>
      {label || 'Without a label'} •••• {last4}, {money(balance)}
      {status === 'active' ? '' : `, ${status}`}
    </option>
  )
}

function ChosenCard({ card: { id, network, balance, status } }: { card: CardListItem }) {
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
      title="There is no card to play with"
      action={
        <Link to="/cards" className={buttonLook('primary')}>
          Create a card
        </Link>
      }
    >
      The wallet of a sandbox already holds play money for it.
    </Empty>
  )
}
