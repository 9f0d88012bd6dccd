// The fields of a card that requests for creation, update, funding and templates share.

import Type from 'typebox'
import { Dollars, Text } from '../http/schemas.ts'

export const BinId = Type.String({
  description: 'A BIN from GET /bins.',
  examples: ['bin_visa_us_prepaid_1'],
  'x-error': 'invalid_bin',
})
export const FundingAmount = Dollars({
  minimum: 1,
  maximum: 5000,
  description: 'The amount in USD, from 1.00 to 5,000.00.',
  examples: [100],
})
export const Label = Text({ maxLength: 64, description: 'Your name for the card.', examples: ['Ads, November'] })
export const spendingLimitOf = (description: string) =>
  Dollars({
    exclusiveMinimum: 0,
    maximum: 1_000_000_000,
    description,
    examples: [2000],
    'x-error': 'invalid_spending_limit',
  })
export const AllowedCategories = Type.Array(Text({ maxLength: 64 }), {
  maxItems: 1000,
  description: 'Names from GET /categories or four-digit merchant category codes. Empty means all categories.',
  examples: [['advertising', 'software']],
  'x-error': 'invalid_category',
})
export const AutoFreezeAt = Dollars({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'Freezes the card when a debit leaves its balance below this amount. 0 turns this off.',
  examples: [20],
})
