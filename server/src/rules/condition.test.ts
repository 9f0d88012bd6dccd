import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attributeNames, attributeOf, ops } from './attributes.ts'
import { type Condition, compileCondition, faultOf } from './condition.ts'
import type { Situation } from './situation.ts'

const base: Situation = {
  amount: 25_000,
  mcc: '7311',
  category: 'advertising',
  merchant_id: null,
  merchant_name: 'Acme Ads',
  country: 'US',
  card_age_days: 3,
  card_count_1h: 4,
  card_count_24h: 9,
  card_declines_1h: 0,
  card_declines_24h: 2,
  is_first_purchase: false,
  is_new_merchant: true,
  is_new_country: false,
  hour: 23,
  weekday: 'sunday',
  three_ds: 'not_required',
  metadata: { team: 'growth', level: 3, vip: true },
}

type Row = [attribute: string, op: string, value: unknown, holds: boolean, words: string]

const rows: Row[] = [
  ['amount', 'above', 200, true, 'amount 250.00 is above 200.00'],
  ['amount', 'above', 250, false, 'amount 250.00 is not above 250.00'],
  ['amount', 'at_least', 250, true, 'amount 250.00 is at least 250.00'],
  ['amount', 'below', 250.01, true, 'amount 250.00 is below 250.01'],
  ['amount', 'at_most', 249.99, false, 'amount 250.00 is above 249.99'],
  ['amount', 'is', 250, true, 'amount is 250.00'],
  ['amount', 'is_not', 250, false, 'amount is 250.00'],
  ['mcc', 'in', ['7311', '5812'], true, 'mcc 7311 is one of 7311, 5812'],
  ['mcc', 'is', '5812', false, 'mcc 7311 is not 5812'],
  ['country', 'not_in', ['US', 'CA'], false, 'country US is one of US, CA'],
  ['country', 'is_not', 'US', false, 'country is US'],
  ['merchant_name', 'contains', 'ACME', true, 'merchant_name "Acme Ads" contains ACME'],
  ['merchant_name', 'starts_with', 'ads', false, 'merchant_name "Acme Ads" does not start with ads'],
  ['merchant_name', 'is', 'acme ads', true, 'merchant_name "Acme Ads" is "acme ads"'],
  ['merchant_id', 'is', 'M1', false, 'merchant_id is not set'],
  ['merchant_id', 'is_not', 'M1', true, 'merchant_id is not set'],
  ['card_count_1h', 'at_least', 5, false, 'card_count_1h 4 is below 5'],
  ['card_declines_24h', 'above', 1, true, 'card_declines_24h 2 is above 1'],
  ['is_new_merchant', 'is', true, true, 'is_new_merchant is true'],
  ['is_first_purchase', 'is', true, false, 'is_first_purchase is false'],
  ['hour', 'in', [22, 23, 0], true, 'hour 23 is one of 22, 23, 0'],
  ['weekday', 'in', ['saturday', 'sunday'], true, 'weekday sunday is one of saturday, sunday'],
  ['three_ds', 'is_not', 'authenticated', true, 'three_ds not_required is not authenticated'],
  ['card_metadata.team', 'is', 'growth', true, 'card_metadata.team is growth'],
  ['card_metadata.level', 'above', 2, true, 'card_metadata.level 3 is above 2'],
  ['card_metadata.team', 'above', 2, false, 'card_metadata.team growth is not a number'],
  ['card_metadata.vip', 'is', true, true, 'card_metadata.vip is true'],
  ['card_metadata.none', 'is_not', 'x', true, 'card_metadata.none is not set'],
  ['card_metadata.none', 'is', 'x', false, 'card_metadata.none is not set'],
  ['card_metadata.toString', 'is_not', 'x', true, 'card_metadata.toString is not set'],
  ['hour', 'in', [0, 1, 2, 3, 4, 5, 6], false, 'hour 23 is none of 0, 1, 2, 3, 4 and 2 more'],
]

test('each condition holds or not, and says so with the value of the moment', () => {
  for (const [attribute, op, value, holds, words] of rows) {
    const written = { attribute, op, value }
    assert.equal(faultOf(written), undefined, JSON.stringify(written))
    const compiled = compileCondition(written as Condition)
    assert.equal(compiled.holds(base), holds, JSON.stringify(written))
    assert.equal(compiled.explain(base), words)
  }
})

const faults: [unknown, string][] = [
  [{ attribute: 'colour', op: 'is', value: 'red' }, 'attribute'],
  [{ attribute: '__proto__', op: 'is', value: 'red' }, 'attribute'],
  [{ attribute: 'card_metadata.', op: 'is', value: 'red' }, 'attribute'],
  [{ attribute: `card_metadata.${'k'.repeat(41)}`, op: 'is', value: 'red' }, 'attribute'],
  [{ attribute: 'amount', op: 'matches', value: 1 }, 'op'],
  [{ attribute: 'country', op: 'above', value: 'US' }, 'op'],
  [{ attribute: 'is_new_country', op: 'in', value: [true] }, 'op'],
  [{ attribute: 'amount', op: 'above', value: '200' }, 'value'],
  [{ attribute: 'amount', op: 'above', value: 1.001 }, 'value'],
  [{ attribute: 'amount', op: 'above', value: -1 }, 'value'],
  [{ attribute: 'amount', op: 'above' }, 'value'],
  [{ attribute: 'hour', op: 'is', value: 24 }, 'value'],
  [{ attribute: 'hour', op: 'is', value: 1.5 }, 'value'],
  [{ attribute: 'weekday', op: 'is', value: 'Sunday' }, 'value'],
  [{ attribute: 'country', op: 'is', value: 'us' }, 'value'],
  [{ attribute: 'country', op: 'is', value: 'UK' }, 'value'],
  [{ attribute: 'country', op: 'in', value: ['US', 'XX'] }, 'value'],
  [{ attribute: 'country', op: 'in', value: 'US' }, 'value'],
  [{ attribute: 'country', op: 'in', value: [] }, 'value'],
  [{ attribute: 'country', op: 'in', value: Array(101).fill('US') }, 'value'],
  [{ attribute: 'category', op: 'is', value: 'nonsense' }, 'value'],
  [{ attribute: 'merchant_name', op: 'contains', value: '' }, 'value'],
  [{ attribute: 'merchant_name', op: 'contains', value: 'a\u0000b' }, 'value'],
  [{ attribute: 'card_metadata.team', op: 'contains', value: 3 }, 'value'],
  [{ attribute: 'card_metadata.team', op: 'above', value: 'x' }, 'value'],
  [{ attribute: 'is_new_merchant', op: 'is', value: 'true' }, 'value'],
]

test('what cannot be checked is refused, naming the field', () => {
  for (const [condition, field] of faults)
    assert.equal(faultOf(condition as never)?.field, field, JSON.stringify(condition))
  assert.equal(faultOf({ attribute: 'country', op: 'in', value: ['US', 'usa'] })?.index, 1)
})

test('whatever is written is refused or can be checked and told, and a condition and its opposite never agree', () => {
  const opposite = { is: 'is_not', in: 'not_in' } as const
  const names = fc.oneof(
    fc.constantFrom(...attributeNames),
    fc.string(),
    fc.string().map((key) => `card_metadata.${key}`),
  )
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('US', '7311', 'sunday', true, 5, 250, ['US'], [1, 2]))
  fc.assert(
    fc.property(names, fc.constantFrom(...ops), value, (attribute, op, written) => {
      if (faultOf({ attribute, op, value: written })) return
      const condition = { attribute, op, value: written } as Condition
      const { holds, explain } = compileCondition(condition)
      assert.match(explain(base), /\S/)
      const against = opposite[op as keyof typeof opposite]
      if (against) assert.notEqual(compileCondition({ ...condition, op: against }).holds(base), holds(base))
    }),
    { numRuns: 5_000 },
  )
  assert.ok(attributeOf('amount'))
})
