import { useState } from 'react'
import { useRead } from '../api/read.ts'
import type { WalletBalance } from '../api/schemas.ts'
import { money, readAmount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { AmountInput, Field } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { cardName, type Direction, type Known, MAX_FUNDING, MIN_FUNDING, useMoveMoney } from './card-actions.ts'

type Props = { card: Known & { balance: number }; direction: Direction; onClose: () => void }

/** Moves money between the wallet and a card, in either direction. */
export function MoveMoneyDialog({ card, direction, onClose }: Props) {
  const isFunding = direction === 'fund'
  return (
    <Dialog
      onClose={onClose}
      title={isFunding ? `Fund ${cardName(card)}` : `Withdraw from ${cardName(card)}`}
      description={
        isFunding
          ? 'The money comes from the wallet and can be spent immediately.'
          : 'The money returns to the wallet. Amounts held by merchants cannot be withdrawn.'
      }
    >
      <MoveMoneyForm card={card} direction={direction} onClose={onClose} />
    </Dialog>
  )
}

function MoveMoneyForm({ card, direction, onClose }: Props) {
  const isFunding = direction === 'fund'
  const wallet = useWallet()
  const moving = useMoveMoney(card)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const refused = placeProblem(moving.error, ['amount'])
  const submit = () => {
    const amount = readAmount(text)
    const wrong = isFunding ? wrongFunding(amount) : wrongWithdrawal(amount, card.balance)
    setError(wrong)
    if (wrong === undefined) moving.mutate({ direction, amount: amount! }, { onSuccess: onClose })
  }
  const source = isFunding ? wallet : card.balance
  return (
    <DialogForm
      noValidate
      action={isFunding ? 'Fund card' : 'Withdraw'}
      busy={moving.isPending}
      error={refused.form}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Field
        label="Amount"
        error={error ?? refused.fields.amount}
        hint={source !== undefined && `${isFunding ? 'In the wallet' : 'On the card'}: ${money(source)}`}
      >
        <AmountInput autoFocus value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {!isFunding && card.balance > 0 && (
        <div>
          <Button size="small" onClick={() => setText(card.balance.toFixed(2))}>
            All of it, {money(card.balance)}
          </Button>
        </div>
      )}
    </DialogForm>
  )
}

export function useWallet(): number | undefined {
  return useRead<WalletBalance>({ noun: 'wallet', path: '/v1/wallet/balance' }).data?.balance
}

export function wrongFunding(amount: number | undefined): string | undefined {
  if (amount !== undefined && amount >= MIN_FUNDING && amount <= MAX_FUNDING) return undefined
  return `Enter an amount from ${money(MIN_FUNDING)} to ${money(MAX_FUNDING)}.`
}

function wrongWithdrawal(amount: number | undefined, balance: number): string | undefined {
  if (balance <= 0) return 'This card has no balance to withdraw.'
  if (amount !== undefined && amount > 0 && amount <= balance) return undefined
  return `Enter an amount from ${money(0.01)} to ${money(balance)}.`
}
