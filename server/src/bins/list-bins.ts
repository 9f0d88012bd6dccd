import Type from 'typebox'
import { read } from '../http/route.ts'
import { presentBin } from './bin-directory.ts'

export const BinSchema = Type.Object(
  {
    id: Type.String({ examples: ['bin_visa_us_prepaid_1'] }),
    network: Type.String({ enum: ['visa', 'mastercard'] }),
    type: Type.String({ enum: ['prepaid', 'debit', 'credit'] }),
    issuer_country: Type.String({ description: 'ISO 3166 code of two letters.', examples: ['US'] }),
    '3ds': Type.Boolean(),
    apple_pay: Type.Boolean(),
    google_pay: Type.Boolean(),
    max_transaction: Type.Number({ description: 'The maximum amount of one authorization, in USD.' }),
    max_monthly: Type.Number({ description: 'The maximum that a card may spend in a month, in USD.' }),
    acceptance_rate: Type.Number({ description: 'The share of merchants that accept cards of this BIN, from 0 to 1.' }),
    best_for: Type.Array(Type.String()),
  },
  { $id: 'Bin' },
)

export const listBins = read({
  method: 'GET',
  url: '/bins',
  operationId: 'listBins',
  scope: null,
  bounds: 'open',
  tag: 'BINs',
  summary: 'List BIN ranges',
  description:
    'Lists the card number ranges that cards can be created from, with their capabilities and limits. The list is not paged.',
  reply: { 200: Type.Object({ data: Type.Array(BinSchema) }) },
  async read({ services, workspace }) {
    return { data: services.bins.offered(workspace.environment).map(presentBin) }
  },
})
