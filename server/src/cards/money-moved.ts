// The answer of the operations that move money between the wallet and a card.

import Type from 'typebox'
import { publicId } from '../ids.ts'
import { balanceOfCard, type CardRow, type WorkspaceRow } from '../ledger/rows.ts'
import { type Cents, dollars } from '../money.ts'

type AmountField = 'funded_amount' | 'withdrawn_amount'

export function MoneyMoved(amountField: AmountField) {
  return Type.Object({
    id: Type.String(),
    previous_balance: Type.Number(),
    [amountField]: Type.Number(),
    new_balance: Type.Number(),
    wallet_balance: Type.Number(),
  })
}

export function moneyMoved(
  amountField: AmountField,
  amount: Cents,
  previous: Cents,
  card: CardRow,
  wallet: WorkspaceRow,
) {
  const body = {
    id: publicId('card', card.bucket, card.id),
    previous_balance: dollars(previous),
    [amountField]: dollars(amount),
    new_balance: dollars(balanceOfCard(card)),
    wallet_balance: dollars(wallet.wallet_cents),
  }
  return { status: 200, body }
}
