import { refuse } from '../engine/refusal.ts'
import { change } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { newUuid } from '../ids.ts'
import { budgetNeed, countInBudget, refuseOverBudget } from '../keys/budget.ts'
import { postFunding } from '../ledger/postings.ts'
import { balanceOfCard } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { centsFromDollars, dollars } from '../money.ts'
import { CardParams, presentCardSummary } from './card-schemas.ts'
import { FundingAmount } from './card-settings.ts'
import { refuseHeld, refuseTerminated, theCard } from './find-card.ts'
import { MoneyMoved, moneyMoved } from './money-moved.ts'

export const fundCard = change({
  method: 'POST',
  url: '/cards/:card_id/fund',
  operationId: 'fundCard',
  scope: 'funding:write',
  bounds: 'within',
  tag: 'Funding',
  summary: 'Fund a card',
  description: 'Moves money from the wallet to the card. An overdraft of the card is repaid first.',
  params: CardParams,
  body: Strict({ amount: FundingAmount }),
  reply: { 200: MoneyMoved('funded_amount') },
  errors: [
    'invalid_amount',
    'card_not_found',
    'card_terminated',
    'invalid_state',
    'budget_exceeded',
    'insufficient_funds',
  ],
  needs: (context) => ({ ...theCard(context), wallet: true, ...budgetNeed(context.workspace.key) }),
  decide({ workspace, body }, books) {
    const { card, workspace: wallet, changes, now } = books
    const amount = centsFromDollars(body.amount)
    const refusal = refuseTerminated(card) ?? refuseHeld(wallet) ?? refuseOverBudget(workspace.key, books, amount)
    if (refusal) return refusal
    if (wallet.wallet_cents < amount)
      return refuse('insufficient_funds', 'The wallet balance is too low for this amount.')
    countInBudget(workspace.key, workspace, books, amount)
    const previous = balanceOfCard(changes.card(card))
    postFunding(changes.posting(newUuid(), TransferKind.fund, now), wallet, card, amount)
    changes.history(card, 'funded', now, workspace.actor, { amount })
    changes.event(workspace, 'card.funded', now, {
      data: { ...presentCardSummary(card), funded_amount: dollars(amount) },
    })
    return moneyMoved('funded_amount', amount, previous, card, wallet)
  },
})
