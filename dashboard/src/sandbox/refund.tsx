import { useState } from 'react'
import { type Page, useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { SimulateRefundParams, Transaction } from '../api/schemas.ts'
import { money, readAmount } from '../ui/amounts.tsx'
import { AmountInput, Field, Select } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { CurrencyField } from './currency-field.tsx'
import { amountError, priceOf, useFields } from './fields.ts'
import { MerchantFields } from './merchant-fields.tsx'
import { merchants } from './merchants.ts'
import { TransactionResult } from './outcome.tsx'
import { Simulation, touched, useAttempted } from './simulation.tsx'

const SHOWN = 20

export function SimulateRefund({ cardId }: { cardId: string | undefined }) {
  const { values, bind } = useFields({ settlement: '', amount: '', currency: 'USD' })
  const [merchant, setMerchant] = useState(merchants[0]!.merchant)
  const [isAttempted, attempt] = useAttempted()
  const settlements = useSettlements(cardId)
  const settlement = settlements.find(({ id }) => id === values.settlement)
  const refund = useDo((body: SimulateRefundParams) => post<Transaction>('/v1/sandbox/refunds', body), touched)
  const problem = placeProblem(refund.error, ['amount', 'currency', 'merchant', 'transaction_id'])
  // For a refund of a settlement the amount may be empty: the service then refunds the rest. Without a settlement the
  // amount is required.
  const currency = settlement ? 'USD' : values.currency
  const wrongAmount = settlement && values.amount.trim() === '' ? undefined : amountError(values.amount, currency)
  const amount = readAmount(values.amount)
  const submit = () =>
    attempt(!wrongAmount, () =>
      refund.mutate(
        settlement
          ? { transaction_id: settlement.id, ...(amount !== undefined && { amount }) }
          : { card_id: cardId!, merchant, ...priceOf(values) },
      ),
    )
  return (
    <Simulation
      title="Refund"
      note="A merchant returns money."
      action="Refund"
      busy={refund.isPending}
      disabled={cardId === undefined}
      error={problem.form}
      onSubmit={submit}
      result={refund.data && <TransactionResult transaction={refund.data} />}
    >
      <Field label="Purchase to refund" error={problem.fields.transaction_id}>
        <Select {...bind('settlement')}>
          <option value="">No purchase in particular</option>
          {settlements.map(({ id, merchant, amount }) => (
            <option key={id} value={id}>
              {merchant.name}, {money(-amount)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Amount"
        error={isAttempted ? wrongAmount : problem.fields.amount}
        hint={settlement && 'Leave empty to refund all that is left.'}
      >
        <AmountInput {...bind('amount')} currency={currency} />
      </Field>
      {!settlement && (
        <>
          <CurrencyField {...bind('currency')} error={problem.fields.currency} />
          <MerchantFields value={merchant} error={problem.fields.merchant} onChange={setMerchant} />
        </>
      )}
    </Simulation>
  )
}

function useSettlements(cardId: string | undefined): Transaction[] {
  const { data } = useRead<Page<Transaction>>({
    noun: 'transactions',
    path: '/v1/transactions',
    query: { card_id: cardId, type: 'settlement', per_page: SHOWN },
    enabled: cardId !== undefined,
  })
  return data?.data ?? []
}
