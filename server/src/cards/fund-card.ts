import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { postFunding } from '../ledger/postings.ts'
import { balanceOfCard } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { centsFromDollars, dollars } from '../money.ts'
import { CardParams, presentCardSummary } from './card-schemas.ts'
import { FundingAmount } from './create-card.ts'
import { findCard, lockCardAndWallet, refuseHeld, refuseTerminated } from './find-card.ts'
import { MoneyMoved, moneyMoved } from './money-moved.ts'

export const fundCard = write({
  method: 'POST',
  url: '/cards/:card_id/fund',
  operationId: 'fundCard',
  tag: 'Funding',
  summary: 'Fund a card',
  description: 'Moves money from the wallet to the card. An overdraft of the card is filled first.',
  params: CardParams,
  body: Strict({ amount: FundingAmount }),
  reply: { 200: MoneyMoved('funded_amount') },
  errors: ['invalid_amount', 'card_not_found', 'card_terminated', 'invalid_state', 'insufficient_funds'],
  subject: ({ sql, workspace, params }) => findCard(sql, workspace, params.card_id),
  async write({ tx, workspace, params, body, now, changes }) {
    const { card, wallet } = await lockCardAndWallet(tx, workspace, params.card_id)
    refuseTerminated(card)
    refuseHeld(wallet)
    const amount = centsFromDollars(body.amount)
    if (wallet.wallet_cents < amount)
      throw new ApiError('insufficient_funds', 'The wallet balance is too low for this amount.')
    const previous = balanceOfCard(changes.card(card))
    postFunding(changes.posting(newUuid(), TransferKind.fund, now), wallet, card, amount)
    changes.history(card, 'funded', now, workspace.actor, { amount })
    changes.event(workspace, 'card.funded', now, {
      data: { ...presentCardSummary(card), funded_amount: dollars(amount) },
    })
    return moneyMoved('funded_amount', amount, previous, card, wallet)
  },
})
