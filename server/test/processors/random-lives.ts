// Random histories of authorizations for property tests: all steps that are possible, in any order.

import fc from 'fast-check'
import type { Life, LifeStep } from './world.ts'

const cents = fc.bigInt({ min: 1n, max: 20_000n })

const step: fc.Arbitrary<LifeStep> = fc.oneof(
  fc.record({ act: fc.constant('increment' as const), amount: cents }),
  fc.record({ act: fc.constant('settle' as const), amount: cents, isFinal: fc.boolean() }),
  fc.record({ act: fc.constant('reverse' as const), amount: cents }),
  fc.constant({ act: 'expire' as const }),
  fc.record({ act: fc.constant('refund' as const), amount: cents }),
  fc.constant({ act: 'unrefund' as const }),
)

export const randomLife: fc.Arbitrary<Life> = fc.record({
  amount: cents,
  merchant: fc.constantFrom(
    { name: 'SOMA EATS', mcc: '5812', country: 'US' },
    { name: 'Büro & Söhne', mcc: '5943', country: 'DE' },
  ),
  begins: fc.constantFrom('asked', 'asked', 'asked', 'stood_in', 'declined_there', 'forced'),
  steps: fc.array(step, { maxLength: 7 }),
})
