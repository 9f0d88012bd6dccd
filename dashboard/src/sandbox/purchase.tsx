import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { AuthorizationOutcome, SimulateAuthorizationParams, ThreeDsChallenge } from '../api/schemas.ts'
import { AmountInput, Checkbox, Field, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { CurrencyField, useRates } from './currency-field.tsx'
import { amountError, priceOf, useFields } from './fields.ts'
import { MerchantFields } from './merchant-fields.tsx'
import { merchants } from './merchants.ts'
import { AuthorizationResult } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

/** `rate` is the exchange rate of the currency, and undefined for USD. */
type Purchase = SimulateAuthorizationParams & { card_id: string; threeDs: string; rate: string | undefined }

export function SimulatePurchase({ cardId }: { cardId: string | undefined }) {
  const { values, bind } = useFields({ amount: '25.00', currency: 'USD', threeDs: 'none' })
  const [merchant, setMerchant] = useState(merchants[0]!.merchant)
  const [isPartial, setPartial] = useState(false)
  const [isAttempted, attempt] = useAttempted()
  const purchase = useDo(buy, touched)
  const problem = placeProblem(purchase.error, ['amount', 'currency', 'merchant'])
  const wrongAmount = amountError(values.amount, values.currency)
  const rates = useRates()?.rates
  const submit = () =>
    attempt(!wrongAmount, () =>
      purchase.mutate({
        card_id: cardId!,
        ...priceOf(values),
        merchant,
        threeDs: values.threeDs,
        rate: rates?.[values.currency],
        ...(isPartial && { partial: true }),
      }),
    )
  return (
    <Simulation
      title="Purchase"
      note="A merchant asks whether the card may pay."
      action="Authorize"
      busy={purchase.isPending}
      disabled={cardId === undefined}
      error={problem.form}
      onSubmit={submit}
      result={purchase.data && <AuthorizationResult outcome={purchase.data} />}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Amount" error={isAttempted ? wrongAmount : problem.fields.amount}>
          <AmountInput {...bind('amount')} currency={values.currency} />
        </Field>
        <CurrencyField {...bind('currency')} error={problem.fields.currency} />
        <Field label="3-D Secure">
          <Select {...bind('threeDs')}>
            <option value="none">Not asked for</option>
            <option value="passed">Asked for, right passcode</option>
            <option value="pending">Asked for, not answered</option>
          </Select>
        </Field>
      </div>
      <MerchantFields value={merchant} error={problem.fields.merchant} onChange={setMerchant} />
      <Checkbox
        label="Allow partial approval"
        hint="Approves up to the balance instead of declining."
        checked={isPartial}
        onChange={(event) => setPartial(event.target.checked)}
      />
    </Simulation>
  )
}

async function buy({ threeDs, rate, ...body }: Purchase): Promise<AuthorizationOutcome> {
  const challenge = threeDs === 'none' ? undefined : await openChallenge(body, rate)
  if (challenge && threeDs === 'passed') await post(`/v1/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp })
  return post('/v1/sandbox/authorizations', {
    ...body,
    ...(challenge && { three_ds_challenge_id: challenge.id }),
  })
}

/**
 * A challenge is always in dollars. For another currency, the challenge is one cent above the converted amount, so
 * rounding cannot make it too small.
 */
function openChallenge(
  { card_id, amount, merchant }: Omit<Purchase, 'threeDs' | 'rate'>,
  rate: string | undefined,
): Promise<ThreeDsChallenge> {
  const dollars = rate === undefined ? amount : (Math.ceil(amount * Number(rate) * 100) + 1) / 100
  return post('/v1/sandbox/3ds', { card_id, amount: dollars, merchant: merchant.name })
}
