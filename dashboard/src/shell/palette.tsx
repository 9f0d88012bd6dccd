// The command palette: pages, and cards by their label or id. Ctrl K (⌘ K) opens it everywhere.

import { useNavigate } from '@tanstack/react-router'
import { CreditCard, type LucideIcon, Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { type Page, useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'
import { Status } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { type Place, placesFor } from './navigation.ts'

type Hit = { key: string; name: string; note?: string; status?: string; icon: LucideIcon; to: string }
type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function Palette({ open, onOpenChange }: Props) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      onOpenChange(!open)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open, onOpenChange])
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 backdrop-blur-[2px] animate-fade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-2xl border border-line bg-surface shadow-float animate-rise"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <Finder onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [chosen, choose] = useState(0)
  const hits = useHits(text.trim())
  const navigate = useNavigate()
  const listId = useId()
  const current = Math.min(chosen, hits.length - 1)
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onDone()
    void navigate({ to: hit.to as '/' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(hits[current])
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    choose((current + step + hits.length) % hits.length)
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4 text-soft" aria-hidden />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={hits[current] && `${listId}-${current}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            choose(0)
          }}
          onKeyDown={onKeyDown}
          placeholder="A page, a card's label or id"
          className="h-12 flex-1 bg-transparent text-sm outline-none placeholder:text-soft"
        />
      </div>
      <div id={listId} role="listbox" aria-label="Results" className="max-h-80 overflow-y-auto p-1.5">
        {hits.map((hit, index) => (
          <Result
            key={hit.key}
            id={`${listId}-${index}`}
            hit={hit}
            isChosen={index === current}
            onChoose={() => go(hit)}
            onPoint={() => choose(index)}
          />
        ))}
      </div>
      {hits.length === 0 && <p className="px-4 pb-6 text-center text-sm text-soft">Nothing found for “{text}”.</p>}
    </>
  )
}

type ResultProps = { id: string; hit: Hit; isChosen: boolean; onChoose: () => void; onPoint: () => void }

function Result({ id, hit: { icon: Icon, name, note, status }, isChosen, onChoose, onPoint }: ResultProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
      onPointerMove={onPoint}
      className={classes(
        'flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm',
        isChosen && 'bg-accent-soft',
      )}
    >
      <Icon className="size-4 text-soft" aria-hidden />
      <span className="truncate">{name}</span>
      {note && <span className="truncate font-mono text-xs text-soft">{note}</span>}
      {status && (
        <span className="ml-auto">
          <Status of={status} />
        </span>
      )}
    </div>
  )
}

const CARD_ID = /^card_[a-z0-9]+$/i

function useHits(text: string): Hit[] {
  const groups = placesFor(useMay(), useEnvironment())
  const cards = useRead<Page<CardListItem>>({
    noun: 'cards',
    path: '/v1/cards',
    query: { label: text, per_page: 6 },
    enabled: text.length >= 2 && !CARD_ID.test(text),
    keepWhileLoading: true,
  })
  const wanted = text.toLowerCase()
  const pages = groups
    .flatMap(({ places }) => places)
    .flatMap((place): Place[] => place.tabs?.map((tab) => ({ ...place, ...tab })) ?? [place])
    .filter(({ name, also }) => `${name} ${also ?? ''}`.toLowerCase().includes(wanted))
    .map(({ to, name, icon }): Hit => ({ key: to, name, icon, to }))
  const found = text.length < 2 ? [] : (cards.data?.data ?? [])
  const byId: Hit[] = CARD_ID.test(text)
    ? [{ key: text, name: 'Open card', note: text, icon: CreditCard, to: `/cards/${text}` }]
    : []
  return [...byId, ...pages, ...found.map(cardHit)]
}

function cardHit({ id, label, last4, status }: CardListItem): Hit {
  return {
    key: id,
    name: label || 'Card without a label',
    note: `•••• ${last4}`,
    status,
    icon: CreditCard,
    to: `/cards/${id}`,
  }
}
