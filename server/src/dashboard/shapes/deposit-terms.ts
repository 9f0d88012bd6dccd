import Type, { type Static } from 'typebox'

export const DepositTerms = Type.Object({
  fee_percent: Type.Number({ description: 'Of what a deposit is worth.' }),
  confirmations: Type.Object(
    { btc: Type.Integer(), eth: Type.Integer(), sol: Type.Integer(), usdt: Type.Integer() },
    { description: 'How deep in its chain a deposit must lie to be credited.' },
  ),
})

export type DepositTerms = Static<typeof DepositTerms>
