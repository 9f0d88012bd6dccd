// Operations on cards with controls, as data that fast-check creates and shrinks. There are few merchants and few,
// similar amounts on purpose, so that limits are reached to the cent.

import fc from 'fast-check'
import type { Limit, Merchant, MerchantEntry } from './controls-model.ts'

export const merchants: Merchant[] = [
  { id: 'M-ADS-1', name: 'Acme Ads', mcc: '7311', country: 'US' },
  // The next entries have the same name under another id, the same id under another name, and the name without an id.
  { id: 'M-ADS-2', name: 'Acme Ads', mcc: '7311', country: 'GB' },
  { id: 'M-ADS-1', name: 'Renamed Ads', mcc: '7311', country: 'US' },
  { name: 'ACME  ads', mcc: '7311', country: 'US' },
  { id: 'M-APP-1', name: 'Apps & Co', mcc: '5734', country: 'IE' },
  { name: 'Grand Hotel', mcc: '7011', country: 'FR' },
  { name: 'Unknown', mcc: '0001', country: 'US' },
]
const HOTEL = merchants.findIndex(({ mcc }) => mcc === '7011')

/**
 * An amount in cents: fixed, or at this offset from the balance, a hold, the rest of a settlement, or the rest of a
 * limit.
 */
export type Near = { near: 'fixed' | 'balance' | 'held' | 'rest' | 'limit'; offset: number; pick: number }
type Pick_ = number
/** The start and end in hours from now. */
type Period = { from: number | null; until: number | null }
type Merchants = { allowed: MerchantEntry[]; blocked: MerchantEntry[] }
type Countries = { allowed: string[]; blocked: string[] }
export type NewParts = {
  limits?: Limit[] | null
  merchants?: Merchants | null
  categories?: { blocked: string[] } | null
  countries?: Countries | null
  uses?: number | null
  merchant_lock?: 'first' | null
  period?: Period
}
export type NewPatch = { limit?: number; categories?: string[]; controls?: NewParts }

export type Single =
  | { do: 'authorize'; card: Pick_; amount: Near; merchant: number; partial: boolean }
  | { do: 'increment'; hold: Pick_; amount: Near }
  | { do: 'settle'; hold: Pick_; amount: Near | null; final: boolean }
  | { do: 'reverse'; hold: Pick_; amount: Near | null }
  | { do: 'expire'; hold: Pick_ }
  /** Ends a hold whose purchase was counted in a past window, on a card that was used again since. */
  | { do: 'late end'; hold: Pick_; how: 'reverse' | 'expire' }
  /** Increments a counted purchase on a card that its last use has terminated. */
  | { do: 'raise ended'; hold: Pick_; amount: Near }
  | { do: 'force'; card: Pick_; amount: Near; merchant: number }
  | { do: 'refund'; settlement: Pick_; amount: Near | null }
  | { do: 'unlinked refund'; card: Pick_; amount: Near; merchant: number }
  | { do: 'patch'; card: Pick_; patch: NewPatch }
  | { do: 'fund' | 'withdraw'; card: Pick_; amount: Near }
  | { do: 'freeze' | 'unfreeze' | 'terminate'; card: Pick_ }
export type Boundary = 'day' | 'week' | 'month' | 'year' | 'leap day' | 'end of leap day'
export type Operation =
  | Single
  | { do: 'at once'; all: Single[] }
  | { do: 'new card'; amount: number; patch: NewPatch }
  | { do: 'advance'; seconds: number }
  | { do: 'advance to'; boundary: Boundary; offset: number }

const pick = fc.nat(1_000)
const often = <T>(first: T, arbitrary: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant(first) }, { weight: 1, arbitrary })
const near = (kind: Near['near'], spread: number) =>
  fc.record({ near: fc.constant(kind), offset: fc.integer({ min: -spread, max: spread }), pick })
const fixed = fc.record({ near: fc.constant('fixed' as const), offset: fc.integer({ min: 1, max: 60_00 }), pick })
/** Amounts around the one dollar above which a use counts. */
const small = fc.record({ near: fc.constant('fixed' as const), offset: fc.integer({ min: 99, max: 102 }), pick })
const spending: fc.Arbitrary<Near> = fc.oneof(
  { weight: 6, arbitrary: fixed },
  { weight: 5, arbitrary: near('limit', 1) },
  { weight: 2, arbitrary: near('balance', 1) },
  { weight: 1, arbitrary: small },
)
const ofHold: fc.Arbitrary<Near> = fc.oneof(
  { weight: 4, arbitrary: near('held', 1) },
  { weight: 3, arbitrary: near('held', 30_00) },
  { weight: 2, arbitrary: fixed },
)
const merchant = often(0, fc.nat(merchants.length - 1), 1)

// ---- controls

const categories = fc.subarray(['advertising', 'software', 'lodging', 'other', '7311', '5734', '0001'], {
  minLength: 1,
  maxLength: 3,
})
const cents = fc.integer({ min: 1, max: 150_00 })
const count = fc.integer({ min: 1, max: 6 })
const limit: fc.Arbitrary<Limit> = fc
  .record({
    window: fc.constantFrom<Limit['window']>('per_transaction', 'day', 'week', 'month', 'year', 'all_time'),
    figures: fc.oneof(
      fc.record({ amount: cents, count: fc.constant(null) }),
      fc.record({ amount: fc.constant(null), count }),
      fc.record({ amount: cents, count }),
    ),
    categories: often<string[]>([], categories, 2),
  })
  .map(({ window, figures: { amount, count }, categories }) =>
    window === 'per_transaction'
      ? { window, amount: amount ?? 50_00, count: null, categories }
      : { window, amount, count, categories },
  )
const entry = fc.constantFrom<MerchantEntry>(
  { id: 'M-ADS-1' },
  { id: 'M-APP-1' },
  { name: 'acme ads' },
  { name: 'ACME*' },
  { name: '*hotel' },
  { name: '*ads*' },
  { name: 'nobody' },
  { name: '*' },
)
const someEntries = often<MerchantEntry[]>([], fc.uniqueArray(entry, { minLength: 1, maxLength: 3 }), 2)
const someCountries = fc.subarray(['US', 'GB', 'IE', 'FR', 'DE'], { minLength: 1, maxLength: 3 })
const hours = fc.option(fc.constantFrom(-30, -2, 1, 3, 26, 80, 800), { nil: null })

const howMuch: fc.Arbitrary<NewParts> = fc.record(
  {
    limits: fc.option(fc.array(limit, { maxLength: 4 }), { nil: null, freq: 8 }),
    uses: often<number | null>(null, fc.integer({ min: 1, max: 8 }), 2),
  },
  { requiredKeys: [] },
)
const where: fc.Arbitrary<NewParts> = fc.record(
  {
    merchants: often<Merchants | null>(null, fc.record({ allowed: someEntries, blocked: someEntries }), 1),
    categories: often<{ blocked: string[] } | null>(null, fc.record({ blocked: categories }), 1),
    countries: often<Countries | null>(
      null,
      fc.oneof(
        fc.record({ allowed: someCountries, blocked: fc.constant<string[]>([]) }),
        fc.record({ allowed: fc.constant<string[]>([]), blocked: someCountries }),
      ),
      1,
    ),
    merchant_lock: fc.constantFrom('first' as const, null),
    period: often<Period>({ from: null, until: null }, fc.record({ from: hours, until: hours }), 1),
  },
  { requiredKeys: [] },
)
const anywhere: NewParts = {
  merchants: null,
  categories: null,
  countries: null,
  merchant_lock: null,
  period: { from: null, until: null },
}
/** Most patches are about money, because a card that cannot be used anywhere tests no limits. */
const patch: fc.Arbitrary<NewPatch> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ controls: howMuch }) },
  {
    weight: 2,
    arbitrary: fc.record({ controls: where, categories: often<string[]>([], categories, 2) }, { requiredKeys: [] }),
  },
  { weight: 2, arbitrary: fc.constant<NewPatch>({ controls: anywhere, categories: [] }) },
  {
    weight: 2,
    arbitrary: fc.record({
      limit: often(20_000_00, fc.integer({ min: 1, max: 200_00 }), 1),
      controls: fc.tuple(howMuch, where).map(([much, place]): NewParts => ({ ...much, ...place })),
    }),
  },
)

// ---- operations

const lateEnd: fc.Arbitrary<Single> = fc.record({
  do: fc.constant('late end' as const),
  hold: pick,
  how: fc.constantFrom('reverse' as const, 'reverse' as const, 'expire' as const),
})

const raiseEnded: fc.Arbitrary<Single> = fc.record({
  do: fc.constant('raise ended' as const),
  hold: pick,
  amount: fc.oneof({ weight: 2, arbitrary: near('balance', 1) }, { weight: 1, arbitrary: fixed }),
})

const isRare = often(false, fc.constant(true), 3)
const single: fc.Arbitrary<Single> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constant('authorize' as const),
      card: pick,
      amount: spending,
      merchant,
      partial: isRare,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('increment' as const), hold: pick, amount: spending }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      hold: pick,
      amount: fc.option(ofHold, { nil: null }),
      final: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      hold: pick,
      amount: fc.option(ofHold, { nil: null, freq: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('expire' as const), hold: pick }) },
  { weight: 2, arbitrary: lateEnd },
  { weight: 2, arbitrary: raiseEnded },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('force' as const), card: pick, amount: spending, merchant }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      settlement: pick,
      amount: fc.option(near('rest', 1), { nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('unlinked refund' as const), card: pick, amount: fixed, merchant }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('patch' as const), card: pick, patch }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('fund' as const, 'fund' as const, 'withdraw' as const),
      card: pick,
      amount: fc.oneof(fixed, near('balance', 1)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const), card: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unfreeze' as const), card: pick }) },
)
const ends = fc.record({ do: fc.constant('terminate' as const), card: pick })
const HOUR = 3_600
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 66, arbitrary: single },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('at once' as const),
      all: fc.array(fc.oneof({ weight: 40, arbitrary: single }, { weight: 1, arbitrary: ends }), {
        minLength: 2,
        maxLength: 5,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('new card' as const),
      amount: fc.integer({ min: 50_00, max: 300_00 }),
      patch,
    }),
  },
  { weight: 1, arbitrary: ends },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(HOUR, 3 * HOUR, 26 * HOUR, 80 * HOUR, 169 * HOUR),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('advance to' as const),
      boundary: fc.constantFrom<Boundary>(
        // Mostly short steps, because otherwise every hold would have expired before its window ends.
        ...(['day', 'day', 'day', 'day', 'day', 'day', 'day', 'day', 'day'] as const),
        ...(['week', 'week', 'week', 'week', 'month', 'month'] as const),
        ...(['year', 'leap day', 'end of leap day'] as const),
      ),
      offset: fc.constantFrom(-HOUR, -1, 0, 0, 1, HOUR),
    }),
  },
)

/**
 * A purchase, the end of its window, another purchase, and then the end of the first one. This is too rare by chance
 * alone: a purchase that was wrongly freed in the new window went unseen in thousands of operations.
 */
const acrossBoundary: fc.Arbitrary<Operation[]> = fc
  .record({
    card: pick,
    window: fc.constantFrom('day' as const, 'day' as const, 'week' as const, 'month' as const),
    amounts: fc.tuple(fc.integer({ min: 1_01, max: 5_00 }), fc.integer({ min: 1_01, max: 5_00 })),
    offset: fc.constantFrom(0, 1, HOUR),
    end: lateEnd,
  })
  .map(({ card, window, amounts: [first, second], offset, end }): Operation[] => {
    const limits: Limit[] = [{ window, amount: 50_00, count: 6, categories: [] }]
    const buy = (cents: number): Operation => {
      const amount: Near = { near: 'fixed', offset: cents, pick: 0 }
      // A hotel's hold lasts for thirty days, so that it still exists when its week or month has ended.
      return { do: 'authorize', card, amount, merchant: HOTEL, partial: false }
    }
    const controls: NewParts = { ...anywhere, limits, uses: null }
    return [
      { do: 'patch', card, patch: { controls, categories: [] } },
      buy(first),
      { do: 'advance to', boundary: window, offset },
      buy(second),
      end,
    ]
  })

/**
 * The last use of a card, and then several increments, one after the other and concurrently, around the amount that the
 * card returned.
 */
const afterTheEnd: fc.Arbitrary<Operation[]> = fc
  .record({
    card: pick,
    amount: fc.integer({ min: 1_01, max: 20_00 }),
    raises: fc.array(raiseEnded, { minLength: 2, maxLength: 4 }),
    settled: fc.record({ hold: pick, amount: ofHold, final: fc.boolean() }),
  })
  .map(({ card, amount, raises, settled }): Operation[] => [
    { do: 'patch', card, patch: { controls: { ...anywhere, limits: null, uses: 1 }, categories: [] } },
    { do: 'authorize', card, amount: { near: 'fixed', offset: amount, pick: 0 }, merchant: 0, partial: false },
    ...raises,
    { do: 'settle', ...settled },
    { do: 'at once', all: raises },
  ])

/**
 * Starts with a card without controls and a card with some, so that most other operations have something to work on.
 */
export const script = (maxLength: number): fc.Arbitrary<Operation[]> =>
  fc
    .tuple(
      patch,
      fc.array(
        fc.oneof(
          { weight: 30, arbitrary: operation.map((one) => [one]) },
          { weight: 1, arbitrary: acrossBoundary },
          { weight: 1, arbitrary: afterTheEnd },
        ),
        { maxLength, size: 'max' },
      ),
    )
    .map(([first, rest]): Operation[] => [
      { do: 'new card', amount: 200_00, patch: {} },
      { do: 'new card', amount: 300_00, patch: first },
      ...rest.flat(),
    ])
