// All money operations, as data that fast-check generates and shrinks.

import fc from 'fast-check'
import type { Coin, Shop } from './model.ts'

/** An amount that is fixed or near a value that decides: the balance, the held amount, or the rest. */
export type Near = { near: 'fixed' | 'balance' | 'held' | 'rest'; offset: number }
type Pick_ = number

export type Operation =
  | { do: 'deposit'; coin: Coin; millionths: number; confirm: boolean }
  | { do: 'confirm deposit' | 'expire deposit'; deposit: Pick_ }
  | {
      do: 'create card'
      bin: 0 | 1
      amount: number
      limit: number | null
      autoFreeze: number | null
      categories: string[]
    }
  | { do: 'fund'; card: Pick_; amount: number }
  | { do: 'withdraw'; card: Pick_; amount: Near }
  | { do: 'freeze' | 'unfreeze' | 'terminate'; card: Pick_ }
  | { do: 'patch'; card: Pick_; limit: number | null; autoFreeze: number | null; categories: string[] | null }
  | { do: 'authorize'; card: Pick_; amount: Near; shop: Shop; partial: boolean; challenge: Pick_ | null }
  | {
      do: 'authorize by number'
      card: Pick_
      amount: Near
      shop: Shop
      cvv: 'right' | 'wrong' | 'none'
      expiry: 'right' | 'wrong' | 'none'
      isUnknown: boolean
    }
  | { do: 'challenge'; card: Pick_; amount: number; codes: ('right' | 'wrong')[] }
  | { do: 'increment'; hold: Pick_; amount: Near }
  | { do: 'settle'; hold: Pick_; amount: Near | null; isFinal: boolean }
  | { do: 'reverse'; hold: Pick_; amount: Near | null }
  | { do: 'expire'; hold: Pick_ }
  | { do: 'drive a decline'; decline: Pick_; how: 'increment' | 'settle' | 'reverse' | 'expire' }
  | { do: 'forced settlement'; card: Pick_; amount: Near; shop: Shop }
  | { do: 'refund'; settlement: Pick_; amount: Near | null }
  | { do: 'unlinked refund'; card: Pick_; amount: number; shop: Shop }
  | { do: 'advance'; seconds: number }

const _BINS = [
  { id: 'bin_visa_us_prepaid_1', maxTransaction: 5_000_00, maxMonthly: 20_000_00 },
  { id: 'bin_visa_lt_prepaid_1', maxTransaction: 3_000_00, maxMonthly: 15_000_00 },
] as const

export const BINS = [
  { id: 'bin_visa_us_prepaid_1', maxTransaction: 5_000_00, maxMonthly: 20_000_00 },
  { id: 'bin_visa_lt_prepaid_1', maxTransaction: 3_000_00, maxMonthly: 15_000_00 },
] as const

const HOUR = 3_600
const pick = fc.nat(1_000)
const shop = fc.constantFrom<Shop>('ads', 'ads', 'ads', 'apps', 'hotel', 'odd')
const fixed = fc.integer({ min: 1, max: 300_00 }).map((offset): Near => ({ near: 'fixed', offset }))
const about = (near: Near['near'], spread = 2) =>
  fc.integer({ min: -spread, max: spread }).map((offset): Near => ({ near, offset }))
const huge = fc.constantFrom<Near>(
  { near: 'fixed', offset: 3_000_01 },
  { near: 'fixed', offset: 5_000_01 },
  { near: 'fixed', offset: 4_999_99 },
)
const spending = fc.oneof(
  { weight: 8, arbitrary: fixed },
  { weight: 3, arbitrary: about('balance') },
  { weight: 1, arbitrary: huge },
)
const ofHold = fc.oneof(
  { weight: 4, arbitrary: about('held', 1) },
  { weight: 3, arbitrary: about('held', 50_00) },
  { weight: 2, arbitrary: fixed },
)
const limit = fc.oneof(fc.integer({ min: 1, max: 500_00 }), fc.constantFrom(15_000_00, 15_000_01, 20_000_01))
const autoFreeze = fc.oneof(fc.integer({ min: 1, max: 100_00 }), fc.constant(0))
const categories = fc.subarray(['advertising', 'software', 'lodging', '5734', '0001', 'other'], { maxLength: 3 })
const rarely = <T>(arbitrary: fc.Arbitrary<T>, freq = 3) => fc.option(arbitrary, { nil: null, freq })
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const made: [number, fc.Arbitrary<Operation>][] = [
  [
    4,
    fc.record({
      do: fc.constant('deposit' as const),
      coin: fc.constant<Coin>('usdt'),
      millionths: fc.integer({ min: 9_990_000, max: 900_000_000 }),
      confirm: fc.boolean(),
    }),
  ],
  [
    2,
    fc.record({
      do: fc.constant('deposit' as const),
      coin: fc.constantFrom<Coin>('btc', 'eth', 'sol'),
      millionths: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(99, 100, 4_999, 5_000, 49_999, 50_000)),
      confirm: fc.boolean(),
    }),
  ],
  [2, fc.record({ do: fc.constantFrom('confirm deposit' as const, 'expire deposit' as const), deposit: pick })],
  [
    4,
    fc.record({
      do: fc.constant('create card' as const),
      bin: fc.constantFrom(0 as const, 1 as const),
      amount: fc.integer({ min: 1_00, max: 400_00 }),
      limit: seldom(limit),
      autoFreeze: seldom(autoFreeze),
      categories: fc.oneof({ weight: 4, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: categories }),
    }),
  ],
  [4, fc.record({ do: fc.constant('fund' as const), card: pick, amount: fc.integer({ min: 1_00, max: 300_00 }) })],
  [3, fc.record({ do: fc.constant('withdraw' as const), card: pick, amount: fc.oneof(fixed, about('balance')) })],
  [3, fc.record({ do: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'unfreeze' as const), card: pick })],
  [1, fc.record({ do: fc.constant('terminate' as const), card: pick })],
  [
    3,
    fc.record({
      do: fc.constant('patch' as const),
      card: pick,
      limit: rarely(limit),
      autoFreeze: rarely(autoFreeze),
      categories: rarely(categories),
    }),
  ],
  [
    14,
    fc.record({
      do: fc.constant('authorize' as const),
      card: pick,
      amount: spending,
      shop,
      partial: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      challenge: seldom(pick),
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant('authorize by number' as const),
      card: pick,
      amount: spending,
      shop,
      cvv: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const, 'none' as const),
      expiry: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const, 'none' as const),
      isUnknown: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  ],
  [
    3,
    fc.record({
      do: fc.constant('challenge' as const),
      card: pick,
      amount: fc.integer({ min: 1, max: 300_00 }),
      codes: fc.array(fc.constantFrom('right' as const, 'right' as const, 'wrong' as const), { maxLength: 4 }),
    }),
  ],
  [5, fc.record({ do: fc.constant('increment' as const), hold: pick, amount: spending })],
  [10, fc.record({ do: fc.constant('settle' as const), hold: pick, amount: rarely(ofHold), isFinal: fc.boolean() })],
  [5, fc.record({ do: fc.constant('reverse' as const), hold: pick, amount: rarely(ofHold) })],
  [2, fc.record({ do: fc.constant('expire' as const), hold: pick })],
  [
    1,
    fc.record({
      do: fc.constant('drive a decline' as const),
      decline: pick,
      how: fc.constantFrom('increment' as const, 'settle' as const, 'reverse' as const, 'expire' as const),
    }),
  ],
  [4, fc.record({ do: fc.constant('forced settlement' as const), card: pick, amount: spending, shop })],
  [
    6,
    fc.record({ do: fc.constant('refund' as const), settlement: pick, amount: rarely(fc.oneof(about('rest'), fixed)) }),
  ],
  [
    2,
    fc.record({
      do: fc.constant('unlinked refund' as const),
      card: pick,
      amount: fc.integer({ min: 1, max: 300_00 }),
      shop,
    }),
  ],
  [
    5,
    fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(
        400,
        3 * HOUR,
        25 * HOUR,
        73 * HOUR,
        5 * 24 * HOUR,
        169 * HOUR,
        15 * 24 * HOUR,
        32 * 24 * HOUR,
      ),
    }),
  ],
  [1, fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(90 * 24 * HOUR, 1_100 * 24 * HOUR) })],
]

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  ...made.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)

/** Money in the wallet and two cards come first, so that most later operations have something to work on. */
export const script = (minLength: number, maxLength: number): fc.Arbitrary<Operation[]> =>
  fc
    .array(operation, { minLength, maxLength, size: 'max' })
    .map((rest): Operation[] => [
      { do: 'deposit', coin: 'usdt', millionths: 1_500_000_000, confirm: true },
      { do: 'create card', bin: 0, amount: 250_00, limit: null, autoFreeze: null, categories: [] },
      { do: 'create card', bin: 1, amount: 150_00, limit: 300_00, autoFreeze: 20_00, categories: [] },
      ...rest,
    ])
