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
      description: 'The name of the merchant. Case is ignored, and * matches any text.',
      examples: ['acme*'],
    }),
  ),
})
const Merchants = (description: string) => Type.Array(MerchantPattern, { maxItems: MAX_PATTERNS, description })

const Limit = Strict({
  window: Type.String({
    enum: [...limitWindows],
    description: 'The window of the limit, a UTC calendar unit. A week begins on Monday.',
  }),
  amount: Type.Optional(
    Dollars({
      exclusiveMinimum: 0,
      maximum: 1_000_000_000,
      description: 'The maximum amount in USD.',
      examples: [250],
    }),
  ),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'The maximum number of purchases.', examples: [10] }),
  ),
  categories: Type.Optional(
    Categories(
      'The categories that count, as names from GET /categories or merchant category codes. Empty means that every purchase counts.',
    ),
  ),
})

const uses = {
  minimum: 1,
  maximum: 10_000,
  description: 'The number of purchases after which the card is terminated.',
  examples: [1],
}

/** Null empties a part. */
const Part = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

export const ControlsInput = Strict(
  {
    limits: Part(
      Type.Array(Limit, { maxItems: 10, description: 'At most 10 limits. Each has an amount, a count or both.' }),
    ),
    merchants: Part(
      Strict({
        allowed: Type.Optional(
          Merchants('Merchants that are allowed. A merchant passes if it is on this list or in `allowed_categories`.'),
        ),
        blocked: Type.Optional(Merchants('Merchants that are always declined.')),
      }),
    ),
    categories: Part(
      Strict({
        blocked: Type.Optional(Categories('Names from GET /categories or four-digit merchant category codes.')),
      }),
    ),
    countries: Part(
      Strict({
        allowed: Type.Optional(Countries('Only merchants in these countries are allowed.')),
        blocked: Type.Optional(
          Countries('Merchants in these countries are declined. Cannot be combined with `allowed`.'),
        ),
      }),
    ),
    uses: Part(Type.Integer(uses)),
    merchant_lock: Part(
      Type.String({ enum: ['first'], description: '`first` locks the card to the first merchant that is approved.' }),
    ),
    active_from: Part(Timestamp('Purchases before this time are declined.')),
    active_until: Part(Timestamp('Purchases from this time on are declined.')),
  },
  {
    description: 'The spend controls of the card. Each given part replaces that part; null removes it.',
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
        amount: Nullable(Type.Number(), 'The maximum amount in USD. Null if only purchases are counted.'),
        count: Nullable(Type.Integer(), 'The maximum number of purchases. Null if only the amount counts.'),
        categories: Type.Array(Type.String(), {
          description: 'The categories that count. Empty means that every purchase counts.',
        }),
      }),
    ),
    merchants: Type.Object({ allowed: Type.Array(ShownPattern), blocked: Type.Array(ShownPattern) }),
    categories: Type.Object({ blocked: Type.Array(Type.String()) }),
    countries: Type.Object({ allowed: Type.Array(Type.String()), blocked: Type.Array(Type.String()) }),
    uses: Nullable(Type.Integer(), 'The number of purchases after which the card is terminated.'),
    merchant_lock: Nullable(
      Type.String({ enum: ['first'] }),
      '`first` locks the card to the first merchant that is approved.',
    ),
    locked_to: Nullable(
      Type.Object({ id: Type.Union([Type.String(), Type.Null()]), name: Type.String() }),
      'The merchant that the card is locked to. Null before its first purchase.',
    ),
    active_from: NullableTimestamp('Purchases before this time are declined.'),
    active_until: NullableTimestamp('Purchases from this time on are declined.'),
  },
  { $id: 'Controls' },
)
