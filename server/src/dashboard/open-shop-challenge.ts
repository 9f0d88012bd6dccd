import Type from 'typebox'
import { findCardByNumber } from '../authorizations/find-card-by-number.ts'
import { PurchaseAmount } from '../authorizations/purchase-amount.ts'
import { refuseTerminated } from '../cards/find-card.ts'
import { ApiError } from '../errors.ts'
import { change } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { centsFromDollars } from '../money.ts'
import { openChallenge } from '../three-ds/open-challenge.ts'
import { MerchantName } from '../transactions/merchant.ts'

/** Works like a shop's checkout: by card number, and without seeing the passcode. */
export const openShopChallenge = change({
  method: 'POST',
  url: '/shop/challenges',
  operationId: 'openShopChallenge',
  tag: 'Sandbox',
  summary: 'Ask for 3-D Secure at the checkout of the test shop',
  sandboxOnly: true,
  access: 'develop',
  body: Strict({
    pan: Type.String({ pattern: '^[0-9]{12,19}$' }),
    merchant: MerchantName,
    amount: PurchaseAmount,
  }),
  reply: { 201: Type.Object({ id: Type.String(), expires_at: Type.String() }) },
  errors: ['invalid_amount', 'card_not_found', 'card_terminated', 'sandbox_only'],
  async prepare({ sql, workspace, body, services }) {
    const found = await findCardByNumber(sql, services.vault, workspace, body.pan)
    if (!found) throw new ApiError('card_not_found', 'No card of this account has that number.', { param: 'pan' })
    return found.cardId
  },
  needs: ({ prepared: cardId }) => ({ cards: [cardId] }),
  decide({ workspace, body, services }, books) {
    const refusal = refuseTerminated(books.card)
    if (refusal) return refusal
    const { challenge } = openChallenge(services.vault, workspace, books, {
      merchant: body.merchant,
      amount: centsFromDollars(body.amount),
    })
    const { bucket, id, expires_at } = challenge
    return { status: 201, body: { id: publicId('challenge', bucket, id), expires_at: expires_at.toISOString() } }
  },
})
