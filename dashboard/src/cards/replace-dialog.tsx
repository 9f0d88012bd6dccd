import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnanswered } from '../api/once.ts'
import type { Card, CardSummary } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Field, Select } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'
import { cardName, type ReplacementReason, useReplaceCard } from './card-actions.ts'
import { replacementInWords } from './creation-problem.ts'

const reasons: Record<ReplacementReason, string> = {
  lost: 'Lost',
  stolen: 'Stolen',
  compromised: 'The number was exposed',
  other: 'Another reason',
}

export function ReplaceDialog({ card, onClose }: { card: CardSummary; onClose: () => void }) {
  const [reason, setReason] = useState<ReplacementReason>('lost')
  const navigate = useNavigate()
  const replacing = useReplaceCard(card)
  const done = (fresh: Card) => {
    onClose()
    toast.done(`${cardName(fresh)} has a new number, •••• ${fresh.last4}.`)
    void navigate({ to: '/cards/$cardId', params: { cardId: fresh.id } })
  }
  return (
    <Confirm
      onClose={onClose}
      title={`Replace ${cardName(card)}?`}
      description="The card is terminated and replaced by a new one with a different number. This cannot be undone."
      action={isUnanswered(replacing.error) ? 'Try again' : 'Replace card'}
      danger
      busy={replacing.isPending}
      error={replacing.error ? replacementInWords(replacing.error) : undefined}
      onConfirm={() => replacing.mutate(reason, { onSuccess: done })}
    >
      <Field label="Reason" hint="It is kept in the history of the old card.">
        <Select value={reason} onChange={({ target }) => setReason(target.value as ReplacementReason)}>
          {Object.entries(reasons).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        <li>Every further purchase with •••• {card.last4} is declined.</li>
        <li>{moved(card)}</li>
        <li>The new card keeps the label, limits, used amounts, controls and metadata.</li>
        {card.status === 'frozen' && <li>The new card is active, although this one is frozen.</li>}
        {card.held > 0 && (
          <li>
            {money(card.held)} is held by merchants and stays with the old card. The wallet pays anything they settle
            above that, and receives anything they release.
          </li>
        )}
        <li>Give the new number to merchants that have stored the old one.</li>
      </ul>
    </Confirm>
  )
}

function moved({ balance }: CardSummary): string {
  if (balance > 0) return `${money(balance)} moves to the new card.`
  if (balance < 0)
    return `The card is ${money(-balance)} below zero; the wallet covers that, and the new card starts empty.`
  return 'It has no balance to move; the new card starts empty.'
}
