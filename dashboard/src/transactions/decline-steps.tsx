// Buttons for the steps that may resolve a decline, chosen by its reason and the current state of the card.

import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { CardSummary, FullTransaction } from '../api/schemas.ts'
import { cardName, useSetFrozen, useUpdateCard } from '../cards/card-actions.ts'
import { SpendingLimitDialog } from '../cards/limit-dialogs.tsx'
import { useCardSettings } from '../cards/limits-panel.tsx'
import { MoveMoneyDialog } from '../cards/move-money-dialog.tsx'
import { type Allowing, allowingOf } from '../controls/allow.ts'
import { ControlsDialog } from '../controls/controls-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { toast } from '../ui/toasts.tsx'

type Reason = NonNullable<FullTransaction['decline_reason']>
type Step = 'fund' | 'limit' | 'controls' | 'allow'

const byControls: Partial<Record<Reason, string>> = {
  limit_exceeded: 'Raise the limit',
  outside_active_period: 'Change the period',
  use_limit_reached: 'Change the controls',
  merchant_not_allowed: 'Change the controls',
  country_not_allowed: 'Change the controls',
  category_not_allowed: 'Change the controls',
}

export function DeclineSteps({ transaction }: { transaction: FullTransaction }) {
  const mayOperate = useMay()('operate')
  const card = useRead<CardSummary>({
    noun: 'cards',
    path: `/v1/cards/${transaction.card_id}`,
    enabled: mayOperate,
  })
  if (!mayOperate || !card.data || card.data.status === 'terminated') return null
  return <Steps transaction={transaction} card={card.data} />
}

function Steps({ transaction, card }: { transaction: FullTransaction; card: CardSummary }) {
  const [step, setStep] = useState<Step>()
  const setFrozen = useSetFrozen()
  const settings = useCardSettings(card.id).data
  const reason = transaction.decline_reason!
  const close = () => setStep(undefined)
  const allowing = settings && allowingOf(transaction, card.controls, settings.allowed_categories)
  const controls = byControls[reason]
  return (
    <>
      {card.status === 'frozen' && (
        <Button size="small" onClick={() => setFrozen(card, false)}>
          Unfreeze the card
        </Button>
      )}
      {reason === 'insufficient_funds' && (
        <Button size="small" onClick={() => setStep('fund')}>
          Fund the card
        </Button>
      )}
      {reason === 'spending_limit_exceeded' && (
        <Button size="small" onClick={() => setStep('limit')}>
          Raise the monthly limit
        </Button>
      )}
      {allowing && (
        <Button size="small" onClick={() => setStep('allow')}>
          {allowing.action}
        </Button>
      )}
      {controls && settings && (
        <Button size="small" onClick={() => setStep('controls')}>
          {controls}
        </Button>
      )}
      {step === 'fund' && <MoveMoneyDialog card={card} direction="fund" onClose={close} />}
      {step === 'limit' && <SpendingLimitDialog card={card} onClose={close} />}
      {step === 'controls' && settings && (
        <ControlsDialog card={card} allowedCategories={settings.allowed_categories} onClose={close} />
      )}
      {step === 'allow' && allowing && <AllowDialog card={card} allowing={allowing} onClose={close} />}
    </>
  )
}

type AllowProps = { card: CardSummary; allowing: Allowing; onClose: () => void }

function AllowDialog({ card, allowing, onClose }: AllowProps) {
  const updating = useUpdateCard(card.id)
  const confirm = () =>
    updating.mutate(allowing.changes, {
      onSuccess: () => {
        toast.done('The controls are changed. The merchant can try again.')
        onClose()
      },
    })
  return (
    <Confirm
      onClose={onClose}
      title={`${allowing.action} on ${cardName(card)}?`}
      action={allowing.action}
      busy={updating.isPending}
      error={updating.error?.message}
      onConfirm={confirm}
    >
      <ul className="grid gap-1 text-sm">
        {allowing.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Confirm>
  )
}
