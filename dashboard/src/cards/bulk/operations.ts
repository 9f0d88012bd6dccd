// The operations on many cards: which cards an operation applies to, the request for one card, and how to undo it.

import { patch, post, remove } from '../../api/request.ts'
import { money } from '../../ui/amounts.tsx'
import type { CardFigures } from '../card-figures.tsx'
import { MAX_LABEL } from '../card-list-filters.tsx'

export type Operation =
  | { kind: 'freeze' }
  | { kind: 'unfreeze' }
  | { kind: 'fund'; amount: number }
  | { kind: 'limit'; amount: number }
  | { kind: 'label'; text: string; mode: 'replace' | 'append' }
  | { kind: 'terminate' }
  /** Undoes a change of limits or labels: each card gets its earlier value back. */
  | { kind: 'restore'; field: 'spending_limit' | 'label' }

export type Kind = Exclude<Operation['kind'], 'restore'>

/** A card and its figures when the run was planned. `problem` says why the card is left out. */
export type BulkRow = { id: string; last4: string; before: CardFigures; problem: string | undefined }

export type ChosenCard = { id: string; last4: string }

export function planRows(
  operation: Operation,
  cards: readonly ChosenCard[],
  figures: ReadonlyMap<string, CardFigures>,
): BulkRow[] {
  return cards.flatMap(({ id, last4 }) => {
    const before = figures.get(id)
    return before ? [{ id, last4, before, problem: problemOf(operation, before) }] : []
  })
}

function problemOf(operation: Operation, card: CardFigures): string | undefined {
  if (card.status === 'terminated') return 'The card is terminated.'
  switch (operation.kind) {
    case 'freeze':
      return card.status === 'frozen' ? 'The card is already frozen.' : undefined
    case 'unfreeze':
      return card.status === 'active' ? 'The card is not frozen.' : undefined
    case 'limit':
      return card.spending_limit === operation.amount ? 'The card already has this limit.' : undefined
    case 'label':
      return wrongLabel(newLabel(operation, card), card)
    default:
      return undefined
  }
}

function wrongLabel(label: string, card: CardFigures): string | undefined {
  if (label === card.label) return 'The card already has this label.'
  return label.length > MAX_LABEL ? `The label would be longer than ${MAX_LABEL} characters.` : undefined
}

function newLabel({ text, mode }: Extract<Operation, { kind: 'label' }>, { label }: CardFigures): string {
  return mode === 'append' ? `${label} ${text}`.trim() : text
}

export function sendOne(operation: Operation, { id, before }: BulkRow, key: string): Promise<unknown> {
  const path = `/v1/cards/${id}`
  switch (operation.kind) {
    case 'freeze':
    case 'unfreeze':
      return post(`${path}/${operation.kind}`, {}, key)
    case 'fund':
      return post(`${path}/fund`, { amount: operation.amount }, key)
    case 'limit':
      return patch(path, { spending_limit: operation.amount }, key)
    case 'label':
      return patch(path, { label: newLabel(operation, before) }, key)
    case 'terminate':
      return remove(path, key)
    case 'restore':
      return patch(path, { [operation.field]: before[operation.field] }, key)
  }
}

/** Undefined if the operation cannot be undone. */
export function undoOf(operation: Operation): Operation | undefined {
  switch (operation.kind) {
    case 'freeze':
      return { kind: 'unfreeze' }
    case 'unfreeze':
      return { kind: 'freeze' }
    case 'limit':
      return { kind: 'restore', field: 'spending_limit' }
    case 'label':
      return { kind: 'restore', field: 'label' }
    default:
      return undefined
  }
}

export function cardsInWords(count: number): string {
  return count === 1 ? '1 card' : `${count.toLocaleString('en-US')} cards`
}

/** `doing` is the title of the run (“Freezing 12 cards”), `done` is the result for one card. */
export function inWords(operation: Operation, count: number): { doing: string; done: string } {
  const cards = cardsInWords(count)
  switch (operation.kind) {
    case 'freeze':
      return { doing: `Freezing ${cards}`, done: 'Frozen' }
    case 'unfreeze':
      return { doing: `Unfreezing ${cards}`, done: 'Unfrozen' }
    case 'fund':
      return { doing: `Funding ${cards} with ${money(operation.amount)} each`, done: 'Funded' }
    case 'limit':
      return { doing: `Setting the limit of ${cards} to ${money(operation.amount)}`, done: 'Changed' }
    case 'label':
      return { doing: `Labelling ${cards}`, done: 'Labelled' }
    case 'terminate':
      return { doing: `Terminating ${cards}`, done: 'Terminated' }
    case 'restore':
      return { doing: `Restoring ${operation.field === 'label' ? 'labels' : 'limits'} of ${cards}`, done: 'Restored' }
  }
}
