// The question as the document describes it. `question.ts` writes it.

import Type from 'typebox'
import { Card } from '../cards/card-schemas.ts'
import { Timestamp } from '../http/schemas.ts'
import { threeDsStatusNames } from '../ledger/three-ds-status.ts'
import { QUESTION_TYPE } from './question.ts'

const NullableText = (description: string, example: string) =>
  Type.Union([Type.String({ examples: [example] }), Type.Null()], { description })

const Merchant = Type.Object({
  id: NullableText("The network's id of the merchant. Null if it is not known.", '445566778899001'),
  name: Type.String(),
  category: Type.String({ description: 'The merchant category, a name from GET /categories.' }),
  mcc: Type.String(),
  country: Type.String(),
  city: NullableText('The city that the merchant reports. Null if it is not known.', 'Austin'),
})

const Data = Type.Object({
  card: Card,
  amount: Type.Number({ description: 'The amount that the merchant asks for, USD.', examples: [12.5] }),
  currency: Type.Literal('USD'),
  merchant: Merchant,
  partial: Type.Boolean({ description: 'Whether the merchant accepts a part of the amount.', examples: [false] }),
  three_ds_status: Type.String({ enum: [...threeDsStatusNames] }),
  authorization_id: NullableText(
    'The authorization that the merchant asks to increase. Null for a new one.',
    'txn_3p01m7fvfr85e5mtekznx29q5n67',
  ),
  expires_at: Timestamp('The time until which an answer counts, by the wall clock.'),
})

export const DecisionQuestion = Type.Object(
  {
    id: Type.String({
      description: 'The same when the question is repeated.',
      examples: ['dec_3p01m7fvfr85e5mtekznx29q5n67'],
    }),
    type: Type.Literal(QUESTION_TYPE),
    created_at: Timestamp('The time of the question, by the wall clock.'),
    environment: Type.String({ enum: ['sandbox', 'production'] }),
    test: Type.Optional(
      Type.Boolean({ description: 'True in a question of `POST /decision-hook/test`, and absent in any other.' }),
    ),
    data: Data,
  },
  { $id: 'DecisionQuestion', description: 'The question to the decision hook.' },
)
