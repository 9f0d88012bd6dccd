// For any amounts, currencies and rates, the card's balance is the result of exact arithmetic.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalsOf } from '../../src/foreign-money.ts'
import { startTestService } from '../harness.ts'
import { ads, done, type Json, openScene, type Scene } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const CARD_USD = 5_000

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'BHD')
const step = fc.record({
  act: fc.constantFrom('hold', 'increment', 'capture', 'settle', 'force', 'refund', 'refund part'),
  currency,
  units: fc.integer({ min: 1, max: 3_000 }),
  /** The rate in millionths of a dollar. */
  rate: fc.integer({ min: 1_000, max: 2_000_000 }),
})
type Step = { act: string; currency: string; units: number; rate: number }

/** Rounds half up with an integer quotient and its remainder. */
function cents({ units, currency, rate }: Step): number {
  if (currency === 'USD') return units
  const [over, under] = [BigInt(units) * BigInt(rate) * 100n, 10n ** BigInt(decimalsOf(currency)) * 1_000_000n]
  return Number(over / under + ((over % under) * 2n >= under ? 1n : 0n))
}

/** The spent and the held amount, in cents. */
class Model {
  spent = 0
  held = 0
  readonly holds: { transaction: Json; held: number }[] = []
  readonly settlements: { transaction: Json; left: number }[] = []

  settled(transaction: Json): void {
    const amount = Math.round(-transaction.amount * 100)
    this.spent += amount
    this.settlements.push({ transaction, left: amount })
  }
}

async function play(scene: Scene, model: Model, given: Step): Promise<void> {
  const { act, units, rate } = given
  const isForeign = given.currency !== 'USD'
  if (isForeign) {
    const rates = { [given.currency]: (rate / 1_000_000).toFixed(6) }
    done(await scene.api.put('/sandbox/rates', { rates }), 200)
  }
  const price = { amount: units / 10 ** decimalsOf(given.currency), ...(isForeign && { currency: given.currency }) }
  const expected = cents(given)
  if (expected < 1) return
  const check = (transaction: Json): Json => {
    assert.equal(Math.round(Math.abs(transaction.amount) * 100), expected)
    assert.equal(transaction.merchant_amount === null, !isForeign)
    if (isForeign) assert.equal(Math.abs(transaction.merchant_amount), price.amount)
    return transaction
  }
  const open = model.holds.at(-1)
  if (act === 'hold' || (act === 'increment' && !open)) {
    const outcome = await scene.ask(price.amount, price)
    check(outcome.transaction)
    if (!outcome.approved) return
    model.holds.push({ transaction: outcome.transaction, held: expected })
    model.held += expected
  } else if (act === 'increment') {
    const outcome = done(await scene.on(open!.transaction, 'increment', price), 201)
    check(outcome.transaction)
    if (!outcome.approved) return
    open!.held += expected
    model.held += expected
  } else if (act === 'capture' && open) {
    model.settled(check(done(await scene.on(open.transaction, 'settle', { ...price, final: false }), 201)))
    const used = Math.min(open.held, expected)
    open.held -= used
    model.held -= used
  } else if (act === 'settle' && open && open.held > 0) {
    const answer = await scene.on(open.transaction, 'settle')
    // With a rate that was set since, the amount may be less than a cent.
    if (answer.status === 400) return assert.equal(answer.body.error, 'invalid_amount')
    model.settled(done(answer, 201))
    model.held -= open.held
    model.holds.pop()
  } else if (act === 'force') model.settled(check(await scene.force(price.amount, price)))
  else if (act === 'refund')
    model.spent -= Math.round(
      check(done(await scene.call('refunds', { card_id: scene.card, merchant: ads, ...price }), 201)).amount * 100,
    )
  else await refundPart(scene, model, expected)
}

async function refundPart(scene: Scene, model: Model, wanted: number): Promise<void> {
  const settlement = model.settlements.at(-1)
  if (!settlement || settlement.left === 0) return
  const amount = Math.min(wanted, settlement.left)
  const body = { transaction_id: settlement.transaction.id, amount: amount / 100 }
  const refund = done(await scene.call('refunds', body), 201)
  const { merchant_currency: of, conversion_rate: at } = settlement.transaction
  const unitCents = of === null ? 0 : (Number(at) * 100) / 10 ** decimalsOf(of)
  // Less than half of the smallest unit is not an amount in that currency.
  if (amount > unitCents) assert.deepEqual([refund.merchant_currency, refund.conversion_rate], [of, at])
  settlement.left -= amount
  model.spent -= amount
}

test('the balance of a card equals exact arithmetic after any mixture of currencies and rates', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const scene = await openScene(service, { wallet: 100, amount: CARD_USD })
      const model = new Model()
      for (const each of steps) await play(scene, model, each)
      const { balance, held, total_spent } = await scene.summary()
      const found = [balance, held, total_spent].map((each) => Math.round(each * 100))
      assert.deepEqual(found, [CARD_USD * 100 - model.spent - model.held, model.held, model.spent])
    }),
    { numRuns: 12 },
  )
  await service.audit()
})
