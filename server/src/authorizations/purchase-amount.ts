import { Dollars } from '../http/schemas.ts'

/** What a merchant may ask for, whatever the card then says to it. */
export const PurchaseAmount = Dollars({
  minimum: 0.01,
  maximum: 1_000_000_000,
  description: 'USD, from 0.01.',
  examples: [25],
})
