// The search results of the service as rows of the palette.

import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, CreditCard, ListFilter, Snowflake, Store, Sun } from 'lucide-react'
import type { FoundCard, FoundTransaction, SearchResults } from '../../../server/src/dashboard/shapes/search.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { cardName, useSetFrozen } from '../cards/card-actions.ts'
import { money } from '../ui/amounts.tsx'
import { words } from '../ui/badge.tsx'
import type { Hit, HitGroup } from './hits.ts'
import { pageOf } from './object-pages.ts'

/** A shorter text would match nearly everything. */
const MIN_TEXT = 2
const MAX_TEXT = 64
/** "freeze ads" searches for the cards that match "ads". */
const VERB = /^(freeze|unfreeze)\s+/i

type Go = (to: string, search?: Record<string, string>) => () => void

/** `isSettled` means that the result is for this text. Rows for an earlier text are never shown. */
export function useFound(text: string): { groups: HitGroup[]; isSettled: boolean } {
  const navigate = useNavigate()
  const mayOperate = useMay()('operate')
  const setFrozen = useSetFrozen()
  const verb = VERB.exec(text)?.[1]?.toLowerCase()
  const wanted = text
    .replace(VERB, '')
    .replace(/^[•*.…\s]+/, '')
    .slice(0, MAX_TEXT)
  const isAsked = wanted.length >= MIN_TEXT
  const { data, isFetching } = useRead<SearchResults>({
    noun: 'cards', // changes to cards refetch the results, so a card that was just frozen is shown as frozen
    path: '/dashboard/search',
    query: { text: wanted },
    enabled: isAsked,
  })
  if (!isAsked || !data) return { groups: [], isSettled: !isAsked || !isFetching }
  const go: Go = (to, search) => () => void navigate({ to, search } as never)
  const freezing = mayOperate && (verb !== undefined || data.cards.data.length === 1)
  const actions = freezing ? data.cards.data.flatMap((card) => freezeHit(card, verb, setFrozen)) : []
  const groups = [
    { title: 'Found by id', hits: objectHits(data, go) },
    ...(verb ? [{ title: 'Actions', hits: actions }] : []),
    { title: 'Cards', hits: [...cardHits(data, wanted, go), ...(verb ? [] : actions)] },
    ...(verb
      ? []
      : [{ title: 'Transactions', hits: [...transactionHits(data, wanted, go), ...merchantHits(data, go)] }]),
  ]
  return { groups, isSettled: true }
}

function objectHits({ object }: SearchResults, go: Go): Hit[] {
  if (!object) return []
  const { name, icon, to, search } = pageOf(object)
  return [{ key: object.id, name: `Open ${name.toLowerCase()}`, note: object.id, icon, run: go(to, search) }]
}

function cardHits({ cards }: SearchResults, wanted: string, go: Go): Hit[] {
  const hits = cards.data.map(
    ({ id, label, last4, status }): Hit => ({
      key: id,
      name: label || 'Card without a label',
      note: `•••• ${last4}`,
      status,
      icon: CreditCard,
      run: go(`/cards/${id}`),
    }),
  )
  return cards.more ? [...hits, allOf('all-cards', 'All cards that match', go('/cards', { search: wanted }))] : hits
}

function freezeHit(card: FoundCard, verb: string | undefined, setFrozen: ReturnType<typeof useSetFrozen>): Hit[] {
  const isFrozen = card.status === 'frozen'
  const does = isFrozen ? 'unfreeze' : 'freeze'
  if (card.status === 'terminated' || (verb !== undefined && verb !== does)) return []
  return [
    {
      key: `${does}-${card.id}`,
      name: `${isFrozen ? 'Unfreeze' : 'Freeze'} ${cardName(card)}`,
      note: `•••• ${card.last4}`,
      icon: isFrozen ? Sun : Snowflake,
      run: () => setFrozen(card, !isFrozen),
    },
  ]
}

function transactionHits({ transactions, amount }: SearchResults, wanted: string, go: Go): Hit[] {
  const hits = transactions.data.map((transaction) => transactionHit(transaction, go))
  if (hits.length === 0) return []
  if (amount !== null) {
    const bounds = { min_amount: String(amount), max_amount: String(amount) }
    return [...hits, allOf('all-amounts', `All transactions of ${money(amount)}`, go('/transactions', bounds))]
  }
  return transactions.more
    ? [...hits, allOf('all-transactions', 'All transactions that match', go('/transactions', { merchant: wanted }))]
    : hits
}

function transactionHit({ id, merchant, amount, type, created_at, card }: FoundTransaction, go: Go): Hit {
  return {
    key: id,
    name: `${money(Math.abs(amount))} at ${merchant}`,
    note: `${words(type)} · •••• ${card.last4}`,
    at: created_at,
    icon: ArrowLeftRight,
    run: go(`/transactions/${id}`),
  }
}

/** Listed only if several merchants match. For a single merchant, its transactions are already listed above. */
function merchantHits({ merchants }: SearchResults, go: Go): Hit[] {
  if (merchants.data.length < 2) return []
  return merchants.data.map(({ name }) => ({
    key: `merchant ${name}`,
    name: `Transactions at ${name}`,
    icon: Store,
    run: go('/transactions', { merchant: name }),
  }))
}

function allOf(key: string, name: string, run: () => void): Hit {
  return { key, name, icon: ListFilter, run }
}
