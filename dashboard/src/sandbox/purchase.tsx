import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { AuthorizationOutcome, SimulateAuthorizationParams, ThreeDsChallenge } from '../api/schemas.ts'
import { readAmount } from '../ui/amounts.tsx'
import { AmountInput, Checkbox, Field, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { amountError, useFields } from './fields.ts'
import { MerchantFields } from './merchant-fields.tsx'
import { merchants } from './merchants.ts'
import { AuthorizationResult } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

type Purchase = SimulateAuthorizationParams & { card_id: string; threeDs: string }

export function SimulatePurchase({ cardId }: { cardId: string | undefined }) {
  const { values, bind } = useFields({ amount: '25.00', threeDs: 'none' })
  const [merchant, setMerchant] = useState(merchants[0]!.merchant)
  const [isPartial, setPartial] = useState(false)
  const [isAttempted, attempt] = useAttempted()
  const purchase = useDo(buy, touched)
  const problem = placeProblem(purchase.error, ['amount', 'merchant'])
  const wrongAmount = amountError(values.amount)
  const submit = () =>
    attempt(!wrongAmount, () =>
      purchase.mutate({
        card_id: cardId!,
        amount: readAmount(values.amount)!,
        merchant,
        threeDs: values.threeDs,
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
          <AmountInput {...bind('amount')} />
        </Field>
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
        label="The merchant takes part of the amount"
        hint="Approves up to the balance rather than declining."
        checked={isPartial}
        onChange={(event) => setPartial(event.target.checked)}
      />
    </Simulation>
  )
}

async function buy({ threeDs, ...body }: Purchase): Promise<AuthorizationOutcome> {
  const challenge = threeDs === 'none' ? undefined : await openChallenge(body)
  if (challenge && threeDs === 'passed') await post(`/v1/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp })
  return post('/v1/sandbox/authorizations', {
    ...body,
    ...(challenge && { three_ds_challenge_id: challenge.id }),
  })
}

function openChallenge({ card_id, amount, merchant }: Omit<Purchase, 'threeDs'>): Promise<ThreeDsChallenge> {
  return post('/v1/sandbox/3ds', { card_id, amount, merchant: merchant.name })
}
