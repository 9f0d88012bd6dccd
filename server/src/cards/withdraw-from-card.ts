import { refuse } from '../engine/refusal.ts'
import { change } from '../http/route.ts'
import { Dollars, Strict } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { postWithdrawal } from '../ledger/postings.ts'
import { balanceOfCard } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { centsFromDollars } from '../money.ts'
import { freezeIfBelowThreshold } from './auto-freeze.ts'
import { CardParams } from './card-schemas.ts'
import { refuseTerminated, theCard } from './find-card.ts'
import { MoneyMoved, moneyMoved } from './money-moved.ts'

const WithdrawalAmount = Dollars({
  minimum: 0.01,
  maximum: 1_000_000_000,
  description: 'The amount in USD, from 0.01 to the balance of the card.',
  examples: [30],
})

export const withdrawFromCard = change({
  method: 'POST',
  url: '/cards/:card_id/withdraw',
  operationId: 'withdrawFromCard',
  scope: 'funding:write',
  bounds: 'within',
  tag: 'Funding',
  summary: 'Withdraw from a card',
  description: 'Moves money from the card back to the wallet, up to its balance.',
  params: CardParams,
  body: Strict({ amount: WithdrawalAmount }),
  reply: { 200: MoneyMoved('withdrawn_amount') },
  errors: ['invalid_amount', 'card_not_found', 'card_terminated', 'insufficient_funds'],
  needs: (context) => ({ ...theCard(context), wallet: true }),
  decide({ workspace, body }, books) {
    const { card, workspace: wallet, changes, now } = books
    const refusal = refuseTerminated(card)
    if (refusal) return refusal
    const amount = centsFromDollars(body.amount)
    if (card.available_cents < amount)
      return refuse('insufficient_funds', 'The balance of the card is too low for this amount.')
    const previous = balanceOfCard(changes.card(card))
    postWithdrawal(changes.posting(newUuid(), TransferKind.withdraw, now), wallet, card, amount)
    changes.history(card, 'withdrawn', now, workspace.actor, { amount })
    freezeIfBelowThreshold(books)
    return moneyMoved('withdrawn_amount', amount, previous, card, wallet)
  },
})
