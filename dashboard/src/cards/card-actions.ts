// The actions on a card. Each shows a message afterwards, with an undo if there is one.

import { isUnanswered, usePostOnce } from '../api/once.ts'
import { useDo, useRefresh } from '../api/read.ts'
import { patch, post, remove } from '../api/request.ts'
import type { Card, CreateCardParams } from '../api/schemas.ts'
import type { ControlsParams } from '../controls/draft.ts'
import { money } from '../ui/amounts.tsx'
import { toast } from '../ui/toasts.tsx'

/** The fields of a card that messages need. */
export type Known = { id: string; last4: string; label: string }

export const touchedByCards = ['cards', 'wallet', 'overview', 'events', 'processors']

export const MIN_FUNDING = 1
export const MAX_FUNDING = 5000

export function cardName({ label, last4 }: Pick<Known, 'label' | 'last4'>): string {
  return label || `•••• ${last4}`
}

export function useCreateCard() {
  const postOnce = usePostOnce()
  const refresh = useRefresh(touchedByCards)
  const create = (card: CreateCardParams) =>
    postOnce<Card>('/v1/cards', card).catch((error: unknown) => {
      if (isUnanswered(error)) void refresh() // the amount may have left the wallet
      throw error
    })
  return useDo(create, touchedByCards)
}

/** Freezes or unfreezes; the toast offers the opposite. */
export function useSetFrozen(): (card: Known, frozen: boolean) => void {
  const refresh = useRefresh(touchedByCards)
  const set = (card: Known, frozen: boolean): void =>
    void post(`/v1/cards/${card.id}/${frozen ? 'freeze' : 'unfreeze'}`)
      .then(() => {
        toast.done(`${cardName(card)} is ${frozen ? 'frozen' : 'active again'}.`, () => set(card, !frozen))
      }, toast.failed)
      .then(refresh)
  return set
}

export type Direction = 'fund' | 'withdraw'

export function useMoveMoney(card: Known) {
  const refresh = useRefresh(touchedByCards)
  const postOnce = usePostOnce()
  const move = async (direction: Direction, amount: number): Promise<void> => {
    await postOnce(`/v1/cards/${card.id}/${direction}`, { amount })
    await refresh()
  }
  const undoOf = (direction: Direction, amount: number): (() => void) | undefined => {
    const back = direction === 'fund' ? 'withdraw' : 'fund'
    if (back === 'fund' && (amount < MIN_FUNDING || amount > MAX_FUNDING)) return undefined
    return () => void move(back, amount).then(() => toast.done(movedText(card, back, amount)), toast.failed)
  }
  return useDo(async ({ direction, amount }: { direction: Direction; amount: number }) => {
    await move(direction, amount)
    toast.done(movedText(card, direction, amount), undoOf(direction, amount))
  }, [])
}

function movedText(card: Known, direction: Direction, amount: number): string {
  return direction === 'fund'
    ? `${money(amount)} moved to ${cardName(card)}.`
    : `${money(amount)} moved back to the wallet.`
}

type Changes = Partial<Pick<Card, 'label' | 'spending_limit' | 'allowed_categories'>> & {
  auto_freeze_at?: number
  controls?: ControlsParams
  metadata?: Record<string, string | number | boolean | null>
}

export function useUpdateCard(cardId: string) {
  return useDo((changes: Changes) => patch<Card>(`/v1/cards/${cardId}`, changes), ['cards'])
}

export function useTerminate(card: Known) {
  return useDo(async () => {
    const { refunded_amount } = await remove<{ refunded_amount: number }>(`/v1/cards/${card.id}`)
    toast.done(`${cardName(card)} is terminated; ${money(refunded_amount)} returned to the wallet.`)
  }, touchedByCards)
}

export type ReplacementReason = 'lost' | 'stolen' | 'compromised' | 'other'

export function useReplaceCard(card: Known) {
  const postOnce = usePostOnce()
  const refresh = useRefresh(touchedByCards)
  const replace = (reason: ReplacementReason) =>
    postOnce<Card>(`/v1/cards/${card.id}/replace`, { reason }).catch((error: unknown) => {
      void refresh() // the card may have been terminated although no new card was created
      throw error
    })
  return useDo(replace, touchedByCards)
}
