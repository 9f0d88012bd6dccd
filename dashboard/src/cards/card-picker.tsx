// Chooses one card by its label or last four digits, and shows the chosen card by name.

import { ChevronDown, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useRead } from '../api/read.ts'
import type { CardSummary } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { cardName } from './card-actions.ts'
import { MAX_LABEL } from './card-list-filters.tsx'
import { NetworkMark } from './network-mark.tsx'
import { useFoundCards } from './use-found-cards.ts'

const SHOWN = 8

type Props = {
  label: string
  value: string | undefined
  onChoose: (cardId: string | undefined) => void
  /** A card must be chosen: the choice cannot be cleared. */
  required?: boolean
}

export function CardPicker({ label, value, onChoose, required }: Props) {
  const [isOpen, setOpen] = useState(false)
  const choose = (cardId: string | undefined) => {
    onChoose(cardId)
    setOpen(false)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <span className="text-[13px] font-medium">{label}</span>
      <div className="flex gap-1">
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger className="flex h-9.5 min-w-0 flex-1 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-left text-sm hover:border-soft/60">
            <span className="sr-only">{label}: </span>
            <span className="min-w-0 flex-1 truncate">{value ? <Chosen cardId={value} /> : 'All cards'}</span>
            <ChevronDown className="size-4 shrink-0 text-soft" aria-hidden />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={6}
              aria-label={`Choose: ${label}`}
              className="z-50 w-80 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-surface p-2 shadow-float animate-rise"
            >
              <Finder onChoose={choose} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
        {value && !required && (
          <Button
            look="ghost"
            size="icon"
            aria-label="All cards"
            onClick={() => choose(undefined)}
            icon={<X className="size-4" aria-hidden />}
          />
        )}
      </div>
    </div>
  )
}

function Chosen({ cardId }: { cardId: string }) {
  const card = useRead<CardSummary>({ noun: 'cards', path: `/v1/cards/${encodeURIComponent(cardId)}` })
  if (!card.data) return cardId
  return card.data.label ? `${card.data.label} (${card.data.last4})` : cardName(card.data)
}

function Finder({ onChoose }: { onChoose: (cardId: string) => void }) {
  const [text, setText] = useState('')
  const cards = useFoundCards(text, SHOWN)
  return (
    <div className="grid gap-1.5">
      <SearchInput
        label="Search cards by label or last four digits"
        placeholder="Label or last four digits"
        maxLength={MAX_LABEL}
        value={text}
        onSearch={setText}
      />
      <ul className="grid">
        {cards.data?.data.map((card) => (
          <li key={card.id}>
            <button
              type="button"
              onClick={() => onChoose(card.id)}
              className="flex w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-sunken"
            >
              <NetworkMark network={card.network} />
              <span className="min-w-0 flex-1 truncate">{card.label || 'No label'}</span>
              <span className="tabular text-[13px] text-soft">•••• {card.last4}</span>
            </button>
          </li>
        ))}
      </ul>
      {cards.data?.data.length === 0 && <p className="px-2 py-3 text-sm text-soft">No card matches.</p>}
      {cards.error && <p className="px-2 py-3 text-sm text-bad">{cards.error.message}</p>}
    </div>
  )
}
