// The shapes of `controls`: a request gives them part by part, and a card always shows all of them.

import Type, { type TSchema } from 'typebox'
import { Dollars, NullableTimestamp, Strict, Text, Timestamp } from '../http/schemas.ts'
import { limitWindows } from '../ledger/stored-controls.ts'

export const MAX_MERCHANT_ID = 15
const MAX_PATTERNS = 100
const MAX_COUNTRIES = 250

const Categories = (description: string) =>
  Type.Array(Text({ maxLength: 64 }), { maxItems: 1000, description, examples: [['gambling']] })

const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'A code of two letters that ISO 3166 assigns.',
  examples: ['US'],
})
const Countries = (description: string) =>
  Type.Array(Country, { maxItems: MAX_COUNTRIES, uniqueItems: true, description })

const MerchantPattern = Strict({
  id: Type.Optional(
    Text({
      minLength: 1,
      maxLength: MAX_MERCHANT_ID,
      description: "The network's id of the merchant.",
      examples: ['445566778899001'],
    }),
  ),
  name: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description: 'Upper and lower case are the same; * stands for anything.',
      examples: ['acme*'],
    }),
  ),
})
const Merchants = (description: string) => Type.Array(MerchantPattern, { maxItems: MAX_PATTERNS, description })

const Limit = Strict({
  window: Type.String({ enum: [...limitWindows], description: 'UTC; a week begins on Monday.' }),
  amount: Type.Optional(Dollars({ exclusiveMinimum: 0, maximum: 1_000_000_000, description: 'USD.', examples: [250] })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Purchases.', examples: [10] })),
  categories: Type.Optional(Categories('Count only these; names of GET /categories or codes. Empty: everything.')),
})

const uses = { minimum: 1, maximum: 10_000, description: 'Purchases, then the card is terminated.', examples: [1] }

/** Null empties a part. */
const Part = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

export const ControlsInput = Strict(
  {
    limits: Part(Type.Array(Limit, { maxItems: 10, description: 'At most 10; each has an amount, a count or both.' })),
    merchants: Part(
      Strict({
        allowed: Type.Optional(Merchants('With `allowed_categories`: who is on either list passes.')),
        blocked: Type.Optional(Merchants('Declined, whatever else allows them.')),
      }),
    ),
    categories: Part(Strict({ blocked: Type.Optional(Categories('Names of GET /categories or four-digit codes.')) })),
    countries: Part(
      Strict({
        allowed: Type.Optional(Countries('Only merchants in these.')),
        blocked: Type.Optional(Countries('No merchants in these; not together with `allowed`.')),
      }),
    ),
    uses: Part(Type.Integer(uses)),
    merchant_lock: Part(
      Type.String({ enum: ['first'], description: '`first`: only the first merchant that is approved.' }),
    ),
    active_from: Part(Timestamp('Declined before this moment.')),
    active_until: Part(Timestamp('Declined from this moment on.')),
  },
  {
    description: 'What the card may do. Each part that is given replaces that part; null empties it.',
    'x-error': 'invalid_controls',
    examples: [{ limits: [{ window: 'day', amount: 250, count: 10 }], countries: { allowed: ['US'] } }],
  },
)
export type ControlsInput = Type.Static<typeof ControlsInput>

const Nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const ShownPattern = Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })

export const Controls = Type.Object(
  {
    limits: Type.Array(
      Type.Object({
        window: Type.String({ enum: [...limitWindows] }),
        amount: Nullable(Type.Number(), 'USD; null where only purchases are counted.'),
        count: Nullable(Type.Integer(), 'Purchases; null where only the amount counts.'),
        categories: Type.Array(Type.String(), { description: 'Empty: everything counts.' }),
      }),
    ),
    merchants: Type.Object({ allowed: Type.Array(ShownPattern), blocked: Type.Array(ShownPattern) }),
    categories: Type.Object({ blocked: Type.Array(Type.String()) }),
    countries: Type.Object({ allowed: Type.Array(Type.String()), blocked: Type.Array(Type.String()) }),
    uses: Nullable(Type.Integer(), 'Purchases, then the card is terminated.'),
    merchant_lock: Nullable(Type.String({ enum: ['first'] }), 'Bound to the first merchant that is approved.'),
    locked_to: Nullable(
      Type.Object({ id: Type.Union([Type.String(), Type.Null()]), name: Type.String() }),
      'The merchant that the lock has bound the card to; null before its first purchase.',
    ),
    active_from: NullableTimestamp('Declined before this moment.'),
    active_until: NullableTimestamp('Declined from this moment on.'),
  },
  { $id: 'Controls' },
)
