import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { SimulateSettlementParams, Transaction } from '../api/schemas.ts'
import { AmountInput, Field } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { CurrencyField } from './currency-field.tsx'
import { amountError, priceOf, useFields } from './fields.ts'
import { MerchantFields } from './merchant-fields.tsx'
import { merchants } from './merchants.ts'
import { TransactionResult } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

export function ForceSettlement({ cardId }: { cardId: string | undefined }) {
  const { values, bind } = useFields({ amount: '12.00', currency: 'USD' })
  const [merchant, setMerchant] = useState(merchants[6]!.merchant)
  const [isAttempted, attempt] = useAttempted()
  const settle = useDo((body: SimulateSettlementParams) => post<Transaction>('/v1/sandbox/settlements', body), touched)
  const problem = placeProblem(settle.error, ['amount', 'currency', 'merchant'])
  const wrongAmount = amountError(values.amount, values.currency)
  return (
    <Simulation
      title="Forced settlement"
      note="Settles without an authorization, as on a plane. Only this can take a card below zero."
      action="Settle"
      busy={settle.isPending}
      disabled={cardId === undefined}
      error={problem.form}
      onSubmit={() => attempt(!wrongAmount, () => settle.mutate({ card_id: cardId!, ...priceOf(values), merchant }))}
      result={settle.data && <TransactionResult transaction={settle.data} />}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Amount" error={isAttempted ? wrongAmount : problem.fields.amount}>
          <AmountInput {...bind('amount')} currency={values.currency} />
        </Field>
        <CurrencyField {...bind('currency')} error={problem.fields.currency} />
      </div>
      <MerchantFields value={merchant} error={problem.fields.merchant} onChange={setMerchant} />
    </Simulation>
  )
}
