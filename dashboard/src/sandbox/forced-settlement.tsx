import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { SimulateSettlementParams, Transaction } from '../api/schemas.ts'
import { readAmount } from '../ui/amounts.tsx'
import { AmountInput, Field } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { amountError, useFields } from './fields.ts'
import { MerchantFields } from './merchant-fields.tsx'
import { merchants } from './merchants.ts'
import { TransactionResult } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

export function ForceSettlement({ cardId }: { cardId: string | undefined }) {
  const { values, bind } = useFields({ amount: '12.00' })
  const [merchant, setMerchant] = useState(merchants[6]!.merchant)
  const [isAttempted, attempt] = useAttempted()
  const settle = useDo((body: SimulateSettlementParams) => post<Transaction>('/v1/sandbox/settlements', body), touched)
  const problem = placeProblem(settle.error, ['amount', 'merchant'])
  const wrongAmount = amountError(values.amount)
  return (
    <Simulation
      title="Forced settlement"
      note="Posts without asking first, as on board a plane; only this can take a card below zero."
      action="Settle"
      busy={settle.isPending}
      disabled={cardId === undefined}
      error={problem.form}
      onSubmit={() =>
        attempt(!wrongAmount, () => settle.mutate({ card_id: cardId!, amount: readAmount(values.amount)!, merchant }))
      }
      result={settle.data && <TransactionResult transaction={settle.data} />}
    >
      <Field label="Amount" error={isAttempted ? wrongAmount : problem.fields.amount}>
        <AmountInput {...bind('amount')} />
      </Field>
      <MerchantFields value={merchant} error={problem.fields.merchant} onChange={setMerchant} />
    </Simulation>
  )
}
