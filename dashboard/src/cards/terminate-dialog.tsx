import type { CardSummary } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { cardName, useTerminate } from './card-actions.ts'

export function TerminateDialog({ card, onClose }: { card: CardSummary; onClose: () => void }) {
  const terminating = useTerminate(card)
  return (
    <Confirm
      onClose={onClose}
      title={`Terminate ${cardName(card)}?`}
      description="This cannot be undone. To stop it temporarily, freeze it instead."
      action="Terminate card"
      danger
      typed={card.last4}
      busy={terminating.isPending}
      error={terminating.error?.message}
      onConfirm={() => terminating.mutate(undefined, { onSuccess: onClose })}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        <li>All further purchases are declined. The number is never used again.</li>
        <li>{returned(card)}</li>
        {card.held > 0 && (
          <li>
            {money(card.held)} is held by merchants. It stays reserved until they settle or release it; what is left
            then goes to the wallet.
          </li>
        )}
        <li>Later refunds go to the wallet. Its transactions and history stay here.</li>
      </ul>
    </Confirm>
  )
}

function returned({ balance }: CardSummary): string {
  if (balance > 0) return `${money(balance)} returns to the wallet immediately.`
  if (balance < 0) return `The card is ${money(-balance)} below zero; the wallet covers that.`
  return 'It has no balance to return.'
}
