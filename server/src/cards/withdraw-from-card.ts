import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { Dollars, Strict } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { postWithdrawal } from '../ledger/postings.ts'
import { balanceOfCard } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { centsFromDollars } from '../money.ts'
import { freezeIfBelowThreshold } from './auto-freeze.ts'
import { CardParams } from './card-schemas.ts'
import { findCard, lockCardAndWallet, refuseTerminated } from './find-card.ts'
import { MoneyMoved, moneyMoved } from './money-moved.ts'

const WithdrawalAmount = Dollars({
  minimum: 0.01,
  maximum: 1_000_000_000,
  description: 'USD, from 0.01 to the balance of the card.',
  examples: [30],
})

export const withdrawFromCard = write({
  method: 'POST',
  url: '/cards/:card_id/withdraw',
  operationId: 'withdrawFromCard',
  tag: 'Funding',
  summary: 'Withdraw from a card',
  description: 'Moves money from the card back to the wallet, up to its balance.',
  params: CardParams,
  body: Strict({ amount: WithdrawalAmount }),
  reply: { 200: MoneyMoved('withdrawn_amount') },
  errors: ['invalid_amount', 'card_not_found', 'card_terminated', 'insufficient_funds'],
  subject: ({ sql, workspace, params }) => findCard(sql, workspace, params.card_id),
  async write({ tx, workspace, params, body, now, changes }) {
    const { card, wallet } = await lockCardAndWallet(tx, workspace, params.card_id)
    refuseTerminated(card)
    const amount = centsFromDollars(body.amount)
    if (card.available_cents < amount)
      throw new ApiError('insufficient_funds', 'The balance of the card is too low for this amount.')
    const previous = balanceOfCard(changes.card(card))
    postWithdrawal(changes.posting(newUuid(), TransferKind.withdraw, now), wallet, card, amount)
    changes.history(card, 'withdrawn', now, workspace.actor, { amount })
    freezeIfBelowThreshold(changes, workspace, card, now)
    return moneyMoved('withdrawn_amount', amount, previous, card, wallet)
  },
})
