import { Dollars } from '../http/schemas.ts'

/** The amounts that a merchant may ask for. The card's own limits are evaluated later. */
export const PurchaseAmount = Dollars({
  minimum: 0.01,
  maximum: 1_000_000_000,
  description: 'The amount in USD, at least 0.01.',
  examples: [25],
})
